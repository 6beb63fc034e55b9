"""Elements of SVG. Everything that goes in is escaped."""

from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString

from tools_app.outputs.formatting import clean

Value = str | float | int


def el(name: str, *children: str, **attributes: Value) -> SafeString:
    """`el("rect", x=1, class_="bar")`: a trailing underscore is dropped, others become hyphens."""
    written = format_html_join(
        "", ' {}="{}"', ((_name(key), _value(value)) for key, value in attributes.items())
    )
    inside = SafeString("").join(
        conditional_escape(clean(child)) if not isinstance(child, SafeString) else child
        for child in children
    )
    return format_html("<{0}{1}>{2}</{0}>", SafeString(name), written, SafeString(inside))


def _name(key: str) -> str:
    return key.removesuffix("_").replace("_", "-")


def _value(value: Value) -> str:
    if isinstance(value, str):
        return clean(value)
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def label(text: str, x: float, y: float, **attributes: Value) -> SafeString:
    return el("text", text, x=x, y=y, **attributes)


def text_width(text: str, size: float = 12) -> float:
    """About how wide a text is; fonts differ, so on the safe side."""
    return sum(size * (1.0 if ord(each) > 0x2E7F else 0.58) for each in text)


def fitted(text: str, width: float, size: float = 12) -> str:
    """Cut to a width, with an ellipsis; the whole text is in the table of the data."""
    line = " ".join(clean(text).split())
    if text_width(line, size) <= width:
        return line
    while line and text_width(f"{line}…", size) > width:
        line = line[
            : max(0, min(len(line) - 1, int(len(line) * width / text_width(line, size)) + 1))
        ]
    return f"{line.rstrip()}…"
