"""From a section of a tool to a block: one maker a type. Each raises `Unfit` for unfit data."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

from tools_app.definitions import Section
from tools_app.outputs.cells import Cell, Unfit, cell_of, cells_of, rows_of
from tools_app.outputs.charts.data import KINDS, MOST_SERIES, Chart, RadarData, Series
from tools_app.outputs.charts.radar import LEAST_AXES, scale_of
from tools_app.outputs.formatting import number_of, show_signed, text_of
from tools_app.outputs.kinds import (
    Block,
    CalloutBlock,
    Card,
    ChartBlock,
    Delta,
    RadarBlock,
    Rank,
    RankingBlock,
    SummaryBlock,
)
from tools_app.outputs.tables import table_of

MOST_CARDS = 24
MOST_DRAWN = 60
MOST_SLICES = 12
MOST_AXES = 24
MOST_RANKS = 200
Rows = Sequence[Mapping[str, Any]]
Options = dict[str, Any]


def summary(section: Section, value: Any, options: Options) -> Block:
    if not isinstance(value, Mapping):
        raise Unfit("not an object")
    cells = cells_of(section.config.get("items"))[:MOST_CARDS]
    cards = tuple(_card(cell, value) for cell in cells if cell.key in value)
    if not cards:
        raise Unfit("none of its keys is there")
    return SummaryBlock(cards=cards, **options)


def _card(cell: Cell, row: Mapping[str, Any]) -> Card:
    return Card(cell.label, cell.shown(row), _delta(cell, row))


def _delta(cell: Cell, row: Mapping[str, Any]) -> Delta | None:
    change = number_of(row.get(cell.delta)) if cell.delta else None
    if change is None:
        return None
    if change == 0:
        return Delta("0", "no change", "flat")
    text = show_signed(change, cell.form, cell.unit)
    size = show_signed(abs(change), cell.form, cell.unit).removeprefix("+")
    return Delta(text, f"{'up' if change > 0 else 'down'} {size}", "up" if change > 0 else "down")


def table(section: Section, value: Any, options: Options) -> Block:
    rows = rows_of(value)
    if not rows:
        return empty(options)
    return table_of(rows, cells_of(section.config.get("columns")), **options)


def empty(options: Options) -> Block:
    return CalloutBlock(text="There is nothing to show here.", **options)


def chart(section: Section, value: Any, options: Options) -> Block:
    rows, config = rows_of(value), section.config
    kind, x = config.get("kind"), cell_of(config.get("x"))
    cells = cells_of(config.get("series"))[:MOST_SERIES]
    if kind not in KINDS:
        raise Unfit("a kind of chart that is not drawn")
    if not rows:
        return empty(options)
    data = table_of(rows, [x, *cells], label=options["label"], key=section.key)
    made = Chart(kind, options["label"], x.label, _names(rows, x), _series(rows, cells))
    if not made.numbers:
        raise Unfit("no numbers")
    fit, note = _drawable(made)
    return ChartBlock(chart=fit, data=data, note=note, **options)


def _names(rows: Rows, cell: Cell) -> tuple[str, ...]:
    return tuple(cell.shown(row).text[:200] for row in rows)


def _series(rows: Rows, cells: Sequence[Cell]) -> tuple[Series, ...]:
    return tuple(
        Series(cell.label, tuple(cell.number(row) for row in rows), cell.form, cell.unit)
        for cell in cells
    )


def _drawable(made: Chart) -> tuple[Chart, str]:
    """A chart that can be drawn, and what a reader should know about it."""
    if made.kind in {"pie", "donut"}:
        return _whole(made)
    count = len(made.categories)
    most = 400 if made.kind in {"line", "area"} else MOST_DRAWN
    if count <= most:
        return made, ""
    note = f"The first {most} of {count:,} are drawn; the data below has all."
    return _cut(made, most, made.kind), note


def _cut(made: Chart, count: int, kind: Any) -> Chart:
    series = tuple(
        Series(each.label, each.values[:count], each.form, each.unit) for each in made.series
    )
    return Chart(kind, made.title, made.axis, made.categories[:count], series)


def _whole(made: Chart) -> tuple[Chart, str]:
    """Shares exist only of a whole: no negative part, not all zero."""
    values = [value or Decimal(0) for value in made.series[0].values]
    if min(values) < 0 or not sum(values):
        note = "Drawn as bars: these numbers are no shares of a whole."
        return _cut(made, MOST_DRAWN, "bar"), note
    if len(values) <= MOST_SLICES:
        return Chart(made.kind, made.title, made.axis, made.categories, made.series[:1]), ""
    kept = MOST_SLICES - 1
    other = sum(values[kept:], Decimal(0))
    first = made.series[0]
    series = Series(first.label, (*values[:kept], other), first.form, first.unit)
    names = (*made.categories[:kept], f"Other ({len(values) - kept})")
    return Chart(made.kind, made.title, made.axis, names, (series,)), ""


def radar(section: Section, value: Any, options: Options) -> Block:
    rows, config = rows_of(value), section.config
    axis, cells = cell_of(config.get("axis")), cells_of(config.get("series"))[:MOST_SERIES]
    if not LEAST_AXES <= len(rows) <= MOST_AXES:
        return _as_bars(section, value, options)
    series = _series(rows, cells)
    numbers = [number for each in series for number in each.values if number is not None]
    if not numbers:
        raise Unfit("no numbers")
    low, high = scale_of(number_of(config.get("min")), number_of(config.get("max")), numbers)
    made = RadarData(options["label"], axis.label, _names(rows, axis), series, low, high)
    data = table_of(rows, [axis, *cells], label=options["label"], key=section.key)
    return RadarBlock(chart=made, data=data, **options)


def _as_bars(section: Section, value: Any, options: Options) -> Block:
    """A radar needs three axes, and is no longer readable with very many."""
    config = {"kind": "bar", "x": section.config.get("axis"), "series": section.config["series"]}
    return chart(Section(section.key, section.label, "chart", config), value, options)


def ranking(section: Section, value: Any, options: Options) -> Block:
    rows, config = rows_of(value), section.config
    name, worth = cell_of(config.get("name")), cell_of(config.get("value"))
    details = cells_of(config["details"]) if config.get("details") else []
    if not rows:
        return empty(options)
    numbers = [worth.number(row) for row in rows]
    ranks = tuple(
        _rank(place, row, name, worth, details, _share(number, numbers))
        for place, (row, number) in enumerate(zip(rows, numbers, strict=True), 1)
        if place <= MOST_RANKS
    )
    more = len(rows) - len(ranks)
    return RankingBlock(ranks=ranks, value_label=worth.label, more=more, **options)


def _rank(
    place: int, row: Mapping[str, Any], name: Cell, worth: Cell, details: list[Cell], share: Decimal
) -> Rank:
    shown = tuple((cell.label, cell.shown(row)) for cell in details)
    words = text_of(name.value(row))[:300]
    return Rank(place, words, worth.shown(row), share, shown)


def _share(number: Decimal | None, numbers: Sequence[Decimal | None]) -> Decimal:
    """Of the largest one; what is negative or missing has none."""
    largest = max((each for each in numbers if each is not None), default=Decimal(0))
    if number is None or number <= 0 or largest <= 0:
        return Decimal(0)
    return round(number * 100 / largest, 1)


MAKERS: dict[str, Callable[[Section, Any, Options], Block]] = {
    "summary": summary,
    "table": table,
    "chart": chart,
    "radar": radar,
    "ranking": ranking,
}
