"""Fields as JSON Schema and back, without loss.

What JSON Schema has no word for is kept in `x-…` keywords. The order of the fields is kept in
`x-order`, because jsonb sorts the keys of an object by length.
"""

from collections.abc import Sequence
from typing import Any

from tools_app.schemas.field_definitions import (
    PHONE,
    Constraints,
    FieldDefinition,
    FieldType,
    Option,
    parse_fields,
    require_distinct,
)
from tools_app.schemas.field_reading import NotFields, read_fields
from tools_app.schemas.limits import require_sound
from tools_app.schemas.vocabulary import Schema

__all__ = [
    "Constraints",
    "FieldDefinition",
    "FieldType",
    "NotFields",
    "Option",
    "fields_to_schema",
    "parse_fields",
    "schema_to_fields",
]


def fields_to_schema(fields: Sequence[FieldDefinition]) -> Schema:
    """Raises `InvalidInput` for keys used twice, and for more fields than a schema may hold."""
    require_distinct(fields)
    schema = _object(fields)
    require_sound(schema, "")
    return schema


def schema_to_fields(schema: Any) -> list[FieldDefinition]:
    """Raises `InvalidInput` for an unsound schema, and `NotFields`, which is one, naming the
    pointer of what the 12 types cannot express."""
    require_sound(schema, "")
    return read_fields(schema)


def _object(fields: Sequence[FieldDefinition]) -> Schema:
    schema: Schema = {
        "type": "object",
        "properties": {field.key: _property(field) for field in fields},
        "additionalProperties": False,
    }
    required = [field.key for field in fields if field.required]
    if required:
        schema["required"] = required
    if len(fields) > 1:
        schema["x-order"] = [field.key for field in fields]
    return schema


def _property(field: FieldDefinition) -> Schema:
    body = _body(field)
    if field.multiple:
        body = _many(field, body)
    return {**_notes(field), "x-type": str(field.type), **body}


def _notes(field: FieldDefinition) -> Schema:
    found = {
        "title": field.label or None,
        "description": field.help or None,
        "default": field.default,
        "x-placeholder": field.placeholder or None,
        "x-variant": field.variant or None,
        "x-visible-when": field.visible_when,
        "x-audience": field.audience if field.audience != "all" else None,
        "x-secret": field.secret or None,
    }
    return _present(found)


def _present(found: Schema) -> Schema:
    return {word: value for word, value in found.items() if value is not None}


def _many(field: FieldDefinition, one: Schema) -> Schema:
    """A list of what would stand alone. What the form needs to know stays on the list."""
    notes = {word: value for word, value in one.items() if word.startswith("x-")}
    item = {word: value for word, value in one.items() if not word.startswith("x-")}
    many = {"type": "array", "items": item, "uniqueItems": True, **notes, **_lengths(field)}
    if field.type is FieldType.RELATION:
        many["x-entity-select"] = "multiple"
    return many


def _lengths(field: FieldDefinition) -> Schema:
    limits = field.constraints
    return _present({"minItems": limits.min_items, "maxItems": limits.max_items})


def _body(field: FieldDefinition) -> Schema:
    match field.type:
        case FieldType.OBJECT:
            return _object(field.fields)
        case FieldType.ARRAY:
            return {"type": "array", "items": _item(field), **_lengths(field)}
        case FieldType.NUMBER:
            return _number(field.constraints)
        case FieldType.BOOLEAN:
            return {"type": "boolean"}
        case FieldType.ENUM:
            return _enum(field.constraints.options)
        case _:
            return {"type": "string", **_text(field)}


def _item(field: FieldDefinition) -> Schema:
    if field.item is None:
        raise AssertionError("an array has an item: the definition makes sure")
    return {**_property(field.item), "x-key": field.item.key}


def _number(limits: Constraints) -> Schema:
    return {
        "type": "integer" if limits.integer else "number",
        **_present({"minimum": limits.min, "maximum": limits.max, "multipleOf": limits.step}),
    }


def _enum(options: Sequence[Option]) -> Schema:
    labels = [option.label for option in options]
    schema: Schema = {"type": "string", "enum": [option.value for option in options]}
    return {**schema, "x-enum-labels": labels} if any(labels) else schema


def _text(field: FieldDefinition) -> Schema:
    limits = field.constraints
    longest = {"maxLength": limits.max_length}
    match field.type:
        case FieldType.DATE:
            return {"format": "date-time" if field.variant == "datetime" else "date"}
        case FieldType.URL:
            return {"format": "uri", **_present(longest)}
        case FieldType.EMAIL:
            return {"format": "email", **_present(longest)}
        case FieldType.PHONE:
            return {"pattern": limits.pattern or PHONE}
        case FieldType.MEDIA:
            accept = list(limits.accept) or None
            return _present({"x-accept": accept, "x-max-size-mb": limits.max_size_mb})
        case FieldType.RELATION:
            return {"x-entity-type": field.entity_type}
        case _:
            return _present({"minLength": limits.min_length, **longest, "pattern": limits.pattern})
