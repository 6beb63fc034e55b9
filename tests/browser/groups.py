"""Sessions of a group and embeds, made on the pages as people make them."""

from playwright.sync_api import Page, expect

from tests.browser.dialogs import open_dialog


def start_group(page: Page, title: str, *, tool: str = "quick-score", least: int = 1) -> str:
    """From the page of the tool; returns the session's path."""
    page.goto(f"/tools/{tool}")
    page.get_by_role("link", name="Start a session").click()
    page.get_by_label("Title").fill(title)
    page.get_by_label("Smallest group").fill(str(least))
    page.get_by_role("button", name="Start the session").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    return page.url.split("/", 3)[3].join(["/", ""])


def give(page: Page, score: str, name: str = "Fit") -> None:
    """Answer on the session's page that is open."""
    form = page.locator("#answer")
    form.get_by_label("Criterion").first.fill(name)
    form.get_by_label("Weight").first.fill("1")
    form.get_by_role("textbox", name="Score").first.fill(score)
    form.get_by_role("button", name="nswer").last.click()
    expect(form.get_by_role("button", name="Change my answer")).to_be_visible()


def make_link(page: Page) -> str:
    """On the session's page that is open; returns the link's path."""
    open_dialog(page, "Make a share link")
    page.get_by_role("dialog").get_by_role("button", name="Make the link").click()
    link = page.get_by_label("Share link", exact=True).input_value()
    page.get_by_role("link", name="I have copied it").click()
    return link[link.index("/join/") :]


def join(page: Page, path: str, name: str) -> None:
    page.goto(path)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Take part").click()
    expect(page.get_by_text(f"You are {name}")).to_be_visible()


def publish(page: Page, origin: str, *, tool: str = "quick-score") -> str:
    """Publish an embed; returns the snippet with a script."""
    page.goto(f"/embeds/new?tool={tool}")
    page.get_by_label("Pages that may show it").fill(origin)
    page.get_by_role("button", name="Publish").click()
    return page.get_by_role("region", name="Script", exact=True).inner_text()
