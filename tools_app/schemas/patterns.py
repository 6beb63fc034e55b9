"""Regular expressions: short, few, and such that the linear engine can run them."""

import re
from collections.abc import Iterator
from typing import Any

from jsonschema_rs import ValidationError

from config.errors import Fault
from tools_app.schemas.engine import build
from tools_app.schemas.shape import pointer_of
from tools_app.schemas.vocabulary import Path, Schema, every_subschema

LONGEST = 500
MOST = 100

_LOOK_AROUND = re.compile(r"\(\?<?[=!]")
_BACK_REFERENCE = re.compile(r"\\[1-9]|\\k<|\(\?P=")


def pattern_faults(root: Schema, pointer: str) -> list[Fault]:
    found = list(_patterns(root))
    if len(found) > MOST:
        return [Fault(pointer, "pattern", f"More than {MOST} patterns.")]
    return [
        Fault(pointer + pointer_of(path), "pattern", reason)
        for path, pattern in found
        if (reason := _reason(pattern))
    ]


def _patterns(root: Schema) -> Iterator[tuple[Path, Any]]:
    for path, schema in every_subschema(root):
        if "pattern" in schema:
            yield (*path, "pattern"), schema["pattern"]
        named = schema.get("patternProperties")
        if isinstance(named, dict):
            yield from (((*path, "patternProperties", name), name) for name in named)


def _reason(pattern: Any) -> str:
    """Why the engine cannot run it, and what to do; empty when it can."""
    if not isinstance(pattern, str):
        return "A pattern is text."
    if len(pattern) > LONGEST:
        return f"A pattern has at most {LONGEST} characters."
    try:
        build({"type": "string", "pattern": pattern})
    except ValidationError:
        return _advice(pattern)
    return ""


def _advice(pattern: str) -> str:
    if _LOOK_AROUND.search(pattern):
        return "Look-around, such as (?=…), is not supported. Split the rule: two patterns in “allOf”, or “not”."
    if _BACK_REFERENCE.search(pattern):
        return "Back-references, such as \\1, are not supported. Write the repeated part out."
    if re.search(r"\{\d", pattern):
        return "The pattern is not valid, or its repeat counts are too large. Use minLength and maxLength for the length."
    return "The pattern is not a valid regular expression."
