"""A result as a PDF."""

import logging
from collections.abc import Sequence

from fpdf.errors import FPDFException

from tools_app.outputs.kinds import Block, ChartBlock, RadarBlock, TableBlock
from tools_app.outputs.paper import Paper, Pictures
from tools_app.outputs.pdf.sheet import MUTED, SMALL, TITLE, Sheet
from tools_app.outputs.pdf.writers import WIDE_FROM, WRITERS

MOST_BLOCKS = 80
# How much of a block stands below its heading on the same page.
FIRST_PARTS = {"chart": 260, "image": 200}
logger = logging.getLogger("tenon.outputs")


def pdf_of(blocks: Sequence[Block], paper: Paper) -> bytes:
    """Never raises for what a tool gave: a block that cannot be printed says so."""
    sheet = Sheet(name=paper.title, foot=paper.foot, wide=any(map(_is_wide, blocks)))
    sheet.words(paper.title, size=TITLE, bold=True)
    sheet.ln(2)
    for label, value in paper.facts:
        sheet.words(f"{label}: {value}", size=SMALL, colour=MUTED)
    tabled = {block.key for block in blocks if isinstance(block, TableBlock)}
    for block in blocks[:MOST_BLOCKS]:
        _write(sheet, block, paper.pictures, tabled)
    if len(blocks) > MOST_BLOCKS:
        left = len(blocks) - MOST_BLOCKS
        sheet.words(f"… and {left:,} parts more, on the page of the run.", colour=MUTED)
    return bytes(sheet.output())


def _is_wide(block: Block) -> bool:
    return isinstance(block, TableBlock) and len(block.columns) > WIDE_FROM


def _write(sheet: Sheet, block: Block, pictures: Pictures, tabled: set[str]) -> None:
    if block.label:
        sheet.heading(block.label, FIRST_PARTS.get(block.kind, 60))
    else:
        sheet.ln(12)
    try:
        WRITERS[block.kind](sheet, block, pictures)
        if isinstance(block, ChartBlock | RadarBlock) and block.key not in tabled:
            sheet.ln(6)
            WRITERS["table"](sheet, block.data, pictures)
    except (FPDFException, ValueError, LookupError, OSError):
        logger.warning("a %s block cannot be printed", block.kind, exc_info=True)
        sheet.words("This part cannot be printed; the page of the run shows it.", colour=MUTED)
    if block.note:
        sheet.words(block.note, size=SMALL, colour=MUTED)
