"""Pies and donuts: shares of a whole. Their numbers are not negative and not all zero."""

from decimal import Decimal
from math import cos, pi, sin

from django.utils.safestring import SafeString

from tools_app.outputs.charts.data import Chart
from tools_app.outputs.charts.marks import area
from tools_app.outputs.charts.svg import label
from tools_app.outputs.formatting import show

RADIUS = 92.0
HOLE = 56.0
SIZE = 260.0
LEAST_LABELLED = Decimal(4)


def shares(chart: Chart) -> list[Decimal]:
    """Of the whole, in percent."""
    values = [value or Decimal(0) for value in chart.series[0].values]
    whole = sum(values, Decimal(0))
    return [value * 100 / whole for value in values]


def draw(chart: Chart, width: int, prefix: str) -> tuple[float, list[SafeString]]:
    centre, begun, parts = width / 2, Decimal(0), []
    for index, share in enumerate(shares(chart)):
        if share > 0:
            parts.append(_slice(chart, index, begun, share, centre, prefix))
        if share >= LEAST_LABELLED:
            x, y = on_circle(begun + share / 2, RADIUS + 20, centre)
            parts.append(
                label(percent(share), x, y + 4, text_anchor="middle", class_="chart__value")
            )
        begun += share
    if chart.kind == "donut":
        parts += _middle(chart, centre)
    return SIZE, parts


def percent(share: Decimal) -> str:
    return show(round(share, 1), "percent")


def on_circle(at: Decimal, radius: float, centre: float) -> tuple[float, float]:
    """A place on a circle; `at` counts from the top, clockwise, in percent."""
    angle = float(at) / 100 * 2 * pi
    return centre + radius * sin(angle), SIZE / 2 - radius * cos(angle)


def _slice(
    chart: Chart, index: int, begun: Decimal, share: Decimal, centre: float, prefix: str
) -> SafeString:
    words = f"{chart.categories[index]}: {chart.series[0].words(index)}, {percent(share)}"
    inner = HOLE if chart.kind == "donut" else 0.0
    if share >= 100:
        return area("path", prefix, index, words, d=_ring(centre, inner), fill_rule="evenodd")
    return area("path", prefix, index, words, d=_wedge(begun, begun + share, centre, inner))


def _wedge(start: Decimal, end: Decimal, centre: float, inner: float) -> str:
    large = int(end - start > 50)
    (x1, y1), (x2, y2) = on_circle(start, RADIUS, centre), on_circle(end, RADIUS, centre)
    outer = f"M{x1:.3f} {y1:.3f} A{RADIUS} {RADIUS} 0 {large} 1 {x2:.3f} {y2:.3f}"
    if not inner:
        return f"{outer} L{centre:.3f} {SIZE / 2:.3f} Z"
    (x3, y3), (x4, y4) = on_circle(end, inner, centre), on_circle(start, inner, centre)
    return f"{outer} L{x3:.3f} {y3:.3f} A{inner} {inner} 0 {large} 0 {x4:.3f} {y4:.3f} Z"


def _ring(centre: float, inner: float) -> str:
    """A whole one: an arc from a point to itself would be drawn as nothing."""
    made = _circle(centre, RADIUS)
    return f"{made} {_circle(centre, inner)}" if inner else made


def _circle(centre: float, radius: float) -> str:
    left, right, y = centre - radius, centre + radius, SIZE / 2
    arc = f"A{radius} {radius} 0 1 1"
    return f"M{left:.3f} {y:.3f} {arc} {right:.3f} {y:.3f} {arc} {left:.3f} {y:.3f} Z"


def _middle(chart: Chart, centre: float) -> list[SafeString]:
    series = chart.series[0]
    whole = show(sum(chart.numbers, Decimal(0)), series.form)
    size = "chart__total" if len(whole) < 9 else "chart__total is-small"
    return [
        label(whole, centre, SIZE / 2 + 4, text_anchor="middle", class_=size),
        label("in total", centre, SIZE / 2 + 20, text_anchor="middle", class_="chart__tick"),
    ]
