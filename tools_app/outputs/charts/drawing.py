"""A chart on the page: a drawing for wide, middling and narrow places, and a key of its series."""

from dataclasses import dataclass
from hashlib import sha256

from django.utils.safestring import SafeString

from tools_app.outputs.charts import bars, lines, pies, radar
from tools_app.outputs.charts.data import Chart, RadarData
from tools_app.outputs.charts.frame import sheet
from tools_app.outputs.charts.marks import area, colour, point, textures
from tools_app.outputs.charts.svg import el

WIDE, MIDDLE, NARROW = 640, 440, 290
ROUND = {"pie", "donut", "radar"}
DRAWERS = {
    "bar": bars.draw,
    "stacked-bar": bars.draw,
    "line": lines.draw,
    "area": lines.draw,
    "pie": pies.draw,
    "donut": pies.draw,
}
SHAPED = {"line", "area", "radar"}


@dataclass(frozen=True)
class Key:
    """One entry of the legend."""

    swatch: SafeString
    label: str
    value: str = ""


@dataclass(frozen=True)
class Figure:
    """`wide`, `middle` and `narrow` are the same chart; style sheets show the one that fits."""

    wide: SafeString
    middle: SafeString
    narrow: SafeString
    defs: SafeString
    legend: tuple[Key, ...]
    kind: str


def draw(chart: Chart | RadarData) -> Figure:
    kind = "radar" if isinstance(chart, RadarData) else chart.kind
    prefix = "t" + sha256(repr(chart).encode("utf-8", "replace")).hexdigest()[:10]
    round_one = kind in {"pie", "donut"}
    count = len(chart.categories if round_one else chart.series)
    return Figure(
        wide=drawing(chart, MIDDLE if kind in ROUND else WIDE, prefix),
        middle=drawing(chart, MIDDLE, prefix),
        narrow=drawing(chart, NARROW, prefix),
        defs=_defs(prefix, 0 if kind in SHAPED else count),
        legend=_slices(chart, prefix)
        if isinstance(chart, Chart) and round_one
        else _legend(chart, kind, prefix),
        kind=kind,
    )


def _defs(prefix: str, count: int) -> SafeString:
    if count < 2:
        return SafeString("")
    made = textures(prefix, count)
    return el("svg", made, class_="chart__defs", width=0, height=0, aria_hidden="true")


def drawing(chart: Chart | RadarData, width: int, prefix: str = "t") -> SafeString:
    """One SVG, `width` wide in its own units."""
    if isinstance(chart, RadarData):
        height, parts = radar.draw(chart, width, prefix)
        return sheet(chart.title, _words(chart, "Radar"), width, height, *parts)
    height, parts = DRAWERS[chart.kind](chart, width, prefix)
    return sheet(chart.title, _words(chart, NAMES[chart.kind]), width, height, *parts)


NAMES = {
    "bar": "Bar chart",
    "stacked-bar": "Stacked bar chart",
    "line": "Line chart",
    "area": "Area chart",
    "pie": "Pie chart",
    "donut": "Donut chart",
}


def _words(chart: Chart | RadarData, kind: str) -> str:
    """What a reader who cannot see it is told; every number is in the table of its data."""
    series = ", ".join(each.label for each in chart.series)
    count = len(chart.categories)
    start = f"{kind} of {series} by {chart.axis or 'row'}, {count} in all."
    if count > 6 or len(chart.series) > 2:
        return f"{start} The numbers are in the table below."
    told = [
        f"{name}: {', '.join(each.words(at) for each in chart.series)}"
        for at, name in enumerate(chart.categories)
    ]
    return f"{start} {'; '.join(told)}."


def _swatch(index: int, kind: str, prefix: str) -> SafeString:
    if kind in SHAPED:
        line = el(
            "line",
            x1=0,
            x2=20,
            y1=7,
            y2=7,
            class_=f"chart__line {colour(index)} dash{index % 4 if kind == 'radar' else index // 6}",
        )
        inside = el("g", line, point(index, 10, 7, ""))
    else:
        inside = area("rect", prefix, index, "", x=3, y=0, width=14, height=14, rx=3)
    return el(
        "svg",
        inside,
        viewBox="0 0 20 14",
        width=20,
        height=14,
        aria_hidden="true",
        class_="chart__swatch",
    )


def _legend(chart: Chart | RadarData, kind: str, prefix: str) -> tuple[Key, ...]:
    """None for a single series: the title says what it is."""
    if len(chart.series) < 2:
        return ()
    return tuple(Key(_swatch(at, kind, prefix), each.label) for at, each in enumerate(chart.series))


def _slices(chart: Chart, prefix: str) -> tuple[Key, ...]:
    found = zip(chart.categories, pies.shares(chart), strict=True)
    return tuple(
        Key(
            _swatch(at, "pie", prefix), name, f"{chart.series[0].words(at)} · {pies.percent(share)}"
        )
        for at, (name, share) in enumerate(found)
    )
