import pytest
from playwright.sync_api import Page, expect

from accounts.catalogue import Role
from tests.browser.mails import link_mailed_to
from tests.browser.scene import accept, invite
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser


def _heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(words)


def test_somebody_invited_chooses_a_password_and_is_in(visitors: Visitors) -> None:
    owner = visitors.person(Role.OWNER)
    link = invite(owner, "nora@example.com", Role.MEMBER)
    expect(owner.locator(".flash")).to_contain_text("nora@example.com is invited.")
    nora = visitors.stranger()
    nora.goto(link)
    expect(nora.get_by_text("Olivia Owner invited you as Member.")).to_be_visible()
    accept(nora, "Nora")
    _heading(nora, "Hello, Nora")
    expect(nora.locator(".flash")).to_contain_text("Welcome to Acme.")
    owner.goto("/people")
    expect(owner.get_by_role("row", name="nora@example.com")).to_contain_text("Active")


def test_the_worker_mails_a_link_that_works_once(visitors: Visitors) -> None:
    invite(visitors.person(Role.OWNER), "otto@example.com", Role.VIEWER)
    link = link_mailed_to("otto@example.com", visitors.server, to="/invitations/")
    otto = visitors.stranger()
    otto.goto(link)
    _heading(otto, "Join Acme")
    accept(otto, "Otto")
    _heading(otto, "Hello, Otto")
    second = visitors.stranger()
    visitors.allow(second, 410)
    second.goto(link)
    _heading(second, "This invitation cannot be used")


def test_two_different_passwords_are_pointed_out_and_the_name_is_kept(visitors: Visitors) -> None:
    link = invite(visitors.person(Role.OWNER), "pia@example.com", Role.GUEST)
    pia = visitors.stranger()
    visitors.allow(pia, 400)
    pia.goto(link)
    accept(pia, "Pia", again="something else entirely")
    pia.get_by_role("alert").get_by_role("link", name="not the same").click()
    expect(pia.get_by_label("Password again", exact=True)).to_be_focused()
    expect(pia.get_by_label("Your name")).to_have_value("Pia")
