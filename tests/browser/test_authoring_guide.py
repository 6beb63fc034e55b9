"""docs/authoring-tools.md as somebody would follow it who has never been here."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.catalogue import Role
from accounts.demo import email_of
from config.paths import ROOT
from tests.browser.editing import rate
from tests.browser.visitors import Visitors, sign_in

pytestmark = pytest.mark.browser


def _steps() -> list[str]:
    """What is to be chosen or filled in, in the order of the guide."""
    text = (ROOT / "docs/authoring-tools.md").read_text()
    guide = text.split("in five steps\n")[1].split("\n![")[0]
    assert len(re.findall(r"^\d\. ", guide, re.MULTILINE)) == 5
    return [" ".join(each.split()) for each in re.findall(r"\*\*(.+?)\*\*", guide, re.DOTALL)]


def test_the_five_steps_of_the_guide_lead_to_a_running_tool(visitors: Visitors) -> None:
    page = visitors.stranger()
    sign_in(page, email_of(Role.EDITOR, "acme"))
    for words in _steps():
        _follow(page, words)
    page.wait_for_url("**/tools/project-check-up")
    rate(page.locator("#tool-form"), "4")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("#tool-result")).to_contain_text("Succeeded")


def _follow(page: Page, words: str) -> None:
    match words:
        case "Name":
            page.get_by_label("Name", exact=True).fill("Project check-up")
        case "Tool":
            page.get_by_role("combobox", name="Tool").fill("Complexity estimator")
            page.get_by_role("option", name="Complexity estimator").click()
        case "Run the draft":
            rate(page.locator("test-panel form"), "3")
            _named(page, words).click()
            expect(page.locator("[data-test-result]")).to_contain_text("Succeeded")
        case "Publish":
            page.get_by_role("dialog").get_by_role("button", name=words).click()
            expect(page.locator("[data-notices]")).to_contain_text("Published.")
        case _:
            _named(page, words).click()


def _named(page: Page, words: str) -> Locator:
    button = page.get_by_role("button", name=words, exact=True)
    return button.or_(page.get_by_role("link", name=words, exact=True)).first
