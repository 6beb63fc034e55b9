"""Two people changed the same thing: a three-way merge, member by member. Pure.

What one side changed is taken over; where both changed the same place differently, that is a
conflict, and the merged value keeps what the caller has (`mine`), so that nothing typed is lost.
"""

from dataclasses import dataclass
from typing import Any

from tools_app.schemas.shape import pointer_of

Path = tuple[str, ...]


class _Missing:
    """Where a side has nothing at all, which is not the same as null."""

    def __repr__(self) -> str:
        return "missing"


MISSING = _Missing()


@dataclass(frozen=True)
class MergeConflict:
    """A place that both changed. None stands for what is not there."""

    pointer: str
    base: Any
    mine: Any
    theirs: Any


@dataclass(frozen=True)
class Merged:
    value: Any
    conflicts: tuple[MergeConflict, ...] = ()


def merged(*, base: Any, mine: Any, theirs: Any) -> Merged:
    """Objects are merged member by member, lists of different texts as sets, all else whole.

    Without a `base` (None), whatever differs is a conflict."""
    conflicts: list[MergeConflict] = []
    value = _merge((), base if base is not None else MISSING, mine, theirs, conflicts)
    return Merged(value, tuple(conflicts))


def _merge(path: Path, base: Any, mine: Any, theirs: Any, found: list[MergeConflict]) -> Any:
    if mine == theirs or theirs == base:
        return mine
    if mine == base:
        return theirs
    if isinstance(mine, dict) and isinstance(theirs, dict):
        return _members(path, base if isinstance(base, dict) else {}, mine, theirs, found)
    if _is_set(base) and _is_set(mine) and _is_set(theirs):
        return _sets(base, mine, theirs)
    shown = [None if side is MISSING else side for side in (base, mine, theirs)]
    found.append(MergeConflict(pointer_of(path), *shown))
    return theirs if mine is MISSING else mine


def _members(
    path: Path,
    base: dict[str, Any],
    mine: dict[str, Any],
    theirs: dict[str, Any],
    found: list[MergeConflict],
) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key in dict.fromkeys([*mine, *theirs]):
        sides = [side.get(key, MISSING) for side in (base, mine, theirs)]
        value = _merge((*path, key), sides[0], sides[1], sides[2], found)
        if value is not MISSING:
            result[key] = value
    return result


def _is_set(value: Any) -> bool:
    return (
        isinstance(value, list)
        and all(isinstance(item, str) for item in value)
        and len(set(value)) == len(value)
    )


def _sets(base: list[str], mine: list[str], theirs: list[str]) -> list[str]:
    """What either added, without what either removed; in my order."""
    gone = {item for item in base if item not in mine or item not in theirs}
    return [item for item in dict.fromkeys([*mine, *theirs]) if item not in gone]
