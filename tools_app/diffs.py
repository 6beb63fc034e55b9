"""Two JSON values side by side, line by line."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any, Literal

AROUND = 3
"""Unchanged lines shown on each side of a change."""
MOST_LINES = 4_000

Kind = Literal["same", "removed", "added", "changed", "skipped"]


@dataclass(frozen=True)
class Line:
    """`skipped` stands for as many unchanged lines as `left_no` says."""

    kind: Kind
    left_no: int | None = None
    left: str = ""
    right_no: int | None = None
    right: str = ""


def side_by_side(before: Any, after: Any) -> list[Line]:
    """Nothing at all for equal values; members are in the order of their names."""
    left, right = _lines(before), _lines(after)
    if left == right:
        return []
    matcher = SequenceMatcher(None, left, right, autojunk=len(left) + len(right) > MOST_LINES)
    groups = matcher.get_grouped_opcodes(AROUND)
    return list(_drawn(groups, left, right))


def _lines(value: Any) -> list[str]:
    return json.dumps(value, ensure_ascii=False, indent=2, sort_keys=True).splitlines()


Opcode = tuple[str, int, int, int, int]


def _drawn(
    groups: Iterable[list[Opcode]], left: Sequence[str], right: Sequence[str]
) -> Iterator[Line]:
    shown = 0
    for group in groups:
        if group[0][1] > shown:
            yield Line("skipped", group[0][1] - shown)
        for tag, i1, i2, j1, j2 in group:
            yield from _pairs(tag, range(i1, i2), range(j1, j2), left, right)
            shown = i2
    if len(left) > shown:
        yield Line("skipped", len(left) - shown)


def _pairs(
    tag: str, old: range, new: range, left: Sequence[str], right: Sequence[str]
) -> Iterator[Line]:
    for i, j in zip_longest(old, new):
        kind: Kind = "changed"
        if tag == "equal":
            kind = "same"
        elif i is None or j is None:
            kind = "added" if i is None else "removed"
        yield Line(
            kind,
            None if i is None else i + 1,
            "" if i is None else left[i],
            None if j is None else j + 1,
            "" if j is None else right[j],
        )
