"""A browser that runs no script, or did not get ours."""

import pytest
from playwright.sync_api import expect

from accounts.catalogue import Role
from accounts.demo import email_of
from tests.browser.scene import invite, make_key
from tests.browser.visitors import Visitors, sign_in

pytestmark = pytest.mark.browser


def test_the_work_can_be_done_without_script(visitors: Visitors) -> None:
    page = visitors.stranger(java_script_enabled=False)
    sign_in(page, email_of(Role.OWNER, "acme"))
    assert "/invitations/" in invite(page, "rosa@example.com", Role.VIEWER)
    assert make_key(page, "Plain", "tools:read").startswith("tnn_")
    expect(page.get_by_role("button", name="Copy API key")).to_be_hidden()

    page.goto("/keys")
    row = page.get_by_role("row").filter(has_text="Plain")
    expect(row.get_by_role("button", name="Revoke key")).to_be_hidden()
    row.locator("summary", has_text="Revoke").click()
    row.get_by_role("button", name="Revoke key").click()
    expect(row).to_contain_text("Revoked")

    page.get_by_role("link", name="Search…").click()
    page.get_by_role("searchbox").fill("people")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("main").get_by_role("link", name="People").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("People")
