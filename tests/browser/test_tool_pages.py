"""Running tools at a browser."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from accounts.catalogue import Role
from tests.browser import axe
from tests.browser.keyboard import tab_to
from tests.browser.scene import make_key
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser

GOOD = {"criteria": [{"name": "Fit", "weight": 1, "score": 8}]}
# Shifts that nobody asked for; those after a key or a click do not count, as in the metric.
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const each of list.getEntries()) sum += each.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 300);
})"""


def _fill(page: Page, value: Any, site: str = "") -> None:
    """As JSON, whatever the form looks like."""
    page.goto(f"{site}/tools/quick-score?view=json")
    text = value if isinstance(value, str) else json.dumps(value)
    page.get_by_label("Input as JSON").fill(text)


def _result(page: Page) -> Any:
    return page.locator("#tool-result")


def test_a_tool_is_found_and_run_by_keyboard_alone(visitors: Visitors) -> None:
    page = visitors.person(Role.MEMBER)
    page.goto("/tools")
    tab_to(page, "Search the tools")
    page.keyboard.type("fast, transparent")
    expect(page.locator(".tool-card")).to_have_count(1)
    assert "q=fast" in page.url
    tab_to(page, "Quick score")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Quick score")
    tab_to(page, "Try an example")
    page.keyboard.press("Enter")
    page.wait_for_url("**example=1**")
    tab_to(page, "JSON")
    tab_to(page, "Run")
    page.keyboard.press("Enter")
    expect(_result(page)).to_contain_text("Succeeded")
    expect(page.locator("#tool-run")).to_be_focused()
    expect(page.locator("#live")).to_contain_text("Succeeded")
    expect(page.locator("#history tbody tr").first).to_contain_text("Succeeded")


def test_control_and_enter_run_it_and_the_tabs_move_by_arrows(visitors: Visitors) -> None:
    page = visitors.person(Role.MEMBER)
    _fill(page, GOOD)
    page.keyboard.press("Control+Enter")
    expect(_result(page)).to_contain_text("Succeeded")
    tabs = _result(page).get_by_role("tab")
    expect(tabs).to_have_text(["Result", "Events", "Input", "Raw"])
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    expect(_result(page).get_by_role("tabpanel")).to_contain_text("Started")
    page.keyboard.press("End")
    expect(_result(page).get_by_role("tabpanel")).to_contain_text('"grade": "B"')
    assert page.evaluate(SHIFTS) < 0.1
    assert axe.violations(page) == []


def test_faults_lead_to_their_fields_and_nothing_typed_is_lost(visitors: Visitors) -> None:
    page = visitors.person(Role.MEMBER)
    visitors.allow(page, 400)
    _fill(page, {"criteria": []})
    page.keyboard.press("Control+Enter")
    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    assert axe.violations(page) == []
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    field = page.get_by_label("Input as JSON")
    expect(field).to_be_focused()
    expect(field).to_have_value('{"criteria": []}')
    field.fill(json.dumps(GOOD))
    page.keyboard.press("Control+Enter")
    expect(_result(page)).to_contain_text("Succeeded")
    expect(summary).to_have_count(0)
    # Form and JSON change places without losing a letter.
    page.get_by_role("button", name="Form").click()
    expect(page.get_by_role("button", name="Form")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="JSON").click()
    expect(page.get_by_role("button", name="JSON")).to_have_attribute("aria-pressed", "true")
    assert json.loads(page.get_by_label("Input as JSON").input_value()) == GOOD


def test_everything_works_without_script(visitors: Visitors) -> None:
    page = visitors.person(Role.MEMBER, java_script_enabled=False)
    visitors.allow(page, 400)
    page.goto("/tools")
    page.get_by_label("Search the tools").fill("quick score")
    page.get_by_role("main").get_by_role("button", name="Search").click()
    page.get_by_role("link", name="Quick score").click()
    page.get_by_role("button", name="JSON").click()
    page.get_by_label("Input as JSON").fill('{"criteria": []}')
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("Please correct")
    expect(page.get_by_label("Input as JSON")).to_have_value('{"criteria": []}')
    page.get_by_label("Input as JSON").fill(json.dumps(GOOD))
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_url("**/runs/**")
    for part in ("Result", "Events", "Input", "Raw"):
        expect(page.get_by_role("heading", name=part, exact=True)).to_be_visible()
    page.get_by_role("link", name="Run again").click()
    page.wait_for_url("**from=**")


def _under_a_name_that_resolves(page: Page, port: int) -> str:
    """Browsers and curl know where *.localhost is; Python asks the system, which may not."""
    cookies: list[Any] = [{**each, "domain": "localhost"} for each in page.context.cookies()]
    page.context.add_cookies(cookies)
    return f"http://localhost:{port}"


def test_snippets_run_as_they_stand(visitors: Visitors, tmp_path: Path) -> None:
    key = make_key(visitors.person(Role.ADMIN), "Snippets", "tools:execute")
    page = visitors.person(Role.ADMIN)
    site = _under_a_name_that_resolves(page, visitors.server.port)
    value = {"criteria": [{"name": "It's “fit” $HOME `x`", "weight": 1, "score": 8}]}
    _fill(page, value, site)
    page.keyboard.press("Control+Enter")
    expect(_result(page)).to_contain_text("Succeeded")
    page.get_by_text("Use it elsewhere").click()
    page.get_by_role("tab", name="Raw").click()
    shown = json.loads(_result(page).get_by_label("Output", exact=True).inner_text())
    for tab, command in (("cURL", ["sh"]), ("Python", [sys.executable])):
        page.get_by_role("tab", name=tab).click()
        script = tmp_path / tab
        script.write_text(page.get_by_role("region", name=tab, exact=True).inner_text())
        printed = subprocess.run(
            [*command, str(script)],
            env={**os.environ, "TENON_KEY": key},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        assert json.loads(printed)["output"] == shown


def _fills_the_history(answer: Response) -> bool:
    """One at a time: a request whose element is replaced meanwhile is given up, which is logged."""
    return answer.request.headers.get("hx-target") == "history"


def test_the_history_is_filtered_in_place(visitors: Visitors) -> None:
    page = visitors.person(Role.MEMBER)
    _fill(page, {"criteria": [{"name": "Zebra", "weight": 1, "score": 8}]})
    with page.expect_response(_fills_the_history):
        page.keyboard.press("Control+Enter")
    expect(page.locator("#history tbody tr").first).to_be_visible()
    with page.expect_response(_fills_the_history):
        page.get_by_label("Words in the input").fill("zebra")
    expect(page.locator("#history tbody tr")).to_have_count(1)
    page.get_by_label("Status").select_option("Failed")
    expect(page.locator("#history")).to_contain_text("No run fits")
    assert page.url.endswith("/tools/quick-score?view=json"), "the page stays where it is"
