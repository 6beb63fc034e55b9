"""Lines, and lines with the area below them. A missing value is a gap."""

from collections.abc import Iterator

from django.utils.safestring import SafeString

from tools_app.outputs.charts.data import Chart, Series
from tools_app.outputs.charts.frame import GAP, LINE, Box, category_labels, upright, value_lines
from tools_app.outputs.charts.marks import colour, point
from tools_app.outputs.charts.scale import Scale
from tools_app.outputs.charts.svg import el

MOST_POINTS = 40
Spot = tuple[int, float, float]


def draw(chart: Chart, width: int, _prefix: str) -> tuple[float, list[SafeString]]:
    box, up = upright(chart, chart.numbers, width, zero=chart.kind == "area")
    places = _places(len(chart.categories), box)
    slot = places[1] - places[0] if len(places) > 1 else box.width
    parts = list(value_lines(chart, box, up))
    for index, each in enumerate(chart.series):
        parts += _line(chart, index, each, places, up)
    parts += category_labels(chart.categories, box, places, slot)
    return box.bottom + LINE + GAP, parts


def _places(count: int, box: Box) -> list[float]:
    """Spread over the width; a single one stands in the middle."""
    if count == 1:
        return [box.left + box.width / 2]
    edge = min(24.0, box.width / count / 2)
    return [box.left + edge + (box.width - 2 * edge) * at / (count - 1) for at in range(count)]


def _line(
    chart: Chart, index: int, each: Series, places: list[float], up: Scale
) -> Iterator[SafeString]:
    for run in _runs(each, places, up):
        path = "M" + " L".join(f"{x:.2f} {y:.2f}" for _, x, y in run)
        if chart.kind == "area" and len(run) > 1:
            base = min(max(up.at(up.low * 0), up.end), up.start)
            closed = f"{path} L{run[-1][1]:.2f} {base:.2f} L{run[0][1]:.2f} {base:.2f} Z"
            yield el("path", d=closed, class_=f"chart__wash {colour(index)}")
        if len(run) > 1:
            yield el("path", d=path, class_=f"chart__line {colour(index)} dash{index // 6}")
        yield from _points(chart, index, run)


def _runs(each: Series, places: list[float], up: Scale) -> list[list[Spot]]:
    """Stretches without a gap."""
    runs: list[list[Spot]] = [[]]
    for at, value in enumerate(each.values):
        if value is None:
            runs.append([])
        else:
            runs[-1].append((at, places[at], up.at(value)))
    return [run for run in runs if run]


def _points(chart: Chart, index: int, run: list[Spot]) -> Iterator[SafeString]:
    """A mark a value, unless they would touch; then only at the ends."""
    crowded = len(chart.categories) > MOST_POINTS
    for at, x, y in (run[:1] + run[-1:]) if crowded else run:
        each = chart.series[index]
        yield point(index, x, y, f"{chart.categories[at]}, {each.label}: {each.words(at)}")
