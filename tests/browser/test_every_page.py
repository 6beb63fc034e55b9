"""Every page, light and dark and narrow: axe finds nothing and nothing sticks out.

A picture of each is kept in artifacts/screenshots for people to look at.
"""

import pytest
from playwright.sync_api import Browser, Page

from config.paths import ROOT
from tests.browser import axe
from tests.browser import scene as scenes
from tests.browser.conftest import States
from tests.browser.pages import SPOTS, Spot
from tests.browser.scene import Scene
from tests.browser.server import Server
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser

SCREENSHOTS = ROOT / "artifacts" / "screenshots"
WEIGHT = """() => performance.getEntriesByType("resource")
  .filter((each) => /\\/static\\/(css|js)\\//.test(each.name))
  .reduce((sum, each) => sum + each.decodedBodySize, 0)"""
# Colours that are on their way from one theme to the other are neither.
SETTLE = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  for (const moving of document.getAnimations()) if (moving instanceof CSSTransition) moving.finish();
  done();
})))"""


@pytest.fixture(scope="package")
def scene(browser: Browser, server: Server, states: States) -> Scene:
    visitors = Visitors(browser, server, states)
    made = scenes.make(visitors)
    assert visitors.close() == []
    return made


@pytest.mark.parametrize("spot", SPOTS, ids=lambda spot: spot.name)
def test_a_page_is_accessible_and_fits(visitors: Visitors, scene: Scene, spot: Spot) -> None:
    page = _arrive(visitors, spot)
    spot.way(page, scene)
    faults = _look(page, spot, "light-1280") + _weigh(page, spot)
    page.emulate_media(color_scheme="dark")
    # The markup is the same; a theme is colours.
    faults += _look(page, spot, "dark-1280", colours_only=True)
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 320, "height": 720})
    spot.way(page, scene)
    faults += _look(page, spot, "light-320")
    assert faults == []


def _arrive(visitors: Visitors, spot: Spot) -> Page:
    page = visitors.person(spot.role, spot.slug) if spot.role else visitors.stranger(spot.slug)
    if spot.status != 200:
        visitors.allow(page, spot.status)
    return page


def _look(page: Page, spot: Spot, mode: str, *, colours_only: bool = False) -> list[str]:
    page.evaluate(SETTLE)
    # A dialog is as large as the window; the page behind it is not what is looked at.
    whole = page.locator(":modal").count() == 0
    page.screenshot(path=SCREENSHOTS / f"{spot.name}-{mode}.png", full_page=whole)
    faults = axe.violations(page, exclude=spot.not_ours, colours_only=colours_only)
    if (width := _overflow(page)) > 0:
        faults.append(f"{width} pixels stick out")
    return [f"{mode}: {fault}" for fault in faults]


def _weigh(page: Page, spot: Spot) -> list[str]:
    """Our own style sheets and scripts, as they are before compression."""
    size = page.evaluate(WEIGHT)
    return [f"{size:,} bytes of CSS and JS"] if size > spot.most_bytes else []


def _overflow(page: Page) -> int:
    found: int = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return found
