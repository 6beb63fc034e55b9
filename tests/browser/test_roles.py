import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.catalogue import Role
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser


def _row(page: Page, name: str) -> Locator:
    return page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=name)).first


def _make(owner: Page, name: str, role: Role) -> None:
    owner.goto("/people")
    owner.get_by_label(f"Role of {name}").select_option(role.value)
    owner.get_by_role("button", name=f"Save role of {name}").click()
    expect(owner.locator(".flash")).to_contain_text(f"{name} is now {role.value}.")


def test_a_new_role_holds_from_the_next_click(visitors: Visitors) -> None:
    owner, editor = visitors.person(Role.OWNER), visitors.person(Role.EDITOR)
    editor.goto("/")
    sidebar = editor.get_by_role("navigation", name="Main")
    expect(sidebar.get_by_role("link", name="Administration")).to_have_count(0)

    _make(owner, "Edith Editor", Role.ADMIN)
    sidebar.get_by_role("link", name="People").click()
    expect(sidebar.get_by_role("link", name="Administration")).to_be_visible()
    expect(editor.get_by_role("link", name="Invite")).to_be_visible()

    _make(owner, "Edith Editor", Role.GUEST)
    visitors.allow(editor, 403)
    editor.get_by_role("link", name="Invite").click()
    expect(editor.get_by_role("heading", level=1)).to_have_text("You may not do this")
    editor.get_by_role("link", name="Go to the start page").click()
    expect(sidebar.get_by_role("link", name="People")).to_have_count(0)
    _make(owner, "Edith Editor", Role.EDITOR)


def test_nobody_can_take_the_workspace_away_from_its_last_owner(visitors: Visitors) -> None:
    for role in (Role.OWNER, Role.ADMIN):
        page = visitors.person(role)
        page.goto("/people")
        row = _row(page, "Olivia Owner")
        expect(row).to_contain_text("Owner")
        expect(row.get_by_role("combobox")).to_have_count(0)
        expect(row.get_by_text("Remove")).to_have_count(0)


def test_somebody_deactivated_is_out_at_once_and_can_come_back(visitors: Visitors) -> None:
    owner, guest = visitors.person(Role.OWNER), visitors.person(Role.GUEST)
    guest.goto("/")
    owner.goto("/people")
    owner.locator("summary", has_text="Deactivate Grace Guest").click()
    dialog = owner.get_by_role("dialog", name="Deactivate Grace Guest?")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    dialog.get_by_role("button", name="Deactivate").click()
    expect(_row(owner, "Grace Guest")).to_contain_text("Deactivated")
    guest.reload()
    expect(guest.get_by_role("heading", level=1)).to_have_text("Sign in")
    owner.locator("summary", has_text="Reactivate Grace Guest").click()
    owner.get_by_role("dialog").get_by_role("button", name="Reactivate").click()
    expect(_row(owner, "Grace Guest")).to_contain_text("Active")
