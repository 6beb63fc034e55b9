"""A program asks, a person decides."""

import os

import pytest
from playwright.sync_api import expect

from accounts.catalogue import Role
from accounts.demo import email_of
from tests.browser import asking, axe
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

    page.goto("/admin/tools?tab=code&q=manage-tools")
    page.get_by_role("button", name="Turn on Manage tools").click()
    expect(page.locator(".flash")).to_contain_text("is on")
    renaming = asking.propose_change(page, key, "regrade-vendor", name="Grade a vendor anew")
    page.goto(f"/approvals/{renaming}")
    changes = page.get_by_role("group", name="What would change").get_by_role("row")
    expect(changes).to_have_count(2)
    expect(changes.nth(1)).to_contain_text("name")
    expect(changes.nth(1).locator(".diff__before")).to_have_text("Regrade a vendor")
    expect(changes.nth(1).locator(".diff__after")).to_have_text("Grade a vendor anew")
    assert axe.violations(page) == []
    if shot := os.environ.get("DIFF_SHOT"):
        page.screenshot(path=shot, full_page=True)
    page.get_by_label("Reason").fill("It has this name on our forms")
    page.get_by_role("button", name="Deny").click()
    expect(page.locator(".flash")).to_contain_text("Declined")

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
