"""Going about by keyboard alone, and seeing where one is."""

from playwright.sync_api import Page

MOST_STEPS = 60
# A radio button's label, and the box around a number and its unit, carry the ring for them.
FOCUS = """() => {
  const at = document.activeElement;
  const ring = (node) => {
    const style = node && getComputedStyle(node);
    return style && style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  };
  const words = at.getAttribute("aria-label") ?? at.labels?.[0]?.innerText ?? at.innerText;
  return { name: words.trim(), seen: at === document.body || ring(at) || ring(at.closest("label")) || ring(at.parentElement) };
}"""


def tab_to(page: Page, name: str, *, key: str = "Tab") -> None:
    """Press Tab until the element with this name has the focus; it must be visible all the way."""
    passed = []
    for _ in range(MOST_STEPS):
        page.keyboard.press(key)
        focus = page.evaluate(FOCUS)
        assert focus["seen"], f"the focus on {focus['name']!r} cannot be seen"
        passed.append(focus["name"])
        if focus["name"].startswith(name):
            return
    raise AssertionError(f"{name!r} cannot be reached; passed {passed}")
