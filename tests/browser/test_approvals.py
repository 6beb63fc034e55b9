"""A program asks, a person decides; a tool asks, a person answers."""

import pytest
from playwright.sync_api import expect

from accounts.catalogue import Role
from accounts.demo import email_of
from tests.browser import asking
from tests.browser.scene import make_key
from tests.browser.visitors import Visitors, sign_in

pytestmark = pytest.mark.browser


def test_what_a_program_asks_is_decided_with_and_without_script(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    key = make_key(page, "Agent that asks", "tools:execute", "tools:write")
    asking.make_tools(page, key)
    deleting, changing = (
        asking.propose(page, key, slug) for slug in ("delete-vendor", "regrade-vendor")
    )
    page.goto(f"/approvals/{deleting}")
    expect(page.locator("time[data-countdown]")).to_contain_text("left")
    page.get_by_label("Type Delete a vendor to confirm").fill("Delete a vendor")
    page.get_by_role("button", name="Allow once").click()
    expect(page.locator(".flash")).to_contain_text("You agreed")
    expect(page.locator(".page-header .badge").first).to_contain_text("Approved")

    plain = visitors.stranger(java_script_enabled=False)
    sign_in(plain, email_of(Role.OWNER, "acme"))
    plain.goto(f"/approvals/{changing}")
    expect(plain.locator("time[data-countdown]")).to_contain_text("until")
    plain.get_by_role("link", name="Change the arguments").click()
    plain.get_by_label("Name").first.fill("Fit for winter")
    plain.get_by_role("button", name="Propose this instead").click()
    expect(plain.get_by_role("main")).to_contain_text("Fit for winter")
    plain.get_by_label("Reason").fill("Not before spring")
    plain.get_by_role("button", name="Deny").click()
    expect(plain.locator(".flash")).to_contain_text("Declined")

    asking.make_task(page, key)
    plain.goto("/tasks")
    plain.get_by_role("link", name="Open Check").first.click()
    plain.get_by_label("Note").fill("They do")
    plain.get_by_text("Yes", exact=True).click()
    plain.get_by_role("button", name="Hand in").click()
    expect(plain.locator(".flash")).to_contain_text("Done: Check Sandbox")
