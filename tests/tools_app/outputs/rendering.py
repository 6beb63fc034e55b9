"""Blocks as HTML, and as what a reader of the HTML finds in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from xml.etree import ElementTree

from django.template.loader import render_to_string

from tools_app.definitions import Section
from tools_app.outputs.blocks import Block, blocks_of
from tools_app.outputs.charts import WIDE, Chart, RadarData, drawing


def cell(key: str, form: str = "text", **more: str) -> dict[str, str]:
    return {"key": key, "label": key.capitalize(), "format": form, **more}


def html_of(blocks: Sequence[Block]) -> str:
    return render_to_string("outputs/blocks.html", {"blocks": blocks})


def shown(output: Any, *sections: Section, **options: Any) -> str:
    return html_of(blocks_of(sections=sections, output=output, **options))


@dataclass
class Page(HTMLParser):
    """Every element with its attributes, and every text."""

    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append(" ".join(data.split()))


def read(html: str) -> Page:
    page = Page()
    page.feed(html)
    page.close()
    return page


def drawn(chart: Chart | RadarData, width: int = WIDE) -> ElementTree.Element:
    """The SVG, parsed as XML."""
    return ElementTree.fromstring(drawing(chart, width))  # noqa: S314 - ours


def numbers(node: ElementTree.Element, *names: str) -> tuple[float, ...]:
    return tuple(float(node.attrib[name]) for name in names)


def having(root: ElementTree.Element, tag: str, word: str) -> list[ElementTree.Element]:
    return [node for node in root.iter(tag) if word in node.attrib.get("class", "").split()]
