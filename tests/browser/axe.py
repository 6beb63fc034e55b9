"""axe-core on the page as it stands."""

from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
# Preloading would fetch the style sheets again, only for rules of other standards.
OPTIONS = {"resultTypes": ["violations"], "preload": False}
RUN = "([context, options]) => axe.run(context, options).then((found) => found.violations)"


def violations(page: Page, *, exclude: str = "", colours_only: bool = False) -> list[str]:
    """What axe finds, a line each: the rule, the element, what is wrong with it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    context = {"include": ["html"], "exclude": [exclude] if exclude else []}
    rules: dict[str, Any] = {"type": "tag", "values": STANDARDS}
    if colours_only:
        rules = {"type": "rule", "values": ["color-contrast"]}
    found = page.evaluate(RUN, [context, {**OPTIONS, "runOnly": rules}])
    return [line for violation in found for line in _lines(violation)]


def _lines(violation: dict[str, Any]) -> list[str]:
    return [
        f"{violation['id']}: {' '.join(map(str, node['target']))} {node['failureSummary']}"
        for node in violation["nodes"]
    ]
