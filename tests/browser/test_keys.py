import shlex
import subprocess

import pytest
from playwright.sync_api import Page, expect

from accounts.catalogue import Role
from tests.browser.scene import make_key
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser

QUIET = ["--silent", "--output", "/dev/null", "--write-out", "%{http_code}"]


def _status(command: list[str]) -> str:
    return subprocess.run([*command, *QUIET], capture_output=True, text=True, check=True).stdout


def _answer(visitors: Visitors, key: str) -> str:
    return _status(
        ["curl", "--header", f"Authorization: Bearer {key}", visitors.server.url(path="/api/me")]
    )


def _ask(page: Page, act: str, key: str) -> None:
    """Choose something in the row of this key, which asks first."""
    page.goto("/keys")
    page.get_by_role("row").filter(has_text=key[:12]).locator("summary", has_text=act).click()


def _rotate(page: Page, key: str, grace: str) -> str:
    _ask(page, "Rotate", key)
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("The old key ends").select_option(grace)
    dialog.get_by_role("button", name="Rotate key").click()
    return page.get_by_label("API key", exact=True).input_value()


def test_a_copied_key_works_with_curl_until_it_is_revoked(visitors: Visitors) -> None:
    allowed = ["clipboard-read", "clipboard-write"]
    page = visitors.person(Role.MEMBER, permissions=allowed)
    make_key(page, "Copied", "tools:read")
    copy = page.get_by_role("button", name="Copy API key")
    copy.click()
    expect(copy).to_have_text("Copied")
    key: str = page.evaluate("navigator.clipboard.readText()")
    assert _answer(visitors, key) == "200"
    _ask(page, "Revoke", key)
    page.get_by_role("dialog").get_by_role("button", name="Revoke key").click()
    expect(page.locator(".flash")).to_contain_text("“Copied” is revoked")
    assert _answer(visitors, key) == "401"


def test_the_example_on_the_page_can_be_run_as_it_stands(visitors: Visitors) -> None:
    page = visitors.person(Role.MEMBER)
    make_key(page, "Example", "tools:read")
    example = page.get_by_role("region", name="cURL example").inner_text()
    assert _status(shlex.split(example)) == "200"


def test_a_rotated_key_lives_as_long_as_was_chosen(visitors: Visitors) -> None:
    page = visitors.person(Role.MEMBER)
    first = make_key(page, "Turning", "tools:read")
    second = _rotate(page, first, "after 1 hour")
    assert [_answer(visitors, key) for key in (first, second)] == ["200", "200"]
    third = _rotate(page, second, "at once")
    assert [_answer(visitors, key) for key in (second, third)] == ["401", "200"]


def test_a_key_is_shown_once(visitors: Visitors) -> None:
    page = visitors.person(Role.MEMBER)
    key = make_key(page, "Secret", "tools:read")
    page.get_by_role("link", name="I have copied it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("API keys")
    assert key not in page.content()
