"""One writer a kind of block."""

import re
from collections.abc import Callable, Sequence
from html import unescape
from io import BytesIO
from typing import Any

from fpdf.enums import TableBordersLayout
from fpdf.fonts import FontFace

from tools_app.outputs.charts import MIDDLE, WIDE, drawing
from tools_app.outputs.formatting import clean
from tools_app.outputs.generic import Node
from tools_app.outputs.kinds import (
    CalloutBlock,
    ChartBlock,
    FileBlock,
    ImageBlock,
    JsonBlock,
    MarkdownBlock,
    PairsBlock,
    RadarBlock,
    RankingBlock,
    SummaryBlock,
    TableBlock,
)
from tools_app.outputs.paper import Pictures
from tools_app.outputs.pdf.fonts import BODY, CODE
from tools_app.outputs.pdf.pictures import printed
from tools_app.outputs.pdf.sheet import ACCENT, INK, LINE, MARGIN, MUTED, SMALL, SOFT, TEXT, Sheet
from tools_app.outputs.values import Shown

WIDE_FROM, MOST_COLUMNS = 7, 12
MOST_ROWS, LONGEST_CELL = 500, 600
CARDS_A_ROW, CARD_HEIGHT = 3, 52.0
LARGEST_PICTURE = 320.0
TONES = {"info": "", "success": "✓ ", "warning": "! ", "danger": "× "}


def summary(sheet: Sheet, block: SummaryBlock, _pictures: Pictures) -> None:
    """Cards beside each other, the number large."""
    width = sheet.epw / CARDS_A_ROW
    for start in range(0, len(block.cards), CARDS_A_ROW):
        sheet.keep_together(CARD_HEIGHT)
        top = sheet.get_y()
        for at, card in enumerate(block.cards[start : start + CARDS_A_ROW]):
            change = f" ({card.delta.text})" if card.delta else ""
            _card(sheet, MARGIN + at * width, top, width - 8, card.label, card.value.text + change)
        sheet.set_xy(MARGIN, top + CARD_HEIGHT)


def _card(sheet: Sheet, x: float, y: float, width: float, label: str, value: str) -> None:
    sheet.set_fill_color(*SOFT)
    sheet.rect(x, y, width, CARD_HEIGHT - 8, style="F", round_corners=True, corner_radius=4)
    for text, size, colour, top, bold in (
        (label, SMALL, MUTED, 6.0, ""),
        (value, 14.0, INK, 20.0, "B"),
    ):
        sheet.set_font(BODY, bold, size)
        sheet.set_text_color(*colour)
        sheet.set_xy(x + 8, y + top)
        sheet.cell(width - 16, size * 1.2, _fitted(sheet, text, width - 20))


def _fitted(sheet: Sheet, text: str, room: float) -> str:
    line = " ".join(clean(text).split())[:200]
    while len(line) > 1 and sheet.get_string_width(line) > room:
        line = line[:-2].rstrip("…") + "…"
    return line


def pairs(sheet: Sheet, block: PairsBlock, _pictures: Pictures) -> None:
    rows = [(label, _words(value)) for label, value in block.pairs]
    _grid(sheet, (), rows, (1, 2.4), ("L", "L"))


def table(sheet: Sheet, block: TableBlock, _pictures: Pictures) -> None:
    columns = block.columns[:MOST_COLUMNS]
    aligned = ["R" if column.is_numeric else "L" for column in columns]
    rows = [tuple(_words(cell) for cell in row[:MOST_COLUMNS]) for row in block.rows[:MOST_ROWS]]
    headings = tuple(clean(column.label) for column in columns)
    _grid(sheet, headings, rows, _widths(headings, rows), aligned)
    left_out = len(block.rows) - len(rows) + block.more
    if left_out:
        _note(sheet, f"… and {left_out:,} rows more, in the CSV of the run.")
    if len(block.columns) > MOST_COLUMNS:
        _note(sheet, f"… and {len(block.columns) - MOST_COLUMNS} columns more, in the CSV.")


def _note(sheet: Sheet, text: str) -> None:
    sheet.ln(2)
    sheet.words(text, size=SMALL, colour=MUTED)


def _widths(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> tuple[float, ...]:
    """By the text that a column has, within bounds."""
    columns = zip(headings, *rows[:50], strict=True)
    return tuple(min(34.0, max(7.0, *(len(text) for text in column))) for column in columns)


def _grid(
    sheet: Sheet,
    headings: Sequence[str],
    rows: Sequence[Sequence[str]],
    widths: Sequence[float],
    aligned: Sequence[str],
) -> None:
    sheet.set_font(BODY, size=TEXT - 1)
    sheet.set_text_color(*INK)
    sheet.set_draw_color(*LINE)
    with sheet.table(
        borders_layout=TableBordersLayout.HORIZONTAL_LINES,
        col_widths=tuple(widths),
        text_align=tuple(aligned),
        first_row_as_headings=bool(headings),
        headings_style=FontFace(emphasis="BOLD", color=MUTED),
        line_height=TEXT * 1.35,
        padding=(2.5, 4),
        v_align="TOP",
    ) as made:
        for row in [headings, *rows] if headings else rows:
            made.row(tuple(row))


def _words(value: Shown) -> str:
    text = f"{value.text} ({value.note})" if value.kind == "file" and value.note else value.text
    if value.kind == "many":
        text = ", ".join(part.text for part in value.parts)
    text = clean(text)
    return text if len(text) <= LONGEST_CELL else f"{text[:LONGEST_CELL]}…"


def chart(sheet: Sheet, block: ChartBlock | RadarBlock, _pictures: Pictures) -> None:
    """The drawing of the page, and the names of its series below it."""
    round_one = isinstance(block, RadarBlock) or block.chart.kind in {"pie", "donut"}
    svg = printed(drawing(block.chart, MIDDLE if round_one else WIDE))
    width = min(sheet.epw, 330.0 if round_one else 480.0)
    high, wide = (float(part) for part in _size(svg))
    height = width * high / wide
    sheet.keep_together(height)
    sheet.image(BytesIO(svg), x=(sheet.w - width) / 2, y=sheet.get_y(), w=width)
    sheet.set_y(sheet.get_y() + height if sheet.get_y() < sheet.h - FOOT_ROOM else sheet.get_y())
    _legend(sheet, block)


FOOT_ROOM = 60.0


def _size(svg: bytes) -> tuple[str, str]:
    found = re.search(rb'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg)
    return (found[2].decode(), found[1].decode()) if found else ("1", "1")


def _legend(sheet: Sheet, block: ChartBlock | RadarBlock) -> None:
    for key in block.figure.legend:
        sheet.keep_together(18)
        top = sheet.get_y()
        sheet.image(BytesIO(printed(key.swatch)), x=MARGIN, y=top, w=20)
        sheet.set_y(top)
        sheet.words(f"{key.label}  {key.value}".rstrip(), size=SMALL + 0.5, indent=28)
        sheet.ln(3)


def ranking(sheet: Sheet, block: RankingBlock, _pictures: Pictures) -> None:
    for rank in block.ranks:
        sheet.keep_together(44)
        top = sheet.get_y()
        sheet.words(f"{rank.place}. {rank.name}", bold=True)
        below = sheet.get_y()
        sheet.set_xy(MARGIN, top)
        sheet.cell(sheet.epw, TEXT * 1.4, _fitted(sheet, rank.value.text, 160), align="R")
        sheet.set_xy(MARGIN, below + 2)
        _bar(sheet, float(rank.share))
        details = [f"{label}: {_words(value)}" for label, value in rank.details]
        if details:
            sheet.words(" · ".join(details), size=SMALL, colour=MUTED)
        sheet.ln(6)
    if block.more:
        _note(sheet, f"… and {block.more:,} more")


def _bar(sheet: Sheet, share: float) -> None:
    y = sheet.get_y()
    for part, colour in ((100.0, SOFT), (share, ACCENT)):
        if part > 0:
            sheet.set_fill_color(*colour)
            sheet.rect(MARGIN, y, sheet.epw * part / 100, 5, style="F")
    sheet.set_y(y + 9)


def markdown(sheet: Sheet, block: MarkdownBlock, _pictures: Pictures) -> None:
    """As sanitised for the page, without its pictures."""
    html = re.sub(r"<img[^>]*>", "", clean(block.html))
    sheet.set_font(BODY, size=TEXT)
    sheet.set_text_color(*INK)
    try:
        sheet.write_html(html, tag_styles=_tags(), font_family=BODY)
    except Exception:  # noqa: BLE001 - its parser raises anything for what it does not know
        sheet.words(unescape(re.sub(r"<[^>]+>", "", html)))
    sheet.ln(4)


def _tags() -> dict[str, FontFace]:
    code = FontFace(family=CODE, size_pt=TEXT - 1)
    heads = {f"h{at}": FontFace(family=BODY, emphasis="BOLD", size_pt=TEXT + 1, color=INK) for at in range(1, 7)}  # fmt: skip
    return {"code": code, "pre": code, "a": FontFace(color=ACCENT), **heads}


def image(sheet: Sheet, block: ImageBlock, pictures: Pictures) -> None:
    content = pictures(block.src)
    if content is None:
        return sheet.words(f"Picture: {block.alt or block.src}", colour=MUTED)
    sheet.keep_together(LARGEST_PICTURE / 2)
    room = min(LARGEST_PICTURE, sheet.h - sheet.get_y() - 2 * MARGIN)
    sheet.image(BytesIO(content), w=sheet.epw, h=max(room, 120.0), keep_aspect_ratio=True)
    return sheet.ln(4)


def file(sheet: Sheet, block: FileBlock, _pictures: Pictures) -> None:
    sheet.words(_words(block.file))


def callout(sheet: Sheet, block: CalloutBlock, _pictures: Pictures) -> None:
    sheet.words(f"{TONES[block.tone]}{block.words}"[:20_000])


def json(sheet: Sheet, block: JsonBlock, _pictures: Pictures) -> None:
    _tree(sheet, block.node, 0)


def _tree(sheet: Sheet, node: Node, depth: int) -> None:
    indent = min(depth, 6) * 14.0
    if node.kind == "grid":
        headings = [name for name, _ in node.columns]
        rows = [tuple(_words(cell) for cell in row) for row in node.rows]
        aligned = ["R" if is_numeric else "L" for _, is_numeric in node.columns]
        _grid(sheet, headings, rows, _widths(headings, rows), aligned)
    elif node.is_leaf:
        sheet.words(_leaf(node), indent=indent)
    for name, part in node.parts:
        if part.is_leaf:
            sheet.words(f"{name}: {_leaf(part)}", indent=indent)
        else:
            sheet.words(name, bold=True, indent=indent)
            _tree(sheet, part, depth + 1)
    if node.more:
        sheet.words(f"… and {node.more:,} more", size=SMALL, colour=MUTED, indent=indent)


def _leaf(node: Node) -> str:
    if node.kind == "cut":
        return f"… {node.size}"
    if node.kind == "chips":
        return ", ".join(_words(value) for value in node.rows[0])
    return _words(node.value) if node.value else ""


WRITERS: dict[str, Callable[[Sheet, Any, Pictures], None]] = {
    "summary": summary,
    "pairs": pairs,
    "table": table,
    "chart": chart,
    "ranking": ranking,
    "markdown": markdown,
    "image": image,
    "file": file,
    "callout": callout,
    "json": json,
}
