"""What asks first."""

from playwright.sync_api import Page, expect


def confirm(page: Page, path: str, ask: str, answer: str) -> None:
    """Go somewhere, choose something that asks first, and say yes."""
    page.goto(path)
    open_dialog(page, ask)
    page.get_by_role("dialog").get_by_role("button", name=answer).click()
    expect(page.locator(".flash")).to_be_visible()


def open_dialog(page: Page, ask: str) -> None:
    page.locator("summary", has_text=ask).click()
    expect(page.get_by_role("dialog")).to_be_visible()
