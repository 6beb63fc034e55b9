"""A tenant's own tool as one document of values: what a draft is, and what publishing writes."""

from collections.abc import Mapping
from typing import Any

from tools_app.definitions import Policy
from tools_app.models import Tool

Document = dict[str, Any]

BLANK: Mapping[str, Any] = {
    "name": "",
    "description": "",
    "category": "",
    "icon": "",
    "enabled": True,
    "effect": "",
    "policy": Policy.AUTO.value,
    "required_permissions": [],
    "default_input": {},
    "field_texts": {},
    "input_schema": None,
    "output_schema": None,
    "execution": None,
    "aggregates": [],
}
FIELDS = tuple(BLANK)
OVERRIDABLE = (
    *("name", "description", "category", "icon", "enabled", "policy"),
    *("required_permissions", "default_input", "field_texts"),
)
"""Of a tool that comes with the product."""
NEEDED = ("name", "effect", "input_schema", "output_schema", "execution")
"""Of a tool that is published; a draft may still lack them."""


def complete(values: Mapping[str, Any]) -> Document:
    """Whole: what is not said is as in a new tool."""
    return {name: _said(name, values.get(name)) for name in FIELDS}


def _said(name: str, value: Any) -> Any:
    blank = BLANK[name]
    if value is None or (value == "" and name == "policy"):
        return list(blank) if blank == [] else dict(blank) if blank == {} else blank
    return value


def document_of(row: Tool) -> Document:
    """What callers get of a tool of the tenant's own."""
    return complete({name: getattr(row, name) for name in FIELDS})


def values_of(row: Tool) -> Document:
    """What a row says live: a whole tool, or what it overrides."""
    if row.kind == Tool.Kind.CUSTOM:
        return document_of(row)
    return {name: getattr(row, name) for name in OVERRIDABLE}


def working_copy(row: Tool) -> Document:
    """What an author goes on with: the draft, or what is live."""
    return document_of(row) if row.draft is None else complete(row.draft)


def write(row: Tool, document: Document) -> None:
    """Into the columns that callers get. The caller saves."""
    for name in FIELDS:
        setattr(row, name, document[name])


def changed_fields(before: Document | None, after: Document) -> list[str]:
    """In the order of the document."""
    return [name for name in FIELDS if before is None or before[name] != after[name]]
