"""The guards themselves: a fault that is there is found."""

import pytest
from playwright.sync_api import Browser, Page

from tests.browser import axe
from tests.browser.conftest import States
from tests.browser.server import Server
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser

INLINE_STYLE = "document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">x</p>')"


@pytest.mark.parametrize(
    ("act", "kind"),
    [
        ("console.error('oh')", "console: oh"),
        (INLINE_STYLE, "console: Applying inline style violates"),
        ("void setTimeout(() => { throw new Error('oh') })", "script: "),
        ("fetch('/nowhere').then(() => {})", "response: 404"),
        ("fetch('http://127.0.0.1:9/').catch(() => {})", "console: "),
    ],
)
def test_what_a_browser_complains_about_is_noticed(
    browser: Browser, server: Server, states: States, act: str, kind: str
) -> None:
    visitors = Visitors(browser, server, states)
    page = visitors.stranger()
    page.goto("/sign-in")
    page.evaluate(act)
    page.wait_for_timeout(50)
    assert any(fault.startswith(kind) for fault in visitors.close())


def _spoil(page: Page, script: str) -> None:
    page.goto("/sign-in")
    page.evaluate(script)


def test_axe_notices_what_is_not_accessible(visitors: Visitors) -> None:
    page = visitors.stranger()
    _spoil(page, "document.querySelector('label').remove()")
    assert any(fault.startswith("label:") for fault in axe.violations(page))
    _spoil(page, "document.querySelector('h1').style.color = '#ddd'")
    found = axe.violations(page, colours_only=True)
    assert any(fault.startswith("color-contrast:") for fault in found)
