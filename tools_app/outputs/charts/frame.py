"""The frame of a chart with axes: where the plot lies, its lines and its labels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.safestring import SafeString

from tools_app.outputs.charts.data import Chart
from tools_app.outputs.charts.scale import Scale, scale
from tools_app.outputs.charts.svg import el, fitted, label, text_width

GAP = 8.0
LINE = 16.0


@dataclass(frozen=True)
class Box:
    """Where values are drawn, in the units of the view box."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


def upright(
    chart: Chart, values: Sequence[Decimal], width: int, *, zero: bool = True
) -> tuple[Box, Scale]:
    """Values go up, categories to the right."""
    height = 280.0 if width > 400 else 230.0
    box = Box(0, 12, width - 12.0, height - LINE - GAP)
    found = scale(values, box.bottom, box.top, zero=zero)
    left = max(text_width(chart.series[0].tick(tick)) for tick in found.ticks)
    return Box(min(left, width / 3) + GAP, box.top, box.right, box.bottom), found


def value_lines(chart: Chart, box: Box, up: Scale) -> Iterator[SafeString]:
    """Lines across at the ticks, with their numbers to the left."""
    for tick in up.ticks:
        y = up.at(tick)
        kind = "chart__zero" if tick == 0 else "chart__grid"
        yield el("line", x1=box.left, x2=box.right, y1=y, y2=y, class_=kind)
        words = chart.series[0].tick(tick)
        yield label(words, box.left - GAP, y + 4, text_anchor="end", class_="chart__tick")


def category_labels(
    categories: Sequence[str], box: Box, places: Sequence[float], slot: float
) -> Iterator[SafeString]:
    """As many as fit, always the first; the others are in the table of the data."""
    widest = max(text_width(name) for name in categories) + GAP
    every = max(1, -(-int(min(widest, 90)) // max(1, int(slot))))
    room = slot * every - 4
    for name, x in list(zip(categories, places, strict=True))[::every]:
        words = fitted(name, room)
        half = text_width(words) / 2
        at = min(max(x, half), box.right + 12 - half)
        yield label(words, at, box.bottom + LINE + 2, text_anchor="middle", class_="chart__tick")


def sheet(title: str, words: str, width: int, height: float, *parts: str) -> SafeString:
    """The whole drawing: an image with a name and a description."""
    return el(
        "svg",
        el("title", title),
        el("desc", words),
        *parts,
        viewBox=f"0 0 {width} {height:.0f}",
        width=width,
        height=round(height),
        role="img",
        class_="chart__svg",
        preserveAspectRatio="xMidYMid meet",
    )
