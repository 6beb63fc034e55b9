"""What a group's answers say together, declared field by field: a tenant's own tool becomes
collaborative without code.

    [{"field": "/score", "label": "Score", "show": ["mean", "median", "histogram", "consensus"]}]

`field` is a JSON pointer into the output; what may be shown of it depends on its type.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from config.errors import Fault
from tools_app.schemas.vocabulary import target

MOST = 20
LONGEST_LABEL = 100


class Figure(StrEnum):
    MEAN = "mean"
    MEDIAN = "median"
    HISTOGRAM = "histogram"
    RANK = "rank"
    CONSENSUS = "consensus"


# What makes sense of a value of each type.
FITTING = {
    "number": {Figure.MEAN, Figure.MEDIAN, Figure.HISTOGRAM, Figure.CONSENSUS},
    "choice": {Figure.HISTOGRAM, Figure.RANK, Figure.CONSENSUS},
    "list": {Figure.HISTOGRAM, Figure.RANK},
}


@dataclass(frozen=True)
class Declared:
    """One field, as the output schema has it."""

    pointer: str
    label: str
    show: tuple[Figure, ...]
    kind: str
    low: float | None = None
    high: float | None = None

    @property
    def path(self) -> list[str]:
        return steps_of(self.pointer)


def steps_of(pointer: str) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def read_declared(given: Any, output_schema: Mapping[str, Any]) -> tuple[Declared, ...]:
    """Of what was saved. What no longer fits the schema is left out: a session goes on."""
    found = (_declared(each, output_schema) for each in given or ())
    return tuple(each for each in found if each is not None)


def _declared(given: Any, schema: Mapping[str, Any]) -> Declared | None:
    if next(_faults(given, schema, ""), None) is not None:
        return None
    field = _field(schema, given["field"]) or {}
    return Declared(
        pointer=given["field"],
        label=str(given.get("label") or field.get("title") or steps_of(given["field"])[-1]),
        show=tuple(Figure(each) for each in given["show"]),
        kind=kind_of(field),
        low=field.get("minimum"),
        high=field.get("maximum"),
    )


def aggregate_faults(given: Any, output_schema: Any, effect: str) -> list[Fault]:
    """What is wrong with a declaration that somebody wants to save, each at its place."""
    if not given:
        return []
    if not isinstance(given, list) or len(given) > MOST:
        return [Fault("/aggregates", "invalid", f"A list of at most {MOST} fields.")]
    schema = output_schema if isinstance(output_schema, dict) else {}
    faults = [
        fault
        for index, each in enumerate(given)
        for fault in _faults(each, schema, f"/aggregates/{index}")
    ]
    if effect and effect != "read":
        words = "Only a tool that changes nothing can be used by a group."
        faults.append(Fault("/aggregates", "effect", words))
    return faults


def _faults(given: Any, schema: Mapping[str, Any], pointer: str) -> Iterator[Fault]:
    if not isinstance(given, dict) or set(given) - {"field", "label", "show"}:
        yield Fault(pointer, "invalid", "An object with `field`, `show` and, if you like, `label`.")
        return
    if not isinstance(given.get("label", ""), str) or len(given.get("label", "")) > LONGEST_LABEL:
        yield Fault(f"{pointer}/label", "invalid", f"At most {LONGEST_LABEL} characters.")
    field = _field(schema, given.get("field"))
    kind = kind_of(field) if field else ""
    if not kind:
        words = "A JSON pointer to a number, a choice, yes/no or a list of texts in the output."
        yield Fault(f"{pointer}/field", "unknown", words)
        return
    yield from _show_faults(given.get("show"), kind, field or {}, f"{pointer}/show")


def _show_faults(
    show: Any, kind: str, field: Mapping[str, Any], pointer: str
) -> Iterator[Fault]:  # fmt: skip
    fitting = sorted(FITTING[kind])
    if not isinstance(show, list) or not show or any(each not in fitting for each in show):
        yield Fault(pointer, "invalid", f"One or more of {', '.join(fitting)}.")
    elif Figure.CONSENSUS in show and kind == "number" and not _has_scale(field):
        words = "Consensus needs a scale: give the field a minimum and a maximum."
        yield Fault(pointer, "no_scale", words)


def _has_scale(field: Mapping[str, Any]) -> bool:
    low, high = field.get("minimum"), field.get("maximum")
    return isinstance(low, int | float) and isinstance(high, int | float) and low < high


def _field(schema: Mapping[str, Any], pointer: Any) -> dict[str, Any] | None:
    """The schema of an output's field; None where there is none."""
    if not isinstance(pointer, str) or not pointer.startswith("/"):
        return None
    found: Any = schema
    for step in steps_of(pointer):
        properties = found.get("properties") if isinstance(found, dict) else None
        found = properties.get(step) if isinstance(properties, dict) else None
        if isinstance(found, dict):
            found = target(schema, found) or found
    return found if isinstance(found, dict) else None


def kind_of(field: Mapping[str, Any]) -> str:
    """number, choice or list; nothing for what cannot be put together."""
    kind = field.get("type")
    if kind in {"number", "integer"}:
        return "number"
    if kind in {"string", "boolean"} or "enum" in field:
        return "choice"
    items = field.get("items")
    if kind == "array" and isinstance(items, dict) and items.get("type") == "string":
        return "list"
    return ""
