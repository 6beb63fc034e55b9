"""What every page has: the palette, the theme, the menu on a narrow screen."""

import pytest
from playwright.sync_api import expect

from accounts.catalogue import Role
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser

DARK, LIGHT = "rgb(20, 19, 17)", "rgb(250, 249, 247)"


def test_the_palette_goes_to_a_page_by_keyboard(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    page.goto("/")
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Search")
    expect(palette.get_by_role("combobox")).to_be_focused()
    page.keyboard.type("api")
    options = palette.get_by_role("option")
    expect(options).to_have_text(["API keys Workspace", "API reference Developers"])
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("API keys")


def test_the_palette_says_when_there_is_nothing_and_closes_on_escape(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    page.goto("/")
    page.get_by_role("link", name="Search…").click()
    palette = page.get_by_role("dialog", name="Search")
    palette.get_by_role("combobox").fill("xyzzy")
    expect(palette.get_by_text("Nothing found for “xyzzy”.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(palette).to_be_hidden()


def test_a_theme_is_kept_and_comes_with_the_page(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER, color_scheme="light")
    page.goto("/")
    expect(page.locator("body")).to_have_css("background-color", LIGHT)
    page.locator("summary", has_text="Your menu").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("body")).to_have_css("background-color", DARK)
    page.reload()
    expect(page.locator("body")).to_have_css("background-color", DARK)
    # In the markup, before any script: nothing flashes.
    served = page.goto("/")
    assert served
    assert '<html lang="en" data-theme="dark">' in served.text()
    page.goto("/admin/")
    expect(page.locator("body")).to_have_css("background-color", DARK)


def test_a_narrow_screen_has_the_menu_behind_a_button(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER, viewport={"width": 320, "height": 720})
    page.goto("/")
    people = page.get_by_role("link", name="People", exact=True)
    expect(people).to_be_hidden()
    page.get_by_role("button", name="Menu", exact=True).click()
    people.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("People")
    expect(people).to_be_hidden()
