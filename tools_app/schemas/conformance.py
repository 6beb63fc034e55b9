"""What MCP clients and model providers ask of a tool's schemas beyond being sound."""

from collections.abc import Iterator
from typing import Any

from config.errors import Fault
from tools_app.schemas.limits import schema_faults
from tools_app.schemas.shape import pointer_of
from tools_app.schemas.vocabulary import Schema, every_subschema


def mcp_faults(input_schema: Any, output_schema: Any) -> list[Fault]:
    """Faults point at /input_schema/… and /output_schema/…."""
    named = {"/input_schema": input_schema, "/output_schema": output_schema}
    return [fault for pointer, schema in named.items() for fault in _faults(schema, pointer)]


def _faults(schema: Any, pointer: str) -> list[Fault]:
    """Sound means serialisable, an object at the top with properties, and no union there."""
    return schema_faults(schema, pointer) or list(_open_maps(schema, pointer))


def _open_maps(root: Schema, pointer: str) -> Iterator[Fault]:
    for path, schema in every_subschema(root):
        if _is_object(schema) and not schema.get("properties") and _is_open(schema):
            detail = "A map with any keys cannot be called by every model. List the properties, or use a list of objects with key and value."
            where = pointer + pointer_of((*path, "additionalProperties"))
            yield Fault(where, "additionalProperties", detail)


def _is_object(schema: Schema) -> bool:
    kind = schema.get("type")
    return kind == "object" or (isinstance(kind, list) and "object" in kind)


def _is_open(schema: Schema) -> bool:
    return schema.get("additionalProperties", True) is not False
