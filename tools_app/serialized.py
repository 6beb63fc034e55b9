"""DRF's serializers as JSON Schema."""

from typing import Any

from rest_framework import serializers

Field = serializers.Field[Any, Any, Any, Any]
Schema = dict[str, Any]

TEXTS = {serializers.UUIDField: "uuid", serializers.DateTimeField: "date-time"}
LONGEST_CURSOR = 500


def input_schema_of(
    asks: type[serializers.Serializer[Any]] | None, path: dict[str, str], *, pages: bool
) -> Schema:
    """Parameters of the address, required; those of the query, as its serializer has them."""
    properties: Schema = {
        name: {"type": "string", "title": _title(name), "maxLength": 64, **_formatted(kind)}
        for name, kind in path.items()
    }
    if pages and asks is None:
        properties["cursor"] = {"type": "string", "title": "Cursor", "maxLength": LONGEST_CURSOR}
        limits = {"minimum": 1, "maximum": 200, "default": 50}
        properties["limit"] = {"type": "integer", "title": "Limit", **limits}
    if asks:
        properties |= {name: _asked(field) for name, field in asks().fields.items()}
    return _closed(properties, list(path))


def output_schema_of(answers: type[serializers.BaseSerializer[Any]], *, pages: bool) -> Schema:
    row = _schema(answers())
    if not pages:
        return row
    cursor = {"anyOf": [{"type": "string"}, {"type": "null"}], "title": "Next cursor"}
    return _closed({"results": {"type": "array", "items": row}, "next_cursor": cursor}, ["results"])


def _formatted(kind: str) -> Schema:
    return {"format": kind} if kind == "uuid" else {}


def _asked(field: Field) -> Schema:
    """A filter that is left out is not null."""
    schema = {key: value for key, value in _schema(field).items() if key != "anyOf"}
    if schema.get("enum"):
        schema["enum"] = [value for value in schema["enum"] if value != ""]
    return schema


def _schema(field: Field) -> Schema:
    inner = {**_kind(field), "title": _title(field.field_name or "")}
    if field.help_text:
        inner["description"] = str(field.help_text)
    if getattr(field, "allow_null", False) or field.read_only:
        title = inner.pop("title")
        return {"anyOf": [inner, {"type": "null"}], "title": title} if len(inner) else inner
    return inner


def _kind(field: Any) -> Schema:
    match field:
        case serializers.ListSerializer() | serializers.ListField() if field.child:
            return {"type": "array", "items": _schema(field.child)}
        case serializers.Serializer():
            fields = {name: _schema(each) for name, each in field.fields.items()}
            told = [name for name, each in field.fields.items() if each.required or each.read_only]
            return _closed(fields, told)
        case serializers.ChoiceField():
            return {"type": "string", "enum": [str(choice) for choice in field.choices]}
        case serializers.BooleanField():
            return {"type": "boolean"}
        case serializers.IntegerField():
            bounds = {"minimum": field.min_value, "maximum": field.max_value}
            return {"type": "integer", **{k: v for k, v in bounds.items() if v is not None}}
        case serializers.CharField() | serializers.UUIDField() | serializers.DateTimeField():
            return _text(field)
        case _:
            return {}


def _text(field: Any) -> Schema:
    kind = TEXTS.get(type(field))
    longest = getattr(field, "max_length", None)
    schema: Schema = {"type": "string"}
    if kind:
        schema["format"] = kind
    return {**schema, "maxLength": longest} if longest else schema


def _closed(properties: Schema, required: list[str]) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
