import csv
import io
import json

import pytest

from config.paths import ROOT
from tests.tools_app.outputs.rendering import cell, html_of, read
from tools_app.definitions import Section
from tools_app.outputs.blocks import TableBlock, blocks_of
from tools_app.outputs.tables import csv_of, safe

CORPUS = json.loads((ROOT / "tests" / "data" / "hostile_outputs.json").read_text())


def table(rows: list[dict[str, object]], *columns: dict[str, str]) -> TableBlock:
    section = Section("rows", "Rows", "table", {"columns": list(columns)})
    (block,) = blocks_of(sections=[section], output={"rows": rows})
    assert isinstance(block, TableBlock)
    return block


def test_numbers_of_a_column_agree_and_stand_right() -> None:
    block = table([{"p": 2}, {"p": 3.5}, {"p": None}], cell("p", "currency"))
    assert [row[0].text for row in block.rows] == ["$2.00", "$3.50", "—"]
    headings = [found for tag, found in read(html_of([block])).elements if tag == "th"]
    assert headings[0]["class"] == "is-number"


def test_a_unit_moves_into_the_heading() -> None:
    block = table([{"w": 3}], cell("w", "number", unit="lb"))
    assert block.columns[0].label == "W (lb)"
    assert block.rows[0][0].text == "3"


def test_years_have_no_separator() -> None:
    assert table([{"year": 2026}], cell("year", "number")).rows[0][0].text == "2026"


def test_csv_is_read_back_with_plain_numbers() -> None:
    rows: list[dict[str, object]] = [{"name": 'a "b", c\nd', "p": 1234.5}, {"name": None, "p": -3}]
    text = csv_of(table(rows, cell("name"), cell("p", "currency")))
    assert text.startswith("\ufeffName,P\r\n")
    found = list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))
    assert found == [["Name", "P"], ['a "b", c\nd', "1234.5"], ["", "-3"]]


@pytest.mark.parametrize("name", sorted(CORPUS))
def test_no_cell_is_taken_for_a_formula(name: str) -> None:
    text = csv_of(table([{"a": CORPUS[name]}], cell("a"))).removeprefix("\ufeff")
    _, row = list(csv.reader(io.StringIO(text, newline="")))
    assert row[0][:1] not in {"=", "+", "-", "@", "\t", "\r"}
    assert row[0].lstrip()[:1] not in {"=", "+", "-", "@"}


def test_numbers_written_as_text_are_no_formulas() -> None:
    assert [safe(text) for text in ("-5", "+3.25", "-1e5")] == ["-5", "+3.25", "-1e5"]
    assert safe("-5+1") == "'-5+1"


def test_more_than_a_hundred_rows_are_shown_on_demand() -> None:
    html = html_of([table([{"n": n} for n in range(250)], cell("n", "number"))])
    rows = [found for tag, found in read(html).elements if tag == "tr"][1:]
    assert len([row for row in rows if "is-more" in row.get("class", "")]) == 150
    assert "Show all 250" in " ".join(html.split())


def test_what_is_left_out_is_said() -> None:
    block = table([{"n": n} for n in range(2500)], cell("n", "number"))
    assert len(block.rows) == 2000
    assert "and 500 more" in html_of([block])
