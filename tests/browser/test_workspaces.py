import pytest
from playwright.sync_api import Page, Request, expect

from accounts.catalogue import Role
from tests.browser.scene import accept, confirm, open_dialog
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser

SLUG = "brightwork"
# Making a schema with all its tables, on a busy machine.
MAKING = 30_000


def _create(operator: Page) -> str:
    """Make the workspace; return the link for its owner, which appears without a reload."""
    polls: list[Request] = []
    operator.on(
        "request", lambda sent: polls.append(sent) if "hx-request" in sent.headers else None
    )
    operator.goto("/tenants/new")
    operator.get_by_label("Name").fill("Brightwork")
    operator.get_by_label("Address").fill(SLUG)
    operator.get_by_label("Owner's e-mail").fill("bea@example.com")
    operator.get_by_role("button", name="Create workspace").click()
    expect(operator.get_by_role("listitem").filter(has_text="Create its schema")).to_be_visible()
    link = operator.get_by_label("Invitation link", exact=True)
    expect(link).to_be_visible(timeout=MAKING)
    assert polls, "the page asks by itself how far it is"
    return link.input_value()


def _delete(operator: Page) -> None:
    operator.goto(f"/tenants/{SLUG}")
    open_dialog(operator, "Delete")
    dialog = operator.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("something else")
    dialog.get_by_role("button", name="Delete workspace").click()
    expect(dialog).to_be_visible()
    dialog.get_by_role("textbox").fill(SLUG)
    dialog.get_by_role("button", name="Delete workspace").click()
    expect(operator.locator(".flash").last).to_contain_text("is deleted", timeout=MAKING)
    expect(operator).to_have_url("/tenants")


def test_the_life_of_a_workspace(visitors: Visitors) -> None:
    operator = visitors.person(Role.OWNER, "platform")
    owner = visitors.stranger(SLUG)
    visitors.allow(owner, 403, 404)
    heading = owner.get_by_role("heading", level=1)

    owner.goto(_create(operator))
    accept(owner, "Bea")
    expect(heading).to_have_text("Hello, Bea")
    expect(owner.get_by_text("Owner in Brightwork")).to_be_visible()

    confirm(operator, f"/tenants/{SLUG}", "Suspend", "Suspend workspace")
    owner.goto("/")
    expect(heading).to_have_text("This workspace is suspended")
    operator.get_by_role("button", name="Resume").click()
    expect(operator.locator(".flash")).to_contain_text("Brightwork is active again.")
    owner.goto("/")
    expect(heading).to_have_text("Hello, Bea")

    _delete(operator)
    owner.goto("/")
    expect(heading).to_have_text("There is no workspace at this address")
    assert list((visitors.server.data / "exports").glob(f"{SLUG}-*.dump"))


def test_elsewhere_the_pages_of_operators_do_not_exist(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER, "acme")
    visitors.allow(page, 404)
    page.goto("/tenants")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is nothing here")
