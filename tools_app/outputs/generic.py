"""Any JSON as a tree that can be read: pairs, items, grids of like objects. Always finite."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from tools_app.outputs.cells import humanised
from tools_app.outputs.formatting import clean
from tools_app.outputs.values import Shown, shown

DEEPEST = 8
MOST_NODES = 1_500
MOST_ITEMS = 50
MOST_COLUMNS = 8
OPEN_TO = 2


@dataclass(frozen=True)
class Node:
    """`more` says how many parts were left out."""

    kind: Literal["leaf", "pairs", "items", "chips", "grid", "cut"]
    value: Shown | None = None
    parts: tuple[tuple[str, "Node"], ...] = ()
    # Each with whether it is of numbers.
    columns: tuple[tuple[str, bool], ...] = ()
    rows: tuple[tuple[Shown, ...], ...] = ()
    size: str = ""
    more: int = 0
    is_open: bool = False

    @property
    def template(self) -> str:
        """Its own way to itself: a template can include only what a variable names again."""
        return "outputs/_node.html"

    @property
    def is_leaf(self) -> bool:
        """Whether it stands beside its name, not below it."""
        return self.kind in {"leaf", "chips", "cut"}


@dataclass
class _Budget:
    left: int = field(default=MOST_NODES)

    def spend(self, count: int = 1) -> bool:
        self.left -= count
        return self.left >= 0


def node_of(value: Any) -> Node:
    return _node(value, 0, _Budget())


def _node(value: Any, depth: int, budget: _Budget) -> Node:
    nested = isinstance(value, Mapping | list | tuple) and value
    if nested and (depth >= DEEPEST or not budget.spend()):
        return Node("cut", size=_size(value))
    if isinstance(value, Mapping) and value:
        return _pairs(value, depth, budget)
    if isinstance(value, list | tuple) and value:
        return _list(value, depth, budget)
    return Node("leaf", shown(value))


def _list(value: Sequence[Any], depth: int, budget: _Budget) -> Node:
    if _alike(value):
        return _grid(value, budget)
    return _chips(value, budget) if _is_short(value) else _items(value, depth, budget)


def _is_short(value: Sequence[Any]) -> bool:
    """Plain values that fit beside each other."""
    return not any(
        isinstance(item, Mapping | list | tuple) or (isinstance(item, str) and len(item) > 80)
        for item in value
    )


def _chips(value: Sequence[Any], budget: _Budget) -> Node:
    kept = _kept(value, budget)
    cells = tuple(shown(item) for item in kept)
    return Node("chips", rows=(cells,), size=_size(value), more=len(value) - len(kept))


def _size(value: Any) -> str:
    what = "field" if isinstance(value, Mapping) else "item"
    return f"{len(value):,} {what}{'' if len(value) == 1 else 's'}"


def _pairs(value: Mapping[Any, Any], depth: int, budget: _Budget) -> Node:
    kept = _kept(list(value.items()), budget)
    parts = [(_name(key), _node(part, depth + 1, budget)) for key, part in kept]
    return _whole("pairs", parts, value, depth)


def _items(value: Sequence[Any], depth: int, budget: _Budget) -> Node:
    kept = _kept(value, budget)
    parts = [(f"{at}", _node(part, depth + 1, budget)) for at, part in enumerate(kept, 1)]
    return _whole("items", parts, value, depth)


def _whole(
    kind: Literal["pairs", "items"], parts: list[tuple[str, Node]], value: Any, depth: int
) -> Node:
    more = len(value) - len(parts)
    return Node(kind, parts=tuple(parts), size=_size(value), more=more, is_open=depth < OPEN_TO)


def _kept(values: Sequence[Any], budget: _Budget) -> Sequence[Any]:
    kept = values[: max(1, min(MOST_ITEMS, budget.left))]
    budget.spend(len(kept))
    return kept


def _name(key: Any) -> str:
    return humanised(str(key)[:200]) or clean(str(key))[:200] or "(no name)"


def _alike(rows: Sequence[Any]) -> bool:
    """Two objects or more with the same few keys and plain values: a table says it best."""
    if len(rows) < 2 or not all(isinstance(row, Mapping) for row in rows):
        return False
    keys = set(rows[0])
    if not 0 < len(keys) <= MOST_COLUMNS or any(set(row) != keys for row in rows):
        return False
    return not any(isinstance(cell, Mapping | list) for row in rows for cell in row.values())


def _grid(rows: Sequence[Mapping[str, Any]], budget: _Budget) -> Node:
    keys = list(rows[0])
    kept = _kept(rows, budget)
    cells = tuple(tuple(shown(row[key]) for key in keys) for row in kept)
    columns = tuple(_column(key, cells, at) for at, key in enumerate(keys))
    more = len(rows) - len(kept)
    return Node("grid", columns=columns, rows=cells, size=_size(rows), more=more, is_open=True)


def _column(key: Any, cells: Sequence[Sequence[Shown]], at: int) -> tuple[str, bool]:
    return _name(key), all(row[at].kind in {"number", "nothing"} for row in cells)
