"""Radars: one axis a category, one outline a series."""

from collections.abc import Iterator
from decimal import Decimal
from math import cos, pi, sin

from django.utils.safestring import SafeString

from tools_app.outputs.charts.data import RadarData
from tools_app.outputs.charts.marks import colour, point
from tools_app.outputs.charts.svg import el, fitted, label
from tools_app.outputs.formatting import show

LEAST_AXES = 3
RINGS = 4
Place = tuple[float, float]


def place(at: int, count: int, share: float, centre: Place, radius: float) -> Place:
    """On the axis with this number, so far out; the first axis points up."""
    angle = 2 * pi * at / count
    return centre[0] + radius * share * sin(angle), centre[1] - radius * share * cos(angle)


def draw(radar: RadarData, width: int, _prefix: str) -> tuple[float, list[SafeString]]:
    radius = min(118.0, width * 0.25)
    height = 2 * radius + 84
    centre = (width / 2, height / 2)
    parts = [*_web(radar, centre, radius), *_names(radar, centre, radius, width)]
    for index in range(len(radar.series)):
        parts += _outline(radar, index, centre, radius)
    return height, parts


def _web(radar: RadarData, centre: Place, radius: float) -> Iterator[SafeString]:
    count = len(radar.categories)
    for ring in range(1, RINGS + 1):
        corners = [place(at, count, ring / RINGS, centre, radius) for at in range(count)]
        yield el("polygon", points=_points(corners), class_="chart__web")
    for at in range(count):
        x, y = place(at, count, 1, centre, radius)
        yield el("line", x1=centre[0], y1=centre[1], x2=x, y2=y, class_="chart__grid")
    for ring in (0, RINGS):
        value = radar.low + (radar.high - radar.low) * ring / RINGS
        y = centre[1] - radius * ring / RINGS + 11
        yield label(show(value, "number"), centre[0] + 4, y, class_="chart__tick is-small")


def _points(places: list[Place]) -> str:
    return " ".join(f"{x:.2f},{y:.2f}" for x, y in places)


def _names(radar: RadarData, centre: Place, radius: float, width: int) -> Iterator[SafeString]:
    count = len(radar.categories)
    for at, name in enumerate(radar.categories):
        x, y = place(at, count, 1 + 14 / radius, centre, radius)
        side = x - centre[0]
        anchor = "middle" if abs(side) < 8 else ("start" if side > 0 else "end")
        room = width - 8.0 if anchor == "middle" else width / 2 - abs(side) - 4
        lines = _lines(name, room)
        first = y + _drop(y, centre[1], radius, len(lines))
        for line, words in enumerate(lines):
            yield label(words, x, first + 14 * line, text_anchor=anchor, class_="chart__name")


def _lines(name: str, room: float) -> list[str]:
    """A name in one line, or in two where it does not fit."""
    words = name.split()
    if fitted(name, room) == name or len(words) < 2:
        return [fitted(name, room)]
    half = next(at for at in range(1, len(words) + 1) if len(" ".join(words[:at])) * 2 >= len(name))
    parts = (" ".join(words[:half]), " ".join(words[half:]))
    return [fitted(part, room) for part in parts if part]


def _drop(y: float, middle: float, radius: float, lines: int) -> float:
    """Names above the web stand on it, those below hang from it, the others are centred."""
    if y < middle - radius:
        return -14.0 * (lines - 1)
    return 10.0 if y > middle + radius else 4 - 7.0 * (lines - 1)


def _outline(radar: RadarData, index: int, centre: Place, radius: float) -> Iterator[SafeString]:
    """Through the values there are; an axis without one has no mark."""
    series, count = radar.series[index], len(radar.categories)
    spots = {
        at: place(at, count, radar.share(value), centre, radius)
        for at, value in enumerate(series.values)
        if value is not None
    }
    kind = f"{colour(index)} dash{index % 4}"
    if len(spots) > 1:
        yield el("polygon", points=_points(list(spots.values())), class_=f"chart__shape {kind}")
    for at, (x, y) in spots.items():
        yield point(index, x, y, f"{radar.categories[at]}, {series.label}: {series.words(at)}")


def scale_of(
    low: Decimal | None, high: Decimal | None, values: list[Decimal]
) -> tuple[Decimal, Decimal]:
    """What was asked for, or what the values need."""
    least = low if low is not None else min([*values, Decimal(0)])
    most = high if high is not None else max([*values, least + 1])
    return (least, most) if most > least else (least, least + 1)
