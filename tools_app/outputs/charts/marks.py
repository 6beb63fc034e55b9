"""What tells series apart besides their colour: textures of areas and shapes of points."""

from django.utils.safestring import SafeString

from tools_app.outputs.charts.svg import el

TILE = 8
# The first series is plain; each further one has a texture of its own.
TEXTURES = (
    "",
    "M-2 2 L2 -2 M0 8 L8 0 M6 10 L10 6",
    "M2 2 h1 M6 6 h1",
    "M0 4 H8",
    "M-2 6 L2 10 M0 0 L8 8 M6 -2 L10 2",
    "M4 0 V8",
    "M0 4 H8 M4 0 V8",
    "M0 8 L8 0 M0 0 L8 8",
    "M0 2 H8 M0 6 H8",
    "M2 0 V8 M6 0 V8",
    "M4 2 v4",
    "M2 4 h4",
)
SHAPES = (
    "M-4 0 a4 4 0 1 0 8 0 a4 4 0 1 0 -8 0 Z",
    "M-3.5 -3.5 h7 v7 h-7 Z",
    "M0 -4.5 L4.5 3.5 L-4.5 3.5 Z",
    "M0 -5 L5 0 L0 5 L-5 0 Z",
    "M0 4.5 L4.5 -3.5 L-4.5 -3.5 Z",
    "M-1.5 -4.5 h3 v3 h3 v3 h-3 v3 h-3 v-3 h-3 v-3 h3 Z",
)


def colour(index: int) -> str:
    """The class that colours the series with this number."""
    return f"s{index % 12 + 1}"


def textures(prefix: str, count: int) -> SafeString:
    """The patterns that `texture` refers to, for so many series."""
    return el("defs", *(_pattern(prefix, index) for index in range(1, min(count, len(TEXTURES)))))


def _pattern(prefix: str, index: int) -> SafeString:
    line = el("path", d=TEXTURES[index], class_="chart__texture")
    name = f"{prefix}-{index}"
    return el("pattern", line, id=name, width=TILE, height=TILE, patternUnits="userSpaceOnUse")


def area(name: str, prefix: str, index: int, title: str, **attributes: str | float) -> SafeString:
    """A filled shape of a series: its colour, its texture above it, and what it stands for."""
    shape = el(name, class_=f"chart__area {colour(index)}", **attributes)
    told = el("title", title) if title else SafeString("")
    if not index % 12:
        return el("g", told, shape)
    over = el(name, fill=f"url(#{prefix}-{index % 12})", class_="chart__over", **attributes)
    return el("g", told, shape, over)


def point(index: int, x: float, y: float, title: str) -> SafeString:
    shape = SHAPES[index % len(SHAPES)]
    move = f"translate({x:.2f} {y:.2f})"
    kind = f"chart__point {colour(index)}" + (" is-hollow" if index >= len(SHAPES) else "")
    told = el("title", title) if title else SafeString("")
    return el("path", told, d=shape, transform=move, class_=kind)
