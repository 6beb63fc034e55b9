import pytest
from playwright.sync_api import expect

from accounts.catalogue import Role
from accounts.demo import email_of
from tests.browser.visitors import Visitors, sign_in

pytestmark = pytest.mark.browser

EDITOR = email_of(Role.EDITOR, "acme")


def test_a_wrong_password_is_explained_where_it_was_typed(visitors: Visitors) -> None:
    page = visitors.stranger()
    visitors.allow(page, 400)
    page.goto("/people")
    expect(page).to_have_title("Sign in · Acme")
    page.get_by_label("E-mail").fill(EDITOR)
    page.get_by_label("Password", exact=True).fill("not this one")
    page.get_by_role("button", name="Sign in", exact=True).click()
    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    summary.get_by_role("link", name="The e-mail or the password is wrong.").click()
    expect(page.get_by_label("Password", exact=True)).to_be_focused()
    expect(page.get_by_label("E-mail")).to_have_value(EDITOR)


def test_signing_in_leads_to_the_page_that_was_asked_for(visitors: Visitors) -> None:
    page = visitors.stranger()
    page.goto("/people")
    page.get_by_role("button", name=EDITOR).click()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("People")


def test_home_greets_and_signing_out_ends_it(visitors: Visitors) -> None:
    page = visitors.stranger()
    sign_in(page, EDITOR)
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_have_text("Hello, Edith Editor")
    page.locator("summary", has_text="Your menu").click()
    page.get_by_role("button", name="Sign out").click()
    expect(heading).to_have_text("Sign in")
    page.goto("/")
    expect(heading).to_have_text("Sign in")


def test_the_front_door_is_the_first_workspace(visitors: Visitors) -> None:
    page = visitors.stranger()
    page.goto(f"http://localhost:{visitors.server.port}/")
    expect(page).to_have_title("Sign in · Acme")
