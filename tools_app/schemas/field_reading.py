"""Reads fields out of a JSON Schema: ours, or any that says no more than 12 types can."""

from collections.abc import Callable
from typing import Any

from pydantic import ValidationError

from config.errors import Fault, InvalidInput
from tools_app.schemas.field_definitions import PHONE, FieldDefinition, FieldType
from tools_app.schemas.shape import pointer_of
from tools_app.schemas.vocabulary import Schema, target

ITEM_KEY = "item"


class NotFields(InvalidInput):
    """The schema is fine, but says more than fields can; the fault points at it."""

    code, title = "not_fields", "The schema cannot be shown as fields"


def refuse(path: tuple[str | int, ...], detail: str) -> NotFields:
    return NotFields(detail, faults=[Fault(pointer_of(path), "not_fields", detail)])


def read_fields(schema: Schema) -> list[FieldDefinition]:
    """For sound schemas. Raises `NotFields`."""
    reader = Reader(schema, schema, ())
    reader.drop("$schema", "$defs", "title", "description")
    fields = _fields(reader)
    reader.finish()
    return fields


class Reader:
    """One schema whose keywords are taken one by one: what is left over was not understood."""

    def __init__(self, root: Schema, schema: Any, path: tuple[str | int, ...]) -> None:
        if not isinstance(schema, dict):
            raise refuse(path, "A field needs a type.")
        self.root, self.path = root, path
        aim = target(root, schema)
        here = {word: value for word, value in schema.items() if word != "$ref"}
        self.words: Schema = {**aim, **here} if isinstance(aim, dict) else here

    def take(self, word: str, otherwise: Any = None) -> Any:
        return self.words.pop(word, otherwise)

    def drop(self, *words: str) -> None:
        for word in words:
            self.words.pop(word, None)

    def expect(self, word: str, value: Any) -> None:
        if self.take(word) != value:
            raise refuse((*self.path, word), f"Fields need “{word}” to be {value!r} here.")

    def finish(self) -> None:
        for word in sorted(self.words):
            raise refuse((*self.path, word), f"Fields cannot express “{word}”.")


def _fields(reader: Reader) -> list[FieldDefinition]:
    reader.expect("type", "object")
    reader.expect("additionalProperties", value=False)
    properties, required = reader.take("properties", {}), reader.take("required", [])
    unknown = [name for name in required if name not in properties]
    if unknown:
        raise refuse((*reader.path, "required"), "A required property is not listed.")
    return [
        _field(
            Reader(reader.root, properties[key], (*reader.path, "properties", key)),
            key,
            required=key in required,
        )
        for key in _ordered(properties, reader.take("x-order", []))
    ]


def _ordered(properties: Schema, order: Any) -> list[str]:
    names = [name for name in order if isinstance(name, str)] if isinstance(order, list) else []
    return list(dict.fromkeys([name for name in names if name in properties] + [*properties]))


def _field(reader: Reader, key: str, *, required: bool) -> FieldDefinition:
    path = reader.path
    found = {"key": key, "required": required, **_notes(reader)}
    found["type"] = _type(reader)
    found |= _BODIES[found["type"]](reader, found)
    reader.finish()
    try:
        return FieldDefinition.model_validate(_present(found))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise refuse(path, f"{pointer_of(first['loc'])} {first['msg']}".strip()) from error


def _present(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if value is not None}


def _notes(reader: Reader) -> dict[str, Any]:
    return {
        "label": reader.take("title"),
        "help": reader.take("description"),
        "default": reader.take("default"),
        "placeholder": reader.take("x-placeholder"),
        "variant": reader.take("x-variant"),
        "visible_when": reader.take("x-visible-when"),
        "audience": reader.take("x-audience"),
        "secret": reader.take("x-secret"),
    }


def _type(reader: Reader) -> FieldType:
    """As we wrote it down, or as it looks."""
    written = reader.take("x-type")
    if written is not None:
        if written not in set(FieldType):
            raise refuse((*reader.path, "x-type"), "There is no such type of field.")
        return FieldType(written)
    return _guess(reader)


_BY_FORMAT = {
    "date": FieldType.DATE,
    "date-time": FieldType.DATE,
    "uri": FieldType.URL,
    "email": FieldType.EMAIL,
}
_BY_TYPE = {
    "string": FieldType.TEXT,
    "number": FieldType.NUMBER,
    "integer": FieldType.NUMBER,
    "boolean": FieldType.BOOLEAN,
    "object": FieldType.OBJECT,
    "array": FieldType.ARRAY,
}


def _guess(reader: Reader) -> FieldType:
    words = reader.words
    if "x-entity-type" in words:
        return FieldType.RELATION
    if "enum" in words:
        return FieldType.ENUM
    if "format" in words:
        return _known(_BY_FORMAT, words["format"], reader, "format")
    return _known(_BY_TYPE, words.get("type"), reader, "type")


def _known(table: dict[str, FieldType], word: Any, reader: Reader, keyword: str) -> FieldType:
    if not isinstance(word, str) or word not in table:
        raise refuse((*reader.path, keyword), f"No type of field has this “{keyword}”.")
    return table[word]


Found = dict[str, Any]
Body = Callable[[Reader, Found], Found]


def _text(reader: Reader, _: Found) -> Found:
    reader.expect("type", "string")
    limits = {"min_length": reader.take("minLength"), "max_length": reader.take("maxLength")}
    return {"constraints": _present({**limits, "pattern": reader.take("pattern")})}


def _number(reader: Reader, _: Found) -> Found:
    kind = reader.take("type")
    if kind not in ("number", "integer"):
        raise refuse((*reader.path, "type"), "A number has the type number or integer.")
    limits = {
        "min": reader.take("minimum"),
        "max": reader.take("maximum"),
        "step": reader.take("multipleOf"),
    }
    return {"constraints": {**_present(limits), "integer": kind == "integer"}}


def _boolean(reader: Reader, _: Found) -> Found:
    reader.expect("type", "boolean")
    return {}


def _date(reader: Reader, found: Found) -> Found:
    reader.expect("type", "string")
    timed = reader.take("format") == "date-time"
    variant = found.get("variant") or ("datetime" if timed else None)
    if timed != (variant == "datetime"):
        raise refuse((*reader.path, "format"), "The variant “datetime” goes with date-time.")
    return {"variant": variant}


def _formatted(name: str) -> Body:
    def body(reader: Reader, _: Found) -> Found:
        reader.expect("type", "string")
        reader.expect("format", name)
        return {"constraints": _present({"max_length": reader.take("maxLength")})}

    return body


def _phone(reader: Reader, _: Found) -> Found:
    reader.expect("type", "string")
    pattern = reader.take("pattern")
    if not isinstance(pattern, str):
        raise refuse((*reader.path, "pattern"), "A phone has a pattern.")
    return {"constraints": {} if pattern == PHONE else {"pattern": pattern}}


def _one(reader: Reader) -> tuple[Reader, Found]:
    """The schema of a single value, and what its list said, if it is one of many."""
    if reader.words.get("type") != "array":
        return reader, {}
    reader.drop("type")
    reader.expect("uniqueItems", value=True)
    limits = _lengths(reader)
    inner = Reader(reader.root, reader.take("items"), (*reader.path, "items"))
    return inner, {"multiple": True, "constraints": limits}


def _lengths(reader: Reader) -> Found:
    limits = {"min_items": reader.take("minItems"), "max_items": reader.take("maxItems")}
    return _present(limits)


def _enum(reader: Reader, _: Found) -> Found:
    labels = reader.take("x-enum-labels")
    one, many = _one(reader)
    if one.words.get("type") == "string":
        one.drop("type")
    values = one.take("enum", [])
    one.finish()
    labels = (
        labels if isinstance(labels, list) and len(labels) == len(values) else [""] * len(values)
    )
    options = [{"value": v, "label": w} for v, w in zip(values, labels, strict=True)]
    return {**many, "constraints": {**many.get("constraints", {}), "options": options}}


def _media(reader: Reader, _: Found) -> Found:
    limits = {"accept": reader.take("x-accept"), "max_size_mb": reader.take("x-max-size-mb")}
    one, many = _one(reader)
    one.expect("type", "string")
    one.finish()
    return {**many, "constraints": {**many.get("constraints", {}), **_present(limits)}}


def _relation(reader: Reader, _: Found) -> Found:
    entity_type = reader.take("x-entity-type")
    select = reader.take("x-entity-select")
    one, many = _one(reader)
    one.expect("type", "string")
    one.finish()
    if bool(many) != (select == "multiple"):
        raise refuse((*reader.path, "x-entity-select"), "A list of entities selects “multiple”.")
    return {**many, "entity_type": entity_type}


def _object(reader: Reader, _: Found) -> Found:
    return {"fields": _fields(reader)}


def _array(reader: Reader, _: Found) -> Found:
    reader.expect("type", "array")
    limits = _lengths(reader)
    inner = Reader(reader.root, reader.take("items"), (*reader.path, "items"))
    key = inner.take("x-key", ITEM_KEY)
    return {"constraints": limits, "item": _field(inner, key, required=False)}


_BODIES: dict[FieldType, Body] = {
    FieldType.TEXT: _text,
    FieldType.NUMBER: _number,
    FieldType.BOOLEAN: _boolean,
    FieldType.DATE: _date,
    FieldType.ENUM: _enum,
    FieldType.URL: _formatted("uri"),
    FieldType.EMAIL: _formatted("email"),
    FieldType.PHONE: _phone,
    FieldType.MEDIA: _media,
    FieldType.RELATION: _relation,
    FieldType.OBJECT: _object,
    FieldType.ARRAY: _array,
}
