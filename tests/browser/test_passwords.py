import pytest
from playwright.sync_api import Page, expect

from accounts.catalogue import Role
from accounts.demo import PASSWORD, email_of
from tests.browser.mails import link_mailed_to
from tests.browser.visitors import Visitors, sign_in

pytestmark = pytest.mark.browser

NEW = "a wholly new pass phrase"


def _set_new(page: Page, password: str) -> None:
    page.get_by_label("New password", exact=True).fill(password)
    page.get_by_label("New password again", exact=True).fill(password)


def test_a_forgotten_password_is_replaced_by_mail(visitors: Visitors) -> None:
    email = email_of(Role.EDITOR, "ims")
    page = visitors.stranger("ims")
    page.goto("/sign-in")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("E-mail").fill(email)
    page.get_by_role("button", name="Send the link").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check your e-mail")
    page.goto(link_mailed_to(email, visitors.server, to="/password/reset/"))
    _set_new(page, NEW)
    page.get_by_role("button", name="Save the new password").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Hello, Edith Editor")
    sign_in(visitors.stranger("ims"), email, NEW)


def test_changing_it_signs_out_other_browsers(visitors: Visitors) -> None:
    email = email_of(Role.VIEWER, "acme")
    here, elsewhere = visitors.stranger(), visitors.stranger()
    sign_in(elsewhere, email)
    sign_in(here, email)
    here.goto("/profile")
    here.get_by_role("link", name="Change password").click()
    here.get_by_label("Present password", exact=True).fill(PASSWORD)
    _set_new(here, NEW)
    here.get_by_role("button", name="Change password").click()
    expect(here.locator(".flash")).to_contain_text("Your password is changed.")
    elsewhere.goto("/")
    expect(elsewhere.get_by_role("heading", level=1)).to_have_text("Sign in")
