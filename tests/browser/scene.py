"""What the pages show when they are looked at: made once, by the people of IMS themselves."""

from dataclasses import dataclass

from playwright.sync_api import Page, expect

from accounts.catalogue import Role
from tests.browser import asking
from tests.browser.visitors import Visitors

OWN_PASSWORD = "four-wholly-unrelated-words"
INVITED = "bartholomew.featherstonehaugh@a-rather-long-domain-name.example"


@dataclass(frozen=True)
class Scene:
    """`key` is of a program of the owner, for what asks first."""

    invitation: str
    key: str


def make(visitors: Visitors) -> Scene:
    owner = visitors.person(Role.OWNER, "ims")
    make_key(owner, "Nightly import of the price lists", "tools:read", "entities:write")
    make_key(owner, "Old laptop", "tools:read")
    confirm(owner, "/keys", "Revoke Old laptop", "Revoke key")
    confirm(owner, "/people", "Deactivate Grace Guest", "Deactivate")
    author(owner)
    link = invite(owner, INVITED, Role.EDITOR)
    key = make_key(owner, "Agent", "tools:execute", "tools:write")
    asking.make_tools(owner, key)
    asking.make_task(owner, key)
    confirm(visitors.person(Role.OWNER, "platform"), "/tenants/oci", "Suspend", "Suspend workspace")
    return Scene(link, key)


AUTHORED = {
    "slug": "site-survey",
    "name": "Site survey",
    "description": "Rates a site before work begins.",
    "category": "planning",
    "icon": "map-pin",
    "effect": "read",
    "draft": True,
    "input_schema": {
        "type": "object",
        "properties": {
            "kind": {"x-type": "enum", "type": "string", "title": "Kind", "enum": ["roof", "yard"]},
            "area": {"x-type": "number", "type": "number", "title": "Area", "minimum": 1},
            "access": {
                "x-type": "object",
                "title": "Access",
                "type": "object",
                "properties": {"lift": {"x-type": "boolean", "type": "boolean", "title": "Lift"}},
                "additionalProperties": False,
                "x-visible-when": {"field": "kind", "op": "eq", "value": "roof"},
            },
        },
        "required": ["kind"],
        "additionalProperties": False,
        "x-order": ["kind", "area", "access"],
    },
    "output_schema": {"type": "object", "properties": {}},
    "execution": {
        "shape": "composition",
        "steps": [{"id": "score", "tool": "quick-score", "input": {"criteria": []}}],
    },
}
SEND = """async ([path, body]) => {
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  const sent = { method: "POST", headers: { ...headers, "Content-Type": "application/json" } };
  const answer = await fetch(path, { ...sent, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
}"""


def author(page: Page) -> None:
    """A tool of the workspace's own with a published version and unpublished changes."""
    page.goto("/tools")
    page.evaluate(SEND, ["/api/tools", AUTHORED])
    page.evaluate(SEND, ["/api/tools/site-survey/publish", {"note": "First"}])


def invite(page: Page, email: str, role: Role) -> str:
    """Invite somebody on the pages; return the link that the page of people shows."""
    page.goto("/people/invite")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label(role.label, exact=False).check()
    page.get_by_role("button", name="Send invitation").click()
    link = page.get_by_label(f"Invitation link for {email}", exact=True)
    return link.input_value()


def make_key(page: Page, name: str, *scopes: str) -> str:
    """Make an API key on the pages; return it."""
    page.goto("/keys/new")
    page.get_by_label("Name").fill(name)
    for scope in scopes:
        page.locator(f"input[value='{scope}']").check()
    page.get_by_role("button", name="Create key").click()
    return page.get_by_label("API key", exact=True).input_value()


def confirm(page: Page, path: str, ask: str, answer: str) -> None:
    """Go somewhere, choose something that asks first, and say yes."""
    page.goto(path)
    open_dialog(page, ask)
    page.get_by_role("dialog").get_by_role("button", name=answer).click()
    expect(page.locator(".flash")).to_be_visible()


def open_dialog(page: Page, ask: str) -> None:
    page.locator("summary", has_text=ask).click()
    expect(page.get_by_role("dialog")).to_be_visible()


def accept(page: Page, name: str, *, again: str = OWN_PASSWORD) -> None:
    """Fill the form behind an invitation link and send it."""
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password", exact=True).fill(OWN_PASSWORD)
    page.get_by_label("Password again", exact=True).fill(again)
    page.get_by_role("button", name="Create account and sign in").click()
