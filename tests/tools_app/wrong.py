"""Inputs of a tool that are wrong in every way that its schema knows, made from its example."""

import copy
from collections.abc import Iterator
from typing import Any

from tools_app.definitions import ToolDefinition
from tools_app.forms.kinds import kind_of

Wrong = tuple[str, dict[str, Any]]


def wrong_inputs(definition: ToolDefinition) -> list[Wrong]:
    """Each with what is wrong about it: missing, type, range, unknown, nested."""
    example = max(definition.examples, key=lambda each: len(repr(each)))
    root = definition.input_schema
    found: dict[str, dict[str, Any]] = {"unknown": {**example, "thisIsNoField": 1}}
    for place, schema, value in _fields(root, root, example, ()):
        for name, bad in _bad(schema, value):
            nested = "nested " if len(place) > 1 else ""
            found.setdefault(f"{nested}{name}", _with(example, place, bad))
        if isinstance(value, dict) and place:
            found.setdefault("nested unknown", _with(example, place, {**value, "thisIsNoField": 1}))
    for name in root.get("required", []):
        left = {key: value for key, value in example.items() if key != name}
        found.setdefault("missing", left)
    return list(found.items())


def _fields(
    root: Any, schema: Any, value: Any, place: tuple[Any, ...]
) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    kind = kind_of(root, schema)
    if place:
        yield place, kind.schema, value
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _fields(root, kind.schema["properties"][name], inner, (*place, name))
    elif isinstance(value, list) and value:
        yield from _fields(root, kind.item, value[0], (*place, 0))


def _bad(schema: Any, value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict | list):
        yield "type", "no object and no list"
        if isinstance(value, list) and schema.get("minItems"):
            yield "range", []
        return
    yield "type", {"an": "object"}
    if "maximum" in schema:
        yield "range", schema["maximum"] + 1
    elif "enum" in schema or "maxLength" in schema:
        yield "range", "x" * 2_000


def _with(example: dict[str, Any], place: tuple[Any, ...], value: Any) -> dict[str, Any]:
    made = copy.deepcopy(example)
    at: Any = made
    for step in place[:-1]:
        at = at[step]
    at[place[-1]] = value
    return made
