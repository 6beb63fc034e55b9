"""Changing the rows of a list without script: a button of the form says what to do."""

import copy
from typing import Any

from django.http import QueryDict

from tools_app.forms.initial import item_of
from tools_app.forms.kinds import kind_of
from tools_app.forms.names import ADD, DOWN, REMOVE, UP, id_of
from tools_app.forms.spec import FormSpec, applied
from tools_app.schemas.vocabulary import Schema


def apply_edit(
    value: dict[str, Any], data: QueryDict, *, schema: Schema | None = None,
    spec: FormSpec | None = None, prefix: str = "",
) -> tuple[dict[str, Any], str] | None:  # fmt: skip
    """The value after the edit that was asked for and the id of the field to go to; None when the
    form was sent for something else. With the schema, a new row has its defaults."""
    for act in (ADD, REMOVE, UP, DOWN):
        pointer = data.get(prefix + act)
        if pointer is not None:
            made = copy.deepcopy(value)
            root = applied(schema, spec) if schema else None
            return made, id_of(prefix, _edit(made, act, pointer, root))
    return None


def _edit(value: Any, act: str, pointer: str, root: Schema | None) -> str:
    """Change the value; return the pointer of where to go. What leads nowhere changes nothing."""
    place, _, at = pointer.rpartition("/")
    if act == ADD:
        place, at = pointer, ""
    rows = _found(value, place, make=act == ADD)
    if not isinstance(rows, list):
        return pointer
    if act == ADD:
        rows.append(_new(root, place))
        return f"{place}/{len(rows) - 1}"
    if not at.isdecimal() or int(at) >= len(rows):
        return place
    return _move(rows, act, place, int(at))


def _move(rows: list[Any], act: str, place: str, at: int) -> str:
    if act == REMOVE:
        del rows[at]
        return f"{place}/{min(at, len(rows) - 1)}" if rows else place
    to = max(at - 1, 0) if act == UP else min(at + 1, len(rows) - 1)
    rows.insert(to, rows.pop(at))
    return f"{place}/{to}"


def _steps(pointer: str) -> list[str]:
    found = [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]
    return [step for step in found if not step.startswith("@")]


def _found(value: Any, pointer: str, *, make: bool) -> Any:
    steps = _steps(pointer)
    for index, step in enumerate(steps):
        if isinstance(value, list):
            value = value[int(step)] if step.isdecimal() and int(step) < len(value) else None
        elif isinstance(value, dict):
            if make and step not in value:
                value[step] = [] if index == len(steps) - 1 else {}
            value = value.get(step)
        else:
            return None
    return value


def _new(root: Schema | None, place: str) -> Any:
    if root is None:
        return {}
    kind = kind_of(root, root)
    for step in place.split("/")[1:]:
        kind = kind_of(root, _below(kind.schema, kind.branches, step), kind.trail)
    return item_of(root, kind)


def _below(schema: Schema, branches: tuple[Schema, ...], step: str) -> Any:
    if step.startswith("@"):
        return branches[int(step[1:])] if step[1:].isdecimal() else {}
    name = step.replace("~1", "/").replace("~0", "~")
    properties = schema.get("properties", {})
    return properties[name] if name in properties else schema.get("items", {})
