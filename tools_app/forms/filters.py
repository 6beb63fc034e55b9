"""How a list of entities is filtered by a field of its schema."""

from dataclasses import dataclass
from typing import Any, Literal

from tools_app.forms.kinds import flattened, items_of
from tools_app.forms.labels import humanised
from tools_app.schemas.vocabulary import Schema

FEW = 6

Control = Literal["select", "multi-select", "number", "range", "toggle", "text"]


@dataclass(frozen=True)
class Filter:
    field: str
    label: str
    control: Control
    options: tuple[Any, ...] = ()
    low: float | None = None
    high: float | None = None


def filters_for(schema: Schema) -> list[Filter]:
    """One for each property, in order."""
    properties = schema.get("properties", {})
    return [_filter(schema, name, inner) for name, inner in properties.items()]


def _filter(root: Schema, name: str, schema: Any) -> Filter:
    flat = flattened(root, schema)[0] or {}
    label = str(flat.get("title") or humanised(name))
    inner = flattened(root, items_of(flat))[0] or {}
    if flat.get("type") == "array" and isinstance(inner.get("enum"), list):
        return Filter(name, label, "multi-select", tuple(inner["enum"]))
    if isinstance(flat.get("enum"), list):
        options = tuple(flat["enum"])
        return Filter(name, label, "select" if len(options) <= FEW else "multi-select", options)
    if flat.get("type") in ("number", "integer"):
        return _number(name, label, flat)
    return Filter(name, label, "toggle" if flat.get("type") == "boolean" else "text")


def _number(name: str, label: str, flat: Schema) -> Filter:
    low, high = flat.get("minimum"), flat.get("maximum")
    control: Control = "number" if low is None or high is None else "range"
    return Filter(name, label, control, low=low, high=high)
