"""Tables from lists of objects, and as CSV."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from tools_app.outputs.cells import Cell
from tools_app.outputs.formatting import PLAIN_NUMBER, text_of
from tools_app.outputs.kinds import MOST_ROWS, Column, TableBlock
from tools_app.outputs.values import Shown

BOM = "\ufeff"
# What a spreadsheet may take for a formula.
FORMULA = re.compile(r"\s*[=+\-@\t\r|%＝＋－＠]")


def table_of(
    rows: Sequence[Mapping[str, Any]], cells: Sequence[Cell], **options: Any
) -> TableBlock:
    kept = rows[:MOST_ROWS]
    places = [cell.places(kept) for cell in cells]
    columns = tuple(Column(cell.heading, cell.is_numeric) for cell in cells)
    return TableBlock(
        columns=columns,
        rows=tuple(_row(row, cells, places) for row in kept),
        more=len(rows) - len(kept),
        **options,
    )


def _row(
    row: Mapping[str, Any], cells: Sequence[Cell], places: Sequence[int | None]
) -> tuple[Shown, ...]:
    # The heading has the unit already.
    plain = [replace(cell, unit="", delta="") for cell in cells]
    return tuple(cell.shown(row, places=at) for cell, at in zip(plain, places, strict=True))


def csv_of(block: TableBlock) -> str:
    """RFC 4180, with a mark that tells Excel it is UTF-8. No cell is taken for a formula."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([safe(column.label) for column in block.columns])
    writer.writerows([[_plain(value) for value in row] for row in block.rows])
    return BOM + out.getvalue()


def _plain(value: Shown) -> str:
    """Numbers without separators, so that they stay numbers."""
    if value.kind == "nothing":
        return ""
    if value.number is not None:
        return _digits(value.number)
    return safe(text_of(value.raw) if value.raw is not None else value.text)


def _digits(number: Decimal) -> str:
    return f"{number:f}" if abs(number.adjusted()) < 20 else f"{number}"


def safe(text: str) -> str:
    if FORMULA.match(text) and not PLAIN_NUMBER.fullmatch(text):
        return f"'{text}"
    return text
