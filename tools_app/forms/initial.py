"""What a form shows before anybody filled it in."""

import copy
from typing import Any

from tools_app.forms.kinds import Kind, kind_of
from tools_app.schemas.field_definitions import FieldType
from tools_app.schemas.vocabulary import Schema

MISSING: Any = object()
"""A property that is not there; null is a value."""
MOST_ROWS = 200


def initial(root: Schema, schema: Any, trail: tuple[str, ...] = (), *, needed: bool = True) -> Any:
    """Defaults, and as many empty rows as a list needs. MISSING where there is nothing to show."""
    kind = kind_of(root, schema, trail)
    if "default" in kind.schema:
        return copy.deepcopy(kind.schema["default"])
    if kind.type is FieldType.OBJECT and not kind.is_choice and not kind.is_json:
        return _object(root, kind, needed)
    if kind.type is FieldType.ARRAY and kind.variant == "rows" and needed:
        return [item_of(root, kind) for _ in range(_least_rows(kind.schema))]
    return MISSING


def item_of(root: Schema, kind: Kind) -> Any:
    """A new row."""
    found = initial(root, kind.item, kind.trail)
    if found is not MISSING:
        return found
    inner = kind_of(root, kind.item, kind.trail)
    return None if inner.nullable else {} if inner.type is FieldType.OBJECT else ""


def _least_rows(schema: Schema) -> int:
    least = schema.get("minItems")
    return min(max(1, least if isinstance(least, int) else 0), MOST_ROWS)


def _object(root: Schema, kind: Kind, needed: bool) -> Any:
    required = required_of(kind.schema)
    found = {
        name: initial(root, inner, kind.trail, needed=name in required)
        for name, inner in kind.schema.get("properties", {}).items()
    }
    found = {name: value for name, value in found.items() if value is not MISSING}
    return found if found or needed else MISSING


def required_of(schema: Schema) -> list[str]:
    found = schema.get("required")
    return found if isinstance(found, list) else []


def ordered(schema: Schema) -> list[str]:
    """The names of the properties in the order of `x-order`, then as they are written."""
    properties = schema.get("properties", {})
    order = schema.get("x-order")
    first = [name for name in order if name in properties] if isinstance(order, list) else []
    return list(dict.fromkeys([*first, *properties]))
