"""Which variant of a component a schema gets when nobody says."""

from collections.abc import Callable

from tools_app.schemas.field_definitions import FieldType
from tools_app.schemas.vocabulary import Schema

FEW, SHORT_LABELS, LONG_TEXT, SHORT_TAG = 4, 44, 300, 80
MOST_STARS = 11


def variant_of(type: FieldType, schema: Schema, many: bool) -> str:  # noqa: A002
    if many:
        return {FieldType.ENUM: "multi", FieldType.RELATION: "many"}.get(type) or _media(schema)
    chooser = _CHOOSERS.get(type)
    return chooser(schema) if chooser else _USUAL.get(type, "plain")


def _text(schema: Schema) -> str:
    return "textarea" if (schema.get("maxLength") or 0) > LONG_TEXT else "line"


def _date(schema: Schema) -> str:
    return "datetime" if schema.get("format") == "date-time" else "date"


def _number(schema: Schema) -> str:
    return "rating" if scale_of(schema) else "plain"


def scale_of(schema: Schema) -> range | None:
    """The steps of a scale: a few whole numbers from 0 or 1 upwards."""
    low, high = schema.get("minimum"), schema.get("maximum")
    if schema.get("type") != "integer" or low not in (0, 1) or not isinstance(high, int | float):
        return None
    steps = range(int(low), int(high) + 1)
    return steps if 2 < len(steps) <= MOST_STARS else None


def _enum(schema: Schema) -> str:
    options = schema.get("enum") or []
    if len(options) > FEW:
        return "select"
    written = schema.get("x-enum-labels")
    labels = written if isinstance(written, list) else options
    return "segmented" if sum(len(str(each)) for each in labels) <= SHORT_LABELS else "radio"


def _media(schema: Schema) -> str:
    accept = schema.get("x-accept") or []
    images = [kind for kind in accept if str(kind).startswith("image/")]
    return "image" if images and len(images) == len(accept) else "file"


def _array(schema: Schema) -> str:
    item = schema.get("items")
    if not isinstance(item, dict) or item.get("type") != "string":
        return "rows"
    plain = not {"format", "enum", "pattern", "x-type", "x-entity-type"} & set(item)
    return "tags" if plain and (item.get("maxLength") or LONG_TEXT) <= SHORT_TAG else "rows"


_USUAL = {FieldType.BOOLEAN: "switch", FieldType.RELATION: "one"}
_CHOOSERS: dict[FieldType, Callable[[Schema], str]] = {
    FieldType.TEXT: _text,
    FieldType.NUMBER: _number,
    FieldType.DATE: _date,
    FieldType.ENUM: _enum,
    FieldType.MEDIA: _media,
    FieldType.ARRAY: _array,
}
