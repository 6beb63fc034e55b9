"""Results as people use them, and as somebody who means harm would like to."""

import csv
import io
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Browser, Dialog, Page, expect

from accounts.catalogue import Role
from tests.browser.keyboard import tab_to
from tests.browser.loopback import serving
from tests.browser.visitors import Visitors
from tests.browser.watch import Watch
from tests.tools_app.outputs.test_hostile import CORPUS, hostile_blocks

pytestmark = pytest.mark.browser

OPEN_ALL = "document.querySelectorAll('details').forEach((each) => { each.open = true; })"


def column(page: Page, table: str, index: int) -> list[str]:
    cells = page.get_by_role("group", name=f"Table: {table}").locator("tbody tr:visible")
    return [words.strip() for words in cells.locator(f"td:nth-child({index})").all_inner_texts()]


def test_a_table_is_sorted_by_keyboard_shown_whole_and_saved(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    page.goto("/dev/results?sample=tables")
    page.get_by_role("group", name="Table: A few products").focus()
    tab_to(page, "Price")
    page.keyboard.press("Enter")
    heading = page.get_by_role("columnheader", name="Price").first
    expect(heading).to_have_attribute("aria-sort", "ascending")
    assert column(page, "A few products", 2) == ["−$12.50", "$676.50", "$757.50", "$838.50"]
    page.keyboard.press("Space")
    expect(heading).to_have_attribute("aria-sort", "descending")
    assert column(page, "A few products", 2) == ["$838.50", "$757.50", "$676.50", "−$12.50"]
    expect(page.locator("#live")).to_have_text("Sorted by Price, descending")

    assert len(column(page, "Price list", 1)) == 100
    page.get_by_role("button", name="Show all 250").click()
    assert len(column(page, "Price list", 1)) == 250

    with page.expect_download() as download:
        page.get_by_role("link", name="Download CSV").first.click()
    assert download.value.suggested_filename == "a-few-products.csv"
    text = Path(download.value.path()).read_bytes().decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text, newline="")))
    assert rows[0] == ["Product", "Price", "Weight (lb)", "Share", "Notes"]
    assert rows[1][:2] == ["'=1+1", "-12.5"]
    assert rows[1][4] == "'+44 20"


def test_without_script_all_rows_are_there(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER, java_script_enabled=False)
    page.goto("/dev/results?sample=tables")
    assert page.locator("tr:visible").count() > 250
    assert page.locator("th button").count() == 0


def hostile_page() -> str:
    parts = [
        render_to_string("outputs/blocks.html", {"blocks": hostile_blocks(text)})
        for text in CORPUS.values()
    ]
    head = render_to_string("partials/_head.html")
    return f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>'


def test_nothing_hostile_runs_asks_or_leaves(browser: Browser) -> None:
    with serving(hostile_page()) as (address, asked):
        context = browser.new_context()
        watch = Watch(context)
        page, dialogs, elsewhere = context.new_page(), list[Dialog](), list[str]()

        def refuse(dialog: Dialog) -> None:
            dialogs.append(dialog)
            dialog.dismiss()

        page.on("dialog", refuse)
        page.on("request", lambda found: elsewhere.append(found.url))
        # A picture that the corpus names and that is one of ours by its address is not there.
        watch.allow(404)
        page.goto(address, wait_until="networkidle", timeout=60_000)
        page.evaluate(OPEN_ALL)
        page.mouse.wheel(0, 20_000)
        page.wait_for_timeout(300)
        assert page.evaluate("window.pwned") is None
        assert page.url == address
        assert dialogs == []
        assert [url for url in elsewhere if not url.startswith((address, "data:"))] == []
        assert {path for path in asked if not path.startswith("/static/")} <= {"/", "/files/a.png"}
        assert page.locator(".result").count() > 10 * len(CORPUS)
        context.close()
        assert watch.faults == []
