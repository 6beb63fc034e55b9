"""Bars, upright or lying, side by side or on top of each other."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from django.utils.safestring import SafeString

from tools_app.outputs.charts.data import Chart
from tools_app.outputs.charts.frame import (
    GAP,
    LINE,
    Box,
    category_labels,
    upright,
    value_lines,
)
from tools_app.outputs.charts.marks import area
from tools_app.outputs.charts.scale import Scale, scale
from tools_app.outputs.charts.svg import el, fitted, label, text_width

MOST_UPRIGHT = 12
THICKEST = 56.0
THINNEST = 6.0
Drawn = tuple[float, list[SafeString]]


@dataclass(frozen=True)
class Bar:
    """One bar from `low` to `high` on the scale, `lane` of `lanes` in its category."""

    category: int
    series: int
    lane: int
    low: Decimal
    high: Decimal


def bars(chart: Chart) -> list[Bar]:
    if chart.kind != "stacked-bar":
        return [
            Bar(at, index, index, min(value, Decimal(0)), max(value, Decimal(0)))
            for index, each in enumerate(chart.series)
            for at, value in enumerate(each.values)
            if value is not None
        ]
    return [bar for at in range(len(chart.categories)) for bar in _stack(chart, at)]


def _stack(chart: Chart, at: int) -> Iterator[Bar]:
    """What is above zero piles up, what is below piles down."""
    top = bottom = Decimal(0)
    for index, each in enumerate(chart.series):
        value = each.values[at]
        if value is None:
            continue
        if value >= 0:
            yield Bar(at, index, 0, top, top + value)
            top += value
        else:
            yield Bar(at, index, 0, bottom + value, bottom)
            bottom += value


def draw(chart: Chart, width: int, prefix: str) -> Drawn:
    lanes = 1 if chart.kind == "stacked-bar" else len(chart.series)
    widest = max(text_width(name) for name in chart.categories)
    slot = (width - 70) / len(chart.categories)
    lies = len(chart.categories) > MOST_UPRIGHT or widest > slot or slot / lanes < THINNEST + 6
    return _lying(chart, width, prefix, lanes) if lies else _upright(chart, width, prefix, lanes)


def _ends(found: list[Bar]) -> list[Decimal]:
    return [end for bar in found for end in (bar.low, bar.high)]


def _thickness(slot: float, lanes: int) -> float:
    return min(THICKEST, slot * 0.72 / lanes)


def _title(chart: Chart, bar: Bar) -> str:
    series = chart.series[bar.series]
    return f"{chart.categories[bar.category]}, {series.label}: {series.words(bar.category)}"


def _upright(chart: Chart, width: int, prefix: str, lanes: int) -> Drawn:
    found = bars(chart)
    box, up = upright(chart, _ends(found), width)
    slot = box.width / len(chart.categories)
    thick = _thickness(slot, lanes)
    places = [box.left + slot * (at + 0.5) for at in range(len(chart.categories))]
    parts = list(value_lines(chart, box, up))
    for bar in found:
        x = places[bar.category] + (bar.lane - lanes / 2) * thick
        top, bottom = up.at(bar.high), up.at(bar.low)
        size = {"x": x + 0.5, "y": top, "width": thick - 1, "height": bottom - top, "rx": 2.0}
        parts.append(area("rect", prefix, bar.series, _title(chart, bar), **size))
    parts += _values(chart, found, up, places, thick) if lanes == len(chart.series) == 1 else []
    parts += category_labels(chart.categories, box, places, slot)
    return box.bottom + LINE + GAP, parts


def _values(
    chart: Chart, found: list[Bar], up: Scale, places: list[float], thick: float
) -> Iterator[SafeString]:
    """The number at the end of each bar, where it fits."""
    for bar in found:
        words = chart.series[0].tick(bar.high if bar.high > 0 else bar.low)
        if text_width(words) > thick * 1.35:
            continue
        y = up.at(bar.high) - 5 if bar.high > 0 or bar.low == 0 else up.at(bar.low) + 14
        yield label(words, places[bar.category], y, text_anchor="middle", class_="chart__value")


def _lying(chart: Chart, width: int, prefix: str, lanes: int) -> Drawn:
    """Names above their bars: they may be long, and there may be many."""
    found = bars(chart)
    thick = 18.0 if lanes == 1 else 14.0
    row = 20 + thick * lanes + 12
    box = Box(0, 4, width, 4 + row * len(chart.categories))
    along = _along(chart, found, box)
    parts: list[SafeString] = []
    for at, name in enumerate(chart.categories):
        y = box.top + row * at + 14
        parts.append(label(fitted(name, width - 4), 0, y, class_="chart__name"))
        parts.append(_zero(along, y + 4, y + 8 + thick * lanes))
    for bar in found:
        parts += _lying_bar(chart, bar, along, box, thick, prefix)
    return box.bottom + 4, parts


def _along(chart: Chart, found: list[Bar], box: Box) -> Scale:
    """With room for the numbers at the ends of the bars, if they have them."""
    ends = _ends(found)
    widest = max((text_width(_end_words(chart, bar, box.width)) for bar in found), default=0)
    room = widest + GAP if _is_labelled(chart) else 0.0
    below = room if any(end < 0 for end in ends) else 0.0
    return scale(ends, box.left + below, box.right - room)


def _is_labelled(chart: Chart) -> bool:
    return chart.kind != "stacked-bar" or len(chart.series) == 1


def _zero(along: Scale, top: float, bottom: float) -> SafeString:
    x = along.at(Decimal(0))
    return el("line", x1=x, x2=x, y1=top, y2=bottom, class_="chart__zero")


def _end_words(chart: Chart, bar: Bar, width: float) -> str:
    """At most a third of the width, so that bars always have a place."""
    return fitted(chart.series[bar.series].words(bar.category), width / 3)


def _lying_bar(
    chart: Chart, bar: Bar, along: Scale, box: Box, thick: float, prefix: str
) -> list[SafeString]:
    row = box.height / len(chart.categories)
    y = box.top + row * bar.category + 20 + thick * bar.lane
    left, right = along.at(bar.low), along.at(bar.high)
    size = {"x": left, "y": y, "width": right - left, "height": thick - 1, "rx": 2.0}
    drawn = [area("rect", prefix, bar.series, _title(chart, bar), **size)]
    if not _is_labelled(chart):
        return drawn
    upwards = bar.high > 0 or bar.low == 0
    x, anchor = (right + 6, "start") if upwards else (left - 6, "end")
    words = _end_words(chart, bar, box.width)
    middle = y + thick / 2 + 4
    return [*drawn, label(words, x, middle, text_anchor=anchor, class_="chart__value")]
