"""What controls are called. A value's control has the value's JSON pointer as its name, so that
`/items/0/title` is the title of the first item; what else a form sends begins with `_`.

Beside a choice of shapes, the fields of the n-th shape are under `@n`: all shapes are in the page.
"""

import re
from dataclasses import dataclass

from config.errors import escape_pointer

ROW, EMPTY, NULL, AS_JSON = "_row", "_empty", "_null", "_json"
ZONE, SHAPE, MORE = "_zone:", "_shape:", "_more:"
ADD, REMOVE, UP, DOWN = "_add", "_remove", "_up", "_down"
WHOLE = "_value"
BLANK = "__index__"
"""Stands for the index in the row that the browser copies."""


@dataclass(frozen=True)
class Place:
    """Where a value is, and what its control is called; they differ within a choice only."""

    pointer: str = ""
    name: str = ""

    def step(self, key: str | int) -> "Place":
        escaped = escape_pointer(str(key))
        return Place(f"{self.pointer}/{escaped}", f"{self.name}/{escaped}")

    def branch(self, index: int) -> "Place":
        return Place(self.pointer, f"{self.name}/@{index}")


def id_of(prefix: str, name: str) -> str:
    """For anchors and labels: no spaces, because lists of ids are separated by them."""
    return "f" + re.sub(r"\s", "_", prefix + name)
