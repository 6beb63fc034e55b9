import pytest
from playwright.sync_api import Page, expect

from accounts.catalogue import Role
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser


def _member(page: Page, name: str) -> None:
    page.goto("/admin/accounts/user/")
    page.get_by_role("link", name=name).click()
    expect(page.get_by_role("heading", level=2, name=name)).to_be_visible()


def _save_as(page: Page, role: str) -> None:
    page.get_by_label("Role").select_option(role)
    page.get_by_role("button", name="Save", exact=True).click()


def test_an_owner_finds_members_roles_and_keys(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER, "ims")
    page.goto("/")
    page.get_by_role("link", name="Administration").click()
    for name in ("Members", "Roles", "API keys", "Invitations"):
        page.get_by_role("main").get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(name)
        page.get_by_role("link", name="Administration").click()


def test_an_owner_changes_a_role_there_and_it_holds(visitors: Visitors) -> None:
    owner, viewer = visitors.person(Role.OWNER, "ims"), visitors.person(Role.VIEWER, "ims")
    _member(owner, "Victor Viewer")
    _save_as(owner, "Member")
    expect(owner.get_by_text("was changed successfully")).to_be_visible()
    viewer.goto("/")
    expect(viewer.get_by_text("Member in IMS Surfaces")).to_be_visible()
    _member(owner, "Victor Viewer")
    _save_as(owner, "Viewer")


def test_a_rule_that_forbids_a_change_says_so_on_the_form(visitors: Visitors) -> None:
    page = visitors.person(Role.ADMIN, "ims")
    _member(page, "Mina Member")
    _save_as(page, "Owner")
    expect(page.get_by_text("Only an owner can make somebody owner.")).to_be_visible()
    expect(page.get_by_label("Role")).to_have_value("member")


def test_the_last_owner_cannot_be_changed_there(visitors: Visitors) -> None:
    for role in (Role.OWNER, Role.ADMIN):
        page = visitors.person(role, "ims")
        _member(page, "Olivia Owner")
        expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)


def test_a_member_is_told_that_the_right_is_missing(visitors: Visitors) -> None:
    page = visitors.person(Role.MEMBER, "ims")
    visitors.allow(page, 403)
    page.goto("/admin/")
    expect(page.get_by_role("heading", level=1)).to_have_text("You may not do this")
    expect(page.get_by_text("Use the administration pages")).to_be_visible()
