"""Which of several shapes a value has."""

from typing import Any

from config.errors import InvalidInput
from tools_app.forms.kinds import Kind, flattened
from tools_app.schemas.validation import faults_of
from tools_app.schemas.vocabulary import Schema

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "boolean": (bool,),
    "number": (int, float), "integer": (int,), "null": (type(None),),
}  # fmt: skip


def shape_of(root: Schema, kind: Kind, value: Any) -> int | None:
    """The first shape that is valid, else the first of the right type and with the right fixed
    values; None when the value has none of them."""
    flat = [flattened(root, branch)[0] or {} for branch in kind.branches]
    for index, branch in enumerate(flat):
        if _is_valid(root, branch, value):
            return index
    for index, branch in enumerate(flat):
        if _looks(branch, value):
            return index
    return None


def _is_valid(root: Schema, branch: Schema, value: Any) -> bool:
    whole = {**branch, "$defs": root["$defs"]} if "$defs" in root else branch
    try:
        return not faults_of(whole, value)
    except InvalidInput:
        return False


def _looks(branch: Schema, value: Any) -> bool:
    expected = _TYPES.get(str(branch.get("type")))
    if expected is None or not isinstance(value, expected):
        return False
    if not isinstance(value, dict):
        return True
    fixed = {
        name: inner["const"]
        for name, inner in branch.get("properties", {}).items()
        if isinstance(inner, dict) and "const" in inner
    }
    return all(value.get(name) == wanted for name, wanted in fixed.items())
