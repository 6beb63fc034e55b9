"""`$ref`: only to a definition of the same schema, and never in a circle.

All recursion is refused, also where every turn would consume input. A form, a mask and the bound on
work need a finite schema, and none of the 12 field types can be recursive.
"""

import re
from collections.abc import Iterator

from config.errors import Fault
from tools_app.schemas.shape import pointer_of
from tools_app.schemas.vocabulary import Path, Schema, every_subschema, target

ROOT = "#"
_NAME = re.compile(r"#/\$defs/[A-Za-z0-9._-]+")

Edge = tuple[str, str, Path]


def reference_faults(root: Schema, pointer: str) -> list[Fault]:
    found = [(path, schema) for path, schema in every_subschema(root) if "$ref" in schema]
    faults = [fault for path, schema in found for fault in _wrong(root, path, schema, pointer)]
    return faults or _circles(found, pointer)


def _wrong(root: Schema, path: Path, schema: Schema, pointer: str) -> Iterator[Fault]:
    reference, where = schema["$ref"], pointer + pointer_of((*path, "$ref"))
    if not isinstance(reference, str):
        yield Fault(where, "$ref", "A reference is text.")
    elif reference != ROOT and not _NAME.fullmatch(reference):
        detail = "Refer to a definition of this schema directly: #/$defs/name."
        yield Fault(where, "$ref", detail)
    elif target(root, schema) is None:
        yield Fault(where, "$ref", f"There is no definition {_short(reference)}.")


def _circles(found: list[tuple[Path, Schema]], pointer: str) -> list[Fault]:
    edges = [(_owner(path), schema["$ref"], path) for path, schema in found]
    return [
        Fault(
            pointer + pointer_of((*path, "$ref")),
            "$ref",
            "The reference leads back to itself. Write out as many levels as you need.",
        )
        for _, _, path in _circular(edges)
    ]


def _owner(path: Path) -> str:
    return f"#/$defs/{path[1]}" if path[:1] == ("$defs",) and len(path) > 1 else ROOT


def _circular(edges: list[Edge]) -> list[Edge]:
    """Take away what nothing leads to and what leads nowhere; circles remain."""
    while True:
        sources, targets = {edge[0] for edge in edges}, {edge[1] for edge in edges}
        left = [edge for edge in edges if edge[0] in targets and edge[1] in sources]
        if len(left) == len(edges):
            return left
        edges = left


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
