"""The geometry of charts, read from their SVG."""

import itertools
import math
import re
from decimal import Decimal
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.tools_app.outputs.rendering import drawn, having, numbers
from tools_app.outputs.charts import NARROW, WIDE, Chart, RadarData, draw
from tools_app.outputs.charts.data import KINDS, Series
from tools_app.outputs.charts.scale import nice_step, scale

LONG = "A name that is far too long for any place where it could stand in a chart"


def series(*values: float | None, label: str = "Value") -> Series:
    return Series(label, tuple(None if v is None else Decimal(str(v)) for v in values))


def chart(kind: Any, *given: Series, names: tuple[str, ...] = ()) -> Chart:
    found = names or tuple(f"N{at}" for at in range(len(given[0].values)))
    return Chart(kind, "Title", "Name", found, given)


def areas(root: ElementTree.Element) -> list[ElementTree.Element]:
    return having(root, "rect", "chart__area")


def test_bars_are_as_high_as_their_values() -> None:
    bars = areas(drawn(chart("bar", series(10, 20, 5))))
    heights = [numbers(bar, "height")[0] for bar in bars]
    assert heights[1] == pytest.approx(2 * heights[0], abs=0.05)
    assert heights[0] == pytest.approx(2 * heights[2], abs=0.05)
    bottoms = {round(sum(numbers(bar, "y", "height")), 1) for bar in bars}
    assert len(bottoms) == 1


def test_a_negative_bar_hangs_from_zero() -> None:
    up, down = areas(drawn(chart("bar", series(10, -5))))
    zero = sum(numbers(up, "y", "height"))
    assert numbers(down, "y")[0] == pytest.approx(zero, abs=0.02)
    assert numbers(up, "height")[0] == pytest.approx(2 * numbers(down, "height")[0], abs=0.05)


def test_bars_of_a_category_stand_side_by_side() -> None:
    bars = areas(drawn(chart("bar", series(1, 2), series(3, 4))))
    spans = sorted((x, x + width) for x, width in (numbers(bar, "x", "width") for bar in bars))
    assert all(left[1] <= right[0] for left, right in itertools.pairwise(spans))


def test_long_names_make_bars_lie() -> None:
    names = tuple(f"{LONG} {at}" for at in range(3))
    root = drawn(chart("bar", series(10, 20, 5), names=names))
    widths = [numbers(bar, "width")[0] for bar in areas(root)]
    assert widths[1] == pytest.approx(2 * widths[0], abs=0.05)
    assert having(root, "text", "chart__name")[0].text


def test_stacked_bars_pile_up() -> None:
    one, two, three = areas(drawn(chart("stacked-bar", series(4), series(6), series(-3))))
    assert sum(numbers(two, "y", "height")) == pytest.approx(numbers(one, "y")[0], abs=0.02)
    ratio = numbers(two, "height")[0] / numbers(one, "height")[0]
    assert ratio == pytest.approx(1.5, abs=0.01)
    assert numbers(three, "y")[0] == pytest.approx(sum(numbers(one, "y", "height")), abs=0.02)


def places(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.-]+) ([\d.-]+)", path)]


def test_a_line_goes_through_its_values() -> None:
    (line,) = having(drawn(chart("line", series(0, 10, 5))), "path", "chart__line")
    (x0, y0), (x1, y1), (x2, y2) = places(line.attrib["d"])
    assert x1 - x0 == pytest.approx(x2 - x1, abs=0.02)
    assert y0 - y1 == pytest.approx(2 * (y2 - y1), abs=0.05)


def test_a_missing_value_is_a_gap() -> None:
    root = drawn(chart("line", series(1, 2, None, 4, 5)))
    assert len(having(root, "path", "chart__line")) == 2
    assert len(having(root, "path", "chart__point")) == 4


def test_an_area_ends_at_zero() -> None:
    root = drawn(chart("area", series(5, -5)))
    (wash,) = having(root, "path", "chart__wash")
    (zero,) = having(root, "line", "chart__zero")
    assert places(wash.attrib["d"])[-1][1] == pytest.approx(numbers(zero, "y1")[0], abs=0.02)


def angles(path: str) -> tuple[float, float]:
    """Of the outer arc, in degrees from the top, clockwise."""
    found = re.match(r"M([\d.]+) ([\d.]+) A[\d. ]+ ([\d.]+) ([\d.]+)(?: L|$)", path)
    assert found, path
    x1, y1, x2, y2 = map(float, found.groups())
    return _angle(x1, y1), _angle(x2, y2)


def _angle(x: float, y: float) -> float:
    return math.degrees(math.atan2(x - WIDE / 2, 130 - y)) % 360


@pytest.mark.parametrize("kind", ["pie", "donut"])
def test_slices_are_as_wide_as_their_shares_and_fill_the_circle(kind: str) -> None:
    root = drawn(chart(kind, series(50, 30, 15, 5)))
    found = [angles(node.attrib["d"]) for node in having(root, "path", "chart__area")]
    sizes = [(end - start) % 360 for start, end in found]
    assert sizes == pytest.approx([180, 108, 54, 18], abs=0.1)
    assert sum(sizes) == pytest.approx(360, abs=0.1)
    for (_, end), (start, _) in itertools.pairwise(found):
        assert start == pytest.approx(end, abs=0.1)


def test_a_single_slice_is_a_whole_circle() -> None:
    (whole,) = having(drawn(chart("pie", series(3))), "path", "chart__area")
    assert whole.attrib["d"].count("A") == 2


def test_radar_points_lie_on_their_axes() -> None:
    data = RadarData("T", "D", ("a", "b", "c", "d"), (series(5, 3, 1, 2),), Decimal(1), Decimal(5))
    (shape,) = having(drawn(data), "polygon", "chart__shape")
    points = [tuple(map(float, pair.split(","))) for pair in shape.attrib["points"].split()]
    centre, radius = (WIDE / 2, 160), 118
    offsets = [((x - centre[0]) / radius, (centre[1] - y) / radius) for x, y in points]
    flat = [part for offset in offsets for part in offset]
    assert flat == pytest.approx([0, 1, 0.5, 0, 0, 0, -0.25, 0], abs=0.01)


HARD: list[tuple[Series, ...]] = [
    (series(7),),
    (series(0, 0, 0),),
    (series(1e-9, 2e-9),),
    (series(1e14, -1e14),),
    tuple(series(at, 12 - at, label=f"S{at}") for at in range(12)),
    (series(*range(60)),),
    (Series("Value", (Decimal(3), Decimal(-2)) * 8, "number", "of a unit whose name never ends"),),
]


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("given", HARD, ids=range(len(HARD)))
@pytest.mark.parametrize("kind", KINDS[:4])
def test_nothing_is_drawn_outside(kind: str, given: tuple[Series, ...], width: int) -> None:
    root = drawn(chart(kind, *given), width)
    _, _, right, bottom = map(float, root.attrib["viewBox"].split())
    for node in areas(root):
        x, y, wide, high = numbers(node, "x", "y", "width", "height")
        assert x >= -0.6
        assert min(wide, high) >= 0
        assert y >= -0.6
        assert x + wide <= right + 0.6
        assert y + high <= bottom + 0.6


def test_a_chart_says_what_it_is() -> None:
    root = drawn(chart("bar", series(1, 2), names=("a", "b")))
    assert root.attrib["role"] == "img"
    assert root.findtext("title") == "Title"
    assert root.findtext("desc") == "Bar chart of Value by Name, 2 in all. a: 1; b: 2."


def test_series_differ_by_more_than_colour() -> None:
    twelve = [series(1, 2, label=f"S{at}") for at in range(12)]
    bars = draw(chart("bar", *twelve))
    assert len(set(re.findall(r'<pattern id="([^"]+)"', bars.defs))) == 11
    assert len({key.swatch for key in draw(chart("line", *twelve)).legend}) == 12


def test_names_and_titles_are_escaped() -> None:
    evil = '</text><script>x</script>"\x00\u202e'
    root = drawn(Chart("bar", evil, evil, (evil, "b"), (series(1, 2, label=evil),)))
    assert not list(root.iter("script"))
    assert root.findtext("title") == evil.replace("\x00", "\ufffd").replace("\u202e", "\ufffd")


def test_ticks_are_round_numbers_around_the_values() -> None:
    found = scale([Decimal(3), Decimal(97)], 0, 100)
    assert [int(tick) for tick in found.ticks] == [0, 20, 40, 60, 80, 100]
    assert scale([Decimal(-7), Decimal(12)], 0, 1).ticks[0] == -10
    assert nice_step(Decimal("0.013")) == Decimal("0.02")
