"""Says what is wrong with an invalid value without making more of it than can be read.

The engine collects all errors before it gives the first, each with a copy of what it is about: a
megabyte of rows made gigabytes. So a large value is taken apart, as far as its schema allows, and
only the parts that are invalid are explained, until there is enough or the budget is spent.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from jsonschema_rs import Draft202012Validator, ValidationError

from config.errors import Fault
from tools_app.schemas.engine import build
from tools_app.schemas.load import load_of
from tools_app.schemas.shape import Breach, Caps, measure, pointer_of
from tools_app.schemas.vocabulary import Schema, target
from tools_app.schemas.words import Place, Words

ENOUGH = 100
MOST_COPIES = 10_000
MOST_TEXT = 5_000_000
PATIENCE = 40_000

_SHELL = frozenset({"type", "required", "minProperties", "maxProperties", "minItems", "maxItems"})
_NOTES = frozenset(
    {"title", "description", "default", "examples", "$schema", "$defs", "deprecated"}
)

Part = tuple[Any, Any, Place]
"""A schema, the part of the value that it is about, and where that is."""


class Explanation:
    def __init__(self, schema: Schema, pointer: str) -> None:
        self._root = schema
        self._pointer = pointer
        self._words = Words(schema, pointer)
        self._built: dict[int, Draft202012Validator] = {}
        self._work: dict[int, int] = {}
        self._spent = 0

    def faults(self, value: Any) -> list[Fault]:
        """In order of place. At least one; only as many as the budget allows."""
        found: dict[Fault, Place] = {}
        stack: list[Part] = [(self._root, value, [])]
        while stack and len(found) < ENOUGH and self._spent < PATIENCE:
            part = stack.pop()
            if not self._validator(part[0]).is_valid(part[1]):
                found.update((fault, place) for place, fault in self._explained(part, stack))
        ordered = sorted(found.items(), key=lambda item: (_order(item[1]), item[0].code))
        return [fault for fault, _ in ordered] or [self._vague([])[1]]

    def _explained(self, part: Part, stack: list[Part]) -> Iterator[tuple[Place, Fault]]:
        schema, value, place = part
        if self._affordable(schema, value):
            yield from self._words.faults(self._validator(schema).iter_errors(value), place)
        elif parts := _parts(self._root, schema, value, place):
            stack.extend(reversed(parts))
            yield from self._words.faults(_shell_errors(self._root, schema, value), place)
        else:
            yield self._vague(place)

    def _affordable(self, schema: Any, value: Any) -> bool:
        work = self._work_of(schema)
        nodes = MOST_COPIES // work
        try:
            shape = measure(value, Caps(size=MOST_TEXT // work, depth=nodes, nodes=nodes))
        except Breach:
            return False
        self._spent += shape.spread * work
        return shape.spread <= nodes

    def _vague(self, place: Place) -> tuple[Place, Fault]:
        detail = "The value does not fit, and is too large to say where. Send less at once."
        return place, Fault(self._pointer + pointer_of(place), "schema", detail)

    def _validator(self, schema: Any) -> Draft202012Validator:
        if id(schema) not in self._built:
            self._built[id(schema)] = build(self._whole(schema))
        return self._built[id(schema)]

    def _work_of(self, schema: Any) -> int:
        if id(schema) not in self._work:
            self._work[id(schema)] = load_of(self._whole(schema)).work
        return self._work[id(schema)]

    def _whole(self, schema: Any) -> Schema:
        """A part of a schema with the definitions that it may refer to."""
        inner = schema if isinstance(schema, dict) else {"allOf": [schema]}
        return {**inner, "$defs": self._root.get("$defs", {})}


def _resolved(root: Schema, schema: Any) -> Schema | None:
    """The schema when it can be taken apart: no branches, nothing that compares whole values."""
    if isinstance(schema, dict) and "$ref" in schema and _rules(schema) == {"$ref"}:
        schema = target(root, schema)
    if not isinstance(schema, dict):
        return None
    rules = _rules(schema) - _SHELL - {"properties", "items", "additionalProperties"}
    closed = schema.get("additionalProperties", False) in (True, False)
    return schema if closed and not rules else None


def _rules(schema: Schema) -> set[str]:
    return {word for word in schema if word not in _NOTES and not word.startswith("x-")}


def _parts(root: Schema, schema: Any, value: Any, place: Place) -> list[Part]:
    simple = _resolved(root, schema)
    if simple is None:
        return []
    if isinstance(value, list):
        rows = enumerate(value) if "items" in simple else ()
        return [(simple["items"], item, [*place, index]) for index, item in rows]
    known = simple.get("properties", {})
    members = value.items() if isinstance(value, dict) else ()
    return [(known[key], item, [*place, key]) for key, item in members if key in known]


def _shell_errors(root: Schema, schema: Any, value: Any) -> Iterable[ValidationError]:
    """What is wrong with the value itself, its parts left out; only the first if it is large."""
    shell, hollow = _shell(_resolved(root, schema) or {}), _hollow(value)
    validator = build(shell)
    if load_of(shell).work * len(hollow) <= MOST_COPIES:
        return validator.iter_errors(hollow)
    try:
        validator.validate(hollow)
    except ValidationError as error:
        return [error]
    return []


def _shell(schema: Schema) -> Schema:
    shell = {word: rule for word, rule in schema.items() if word in _SHELL}
    if "properties" in schema:
        shell["properties"] = dict.fromkeys(schema["properties"], True)
        shell["additionalProperties"] = schema.get("additionalProperties", True)
    return shell


def _hollow(value: dict[str, Any] | list[Any]) -> dict[str, Any] | list[Any]:
    return dict.fromkeys(value) if isinstance(value, dict) else [None] * len(value)


def _order(place: Place) -> list[tuple[int, str]]:
    """Item 2 before item 10."""
    return [(step, "") if isinstance(step, int) else (-1, step) for step in place]
