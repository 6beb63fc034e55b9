"""Markdown from anywhere as HTML that can do nothing but be read."""

import nh3
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from tools_app.outputs.formatting import clean
from tools_app.outputs.values import is_our_file, web_address

LONGEST = 50_000
TAGS = {
    *("p", "br", "hr", "h3", "h4", "h5", "h6", "em", "strong", "s", "code", "pre", "blockquote"),
    *("ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td", "a", "img"),
}
ATTRIBUTES = {"a": {"href", "title"}, "img": {"src", "alt"}, "ol": {"start"}}
_parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


def render(text: str) -> SafeString:
    """HTML is text here; links lead to the web or to a mailbox, pictures are files of ours."""
    cut = clean(text)[:LONGEST]
    if len(text) > LONGEST:
        cut += f"\n\n… and {len(text) - LONGEST:,} characters more"
    tokens = _parser.parse(cut)
    for token in tokens:
        _adapt(token)
    html = _parser.renderer.render(tokens, _parser.options, {})
    return mark_safe(_sanitised(html))  # noqa: S308 - this is what makes it safe


def _adapt(token: Token) -> None:
    """Headings fit below those of the page; a link says where it really leads; a picture that is not
    ours is its description."""
    if token.type in {"heading_open", "heading_close"}:
        token.tag = f"h{min(6, int(token.tag[1]) + 2)}"
    if token.type == "link_open":
        token.attrSet("title", str(token.attrGet("href") or ""))
    if token.type == "image" and not is_our_file(str(token.attrGet("src") or "")):
        # A picture from elsewhere would tell its host who reads this.
        token.type, token.tag, token.children = "text", "", None
    for child in token.children or ():
        _adapt(child)


def _sanitised(html: str) -> str:
    return nh3.clean(
        html,
        tags=TAGS,
        attributes=ATTRIBUTES,
        attribute_filter=_attribute,
        url_schemes={"http", "https", "mailto"},
        link_rel="noopener noreferrer",
    )


def _attribute(tag: str, name: str, value: str) -> str | None:
    if name == "href":
        return value if value.startswith("mailto:") or web_address(value) else None
    if name == "src":
        return value if tag == "img" and is_our_file(value) else None
    return value
