import pytest
from playwright.sync_api import expect

from accounts.catalogue import Role
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser


def test_the_reference_lists_operations_and_tries_them(visitors: Visitors) -> None:
    page = visitors.person(Role.MEMBER)
    page.goto("/")
    page.get_by_role("link", name="Open the reference").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("API reference")
    operation = page.locator(".opblock", has_text="/api/me")
    operation.get_by_role("button", name="Who am I").first.click()
    operation.get_by_role("button", name="Try it out").click()
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table")).to_contain_text("member@acme.example")
