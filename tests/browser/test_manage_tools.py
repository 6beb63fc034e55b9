"""Managing tools at a browser: bring them in, turn them off, go back to an older version, delete."""

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.catalogue import Role
from tests.browser.scene import bring_in, tools_file
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser


def _row(page: Page) -> None:
    """By search as one types; only the one is left."""
    page.goto("/admin/tools")
    page.get_by_role("searchbox", name="Search").press_sequentially("vendor-grade")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page).to_have_url(re.compile("q=vendor-grade"))


def test_an_admin_manages_a_tool_from_import_to_deletion(visitors: Visitors) -> None:
    admin, member = visitors.person(Role.ADMIN), visitors.person(Role.MEMBER)
    bring_in(admin, tools_file())
    bring_in(admin, tools_file(region={"type": "string", "maxLength": 40}))
    member.goto("/tools/vendor-grade")
    expect(member.get_by_role("heading", level=1)).to_have_text("Vendor grade")

    _row(admin)
    admin.get_by_role("button", name="Turn off Vendor grade").click()
    expect(admin.locator(".flash")).to_contain_text("is off")
    visitors.allow(member, 404)
    member.reload()
    expect(member.get_by_role("heading", level=1)).to_have_text("There is no such tool")
    expect(admin.locator("tbody tr")).to_have_count(1)
    admin.get_by_role("button", name="Turn on Vendor grade").press("Enter")
    expect(admin.get_by_role("button", name="Turn off Vendor grade")).to_be_visible()

    # By keyboard: the menu opens, closes by Escape, and leads to the versions.
    menu = admin.locator("summary", has_text="More for Vendor grade")
    menu.press("Enter")
    admin.get_by_role("link", name="Versions").press("Escape")
    expect(menu).to_be_focused()
    menu.press("Enter")
    admin.get_by_role("link", name="Versions").press("Enter")
    admin.get_by_role("link", name="What changed in Input 2").click()
    expect(admin.locator("#compared")).to_contain_text("region is new and required.")
    admin.locator("summary", has_text="Restore input 1").click()
    dialog = admin.get_by_role("dialog")
    dialog.get_by_label("Note").fill("Without regions")
    dialog.get_by_role("button", name="Restore").click()
    expect(admin.get_by_role("row", name="Input 3")).to_contain_text("Without regions")

    admin.goto("/admin/tools/vendor-grade/delete")
    visitors.allow(admin, 400)
    admin.get_by_label("Type “Vendor grade” to confirm").fill("vendor")
    admin.get_by_role("button", name="Delete").click()
    expect(admin.get_by_role("alert")).to_be_focused()
    admin.get_by_label("Type “Vendor grade” to confirm").fill("Vendor grade")
    admin.get_by_role("button", name="Delete").click()
    expect(admin.locator(".flash")).to_contain_text("is deleted")
    admin.goto("/admin/activity?tool=vendor-grade")
    expect(admin.locator(".activity__row")).to_have_count(6)
    admin.goto("/admin/tools/renewal-reminder/delete")
    admin.get_by_label("Type “Reminder of renewals” to confirm").fill("Reminder of renewals")
    admin.get_by_role("button", name="Delete").click()
    expect(admin.locator(".flash")).to_contain_text("is deleted")
