"""Our charts for print: the same SVG, with the colours of the light theme written into it.

On the page classes and a style sheet colour a chart; a document has no style sheet.
"""

from collections.abc import Iterator
from xml.etree.ElementTree import Element, fromstring, register_namespace, tostring

from tools_app.outputs.pdf.fonts import BODY

INK, MUTED, LINE, STRONG, PAPER = "#1d1b18", "#65605a", "#e4e1dc", "#b9b4ac", "#ffffff"
# As in static/css/components/chart.css.
SERIES = (
    *("#0d6556", "#c8721b", "#3b6fb6", "#a8407a", "#8a7a10", "#5b4a9e"),
    *("#2a93ad", "#b0271d", "#557a1f", "#7d5a3c", "#5f6b7a", "#1d1b18"),
)
COLOUR = "colour"
"""Stands for the colour of the series."""
STYLES: dict[str, dict[str, str]] = {
    "chart__grid": {"stroke": LINE, "stroke-width": "1"},
    "chart__zero": {"stroke": STRONG, "stroke-width": "1"},
    "chart__web": {"fill": "none", "stroke": STRONG, "stroke-width": "1"},
    "chart__area": {"fill": COLOUR, "stroke": PAPER, "stroke-width": "1"},
    "chart__line": {"fill": "none", "stroke": COLOUR, "stroke-width": "2.25"},
    "chart__wash": {"fill": COLOUR, "fill-opacity": "0.14"},
    "chart__shape": {
        "fill": COLOUR,
        "fill-opacity": "0.12",
        "stroke": COLOUR,
        "stroke-width": "2",
    },
    "chart__point": {"fill": COLOUR, "stroke": PAPER, "stroke-width": "1.5"},
    "is-hollow": {"fill": PAPER, "stroke": COLOUR},
    "dash1": {"stroke-dasharray": "7 4"},
    "dash2": {"stroke-dasharray": "2 4"},
    "dash3": {"stroke-dasharray": "10 3 2 3"},
}
TEXTS: dict[str, dict[str, str]] = {
    "chart__name": {"fill": INK},
    "chart__value": {"fill": INK, "font-weight": "bold"},
    "chart__total": {"fill": INK, "font-size": "22", "font-weight": "bold"},
    "is-small": {"font-size": "10"},
}
SMALL_TOTAL = "15"
SPOKEN = {"title", "desc"}

register_namespace("", "http://www.w3.org/2000/svg")


def printed(svg: str) -> bytes:
    """A drawing of ours as a document can show it. Textures are left out: documents have none, and
    what they tell apart is told by the data beside the chart."""
    root = fromstring(svg)  # noqa: S314 - made by us, from escaped text
    root.set("xmlns", "http://www.w3.org/2000/svg")
    _prune(root)
    for element in root.iter():
        _colour(element)
    return tostring(root)


def _prune(element: Element) -> None:
    """Without what is spoken, and without textures."""
    for child in list(element):
        if child.tag in SPOKEN or "chart__over" in _classes(child):
            element.remove(child)
        else:
            _prune(child)


def _classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def _colour(element: Element) -> None:
    classes = _classes(element)
    if element.tag == "text":
        style = {"font-family": BODY, "font-size": "12", "fill": MUTED}
        for name in classes:
            style |= TEXTS.get(name, {})
        if {"chart__total", "is-small"} <= set(classes):
            style["font-size"] = SMALL_TOTAL
    else:
        style = dict(_styled(classes))
    element.attrib.pop("class", None)
    element.attrib.update(style)


def _styled(classes: list[str]) -> Iterator[tuple[str, str]]:
    colour = next((SERIES[int(each[1:]) - 1] for each in classes if _is_series(each)), INK)
    for name in classes:
        for key, value in STYLES.get(name, {}).items():
            yield key, colour if value == COLOUR else value


def _is_series(name: str) -> bool:
    return name[:1] == "s" and name[1:].isdecimal()
