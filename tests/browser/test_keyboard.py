import pytest
from playwright.sync_api import expect

from accounts.catalogue import Role
from accounts.demo import PASSWORD, email_of
from tests.browser.keyboard import tab_to
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser


def test_somebody_is_invited_without_a_mouse(visitors: Visitors) -> None:
    page = visitors.stranger()
    heading = page.get_by_role("heading", level=1)
    page.goto("/sign-in")
    tab_to(page, "E-mail")
    page.keyboard.type(email_of(Role.ADMIN, "acme"))
    tab_to(page, "Password")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(heading).to_have_text("Hello, Adam Admin")

    tab_to(page, "People")
    page.keyboard.press("Enter")
    expect(heading).to_have_text("People")
    tab_to(page, "Invite")
    page.keyboard.press("Enter")
    expect(heading).to_have_text("Invite a person")
    tab_to(page, "E-mail")
    page.keyboard.type("quinn@example.com")
    tab_to(page, "Guest")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_label("Viewer")).to_be_checked()
    tab_to(page, "Send invitation")
    page.keyboard.press("Space")
    expect(page.locator(".flash")).to_contain_text("quinn@example.com is invited.")


def test_the_menu_of_the_person_opens_and_closes_by_keyboard(visitors: Visitors) -> None:
    page = visitors.person(Role.ADMIN)
    page.goto("/")
    tab_to(page, "A\nAdam Admin")
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    tab_to(page, "Sign out")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Sign out")).to_be_hidden()
    expect(page.locator("summary", has_text="Your menu")).to_be_focused()


def test_a_dialog_keeps_the_focus_and_gives_it_back(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    page.goto("/people")
    tab_to(page, "Remove")
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator("summary:focus")).to_contain_text("Remove")


def test_the_first_stop_leads_past_the_menu(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    page.goto("/people")
    tab_to(page, "Skip to content")
    page.keyboard.press("Enter")
    tab_to(page, "Invite")
