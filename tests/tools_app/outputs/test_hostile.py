"""Texts that mean harm, shown in every block: they stay texts."""

import json
import re
from typing import Any

import pytest

from config.paths import ROOT
from tests.tools_app.outputs.rendering import Page, cell, html_of, read
from tools_app.definitions import Section
from tools_app.outputs import markdown
from tools_app.outputs.blocks import Block, CalloutBlock, JsonBlock, MarkdownBlock, blocks_of
from tools_app.outputs.formatting import UNSHOWABLE

CORPUS: dict[str, str] = json.loads((ROOT / "tests" / "data" / "hostile_outputs.json").read_text())
NEVER = {
    "script",
    "style",
    "iframe",
    "object",
    "embed",
    "base",
    "meta",
    "form",
    "link",
    "foreignobject",
    "use",
}
FORMS = (
    "text",
    "number",
    "currency",
    "percent",
    "date",
    "datetime",
    "url",
    "email",
    "phone",
    "image",
    "badge",
    "code",
)
SAFE_LINK = re.compile(r"(https?://[a-z0-9.-]+|mailto:|tel:|data:(text/csv|application/json);)")


def hostile_blocks(text: str) -> list[Block]:
    """The text as data, as names, as labels and as keys of every kind of block."""
    cells = [{**cell("name"), "format": form, "label": text, "unit": text} for form in FORMS]
    value = {"key": "value", "label": text, "format": "number", "unit": text}
    rows = [{"name": text, "value": at, text: text} for at in (3, 2, 1)]
    sections = [
        Section("one", text, "summary", {"items": cells}),
        Section("rows", text, "table", {"columns": cells}),
        *(
            Section("rows", text, "chart", {"kind": kind, "x": cells[0], "series": [value, value]})
            for kind in ("bar", "line", "area", "stacked-bar", "pie", "donut")
        ),
        Section("rows", text, "radar", {"axis": cells[0], "series": [value, value]}),
        Section("rows", text, "ranking", {"name": cells[0], "value": value, "details": cells}),
        Section(text, text, "custom", {}),
    ]
    output: dict[str, Any] = {"one": rows[0], "rows": rows, text: rows}
    schema = {
        "type": "object",
        "properties": {
            form: {"type": "string", "format": form, "x-variant": form, "title": text}
            for form in ("markdown", "uri", "email", "date", "code")
        },
    }
    made = blocks_of(sections=sections, output=output)
    made += blocks_of(
        sections=[],
        output=dict.fromkeys(["markdown", "uri", "email", "date", "code", text], text),
        schema=schema,
    )
    made += [
        MarkdownBlock(html=markdown.render(text)),
        CalloutBlock(text=text),
        JsonBlock(value=output),
    ]
    return made


def check(page: Page) -> None:
    for tag, attributes in page.elements:
        assert tag not in NEVER
        assert not [
            name for name in attributes if name.startswith(("on", "hx-")) or name == "style"
        ]
        for name in ("href", "src", "xlink:href", "action", "srcdoc"):
            if name in attributes and tag != "img":
                assert SAFE_LINK.match(attributes[name]), attributes
        if tag == "img":
            assert attributes["src"].startswith("/files/")
        if tag == "a" and attributes.get("href", "").startswith("http"):
            assert {"noopener", "noreferrer"} <= set(attributes["rel"].split())


@pytest.mark.parametrize("name", sorted(CORPUS))
def test_it_stays_a_text(name: str) -> None:
    html = html_of(hostile_blocks(CORPUS[name]))
    html.encode()
    assert not UNSHOWABLE.search(html)
    check(read(html))


def test_it_is_read_as_it_was_written() -> None:
    page = read(html_of([CalloutBlock(text=CORPUS["script"])]))
    assert CORPUS["script"] in page.texts


def test_a_link_in_letters_that_look_latin_says_where_it_leads() -> None:
    (block,) = blocks_of(
        sections=[],
        output={"site": CORPUS["homoglyph_url"]},
        schema={"type": "object", "properties": {"site": {"type": "string", "format": "uri"}}},
    )
    assert "https://xn--" in html_of([block])


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("[a](https://example.com/)", 'href="https://example.com/"'),
        ("[a](mailto:a@example.com)", 'href="mailto:a@example.com"'),
        ("# One", "<h3>One</h3>"),
        ("![a](/files/x/a.png)", 'src="/files/x/a.png"'),
        ("| a |\n|--:|\n| b |", "<td>b</td>"),
        ("<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"),
    ],
)
def test_markdown_does_what_it_should(text: str, html: str) -> None:
    assert html in markdown.render(text)


def test_markdown_ends_honestly() -> None:
    assert "and 10,000 characters more" in markdown.render("x" * 60_000)
