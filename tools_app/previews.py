"""What an editor shows while somebody changes a schema: fields and JSON Schema as two views of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from config.errors import Fault, InvalidInput
from tools_app.schemas.fields import (
    FieldDefinition,
    NotFields,
    fields_to_schema,
    parse_fields,
    schema_to_fields,
)
from tools_app.schemas.vocabulary import Schema

EMPTY: Schema = {"type": "object", "properties": {}, "additionalProperties": False}
KEPT = ("$schema", "title", "description")
"""What a schema may say of itself that fields do not: it stays when the fields change."""


@dataclass(frozen=True)
class Sheet:
    """One schema in both views. `fields` is None where they cannot express it; `note` says why."""

    schema: Schema | None
    fields: list[dict[str, Any]] | None = None
    note: str = ""
    faults: tuple[Fault, ...] = ()


def sheet_of_fields(fields: Any, before: Any = None) -> Sheet:
    """Never raises: what is wrong is a fault at `/fields/…`."""
    try:
        schema = fields_to_schema(parse_fields(fields))
    except InvalidInput as error:
        return Sheet(None, faults=error.faults)
    kept = {word: before[word] for word in KEPT if isinstance(before, dict) and word in before}
    return Sheet({**kept, **schema}, fields)


def sheet_of_schema(schema: Any) -> Sheet:
    """Never raises: what is wrong is a fault whose pointer leads into the schema."""
    try:
        return Sheet(schema, dumped(schema_to_fields(schema)))
    except NotFields as error:
        fault = error.faults[0]
        return Sheet(schema, note=f"{fault.detail} ({fault.pointer or 'top level'})")
    except InvalidInput as error:
        return Sheet(None, faults=error.faults)


def dumped(fields: Sequence[FieldDefinition]) -> list[dict[str, Any]]:
    """As JSON, without what says nothing."""
    return [field.model_dump(by_alias=True, exclude_defaults=True, mode="json") for field in fields]
