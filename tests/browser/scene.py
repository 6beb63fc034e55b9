"""What the pages show when they are looked at: made once, by the people of IMS themselves."""

import json
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Page, expect

from accounts.catalogue import Role
from tests.browser import asking, groups
from tests.browser.dialogs import confirm, open_dialog
from tests.browser.editing import author
from tests.browser.visitors import Visitors
from tools_app.api.examples import NEW_TOOL

__all__ = ["Scene", "accept", "confirm", "invite", "make", "make_key", "open_dialog"]

OWN_PASSWORD = "four-wholly-unrelated-words"
INVITED = "bartholomew.featherstonehaugh@a-rather-long-domain-name.example"


@dataclass(frozen=True)
class Scene:
    """`key` is of a program of the owner, for what asks first."""

    invitation: str
    key: str
    # A group's session with answers, its share link, an embed's page and what its visitors see.
    group: str
    link: str
    embed: str
    frame: str


def make(visitors: Visitors) -> Scene:
    owner = visitors.person(Role.OWNER, "ims")
    make_key(owner, "Nightly import of the price lists", "tools:read", "entities:write")
    make_key(owner, "Old laptop", "tools:read")
    confirm(owner, "/keys", "Revoke Old laptop", "Revoke key")
    confirm(owner, "/people", "Deactivate Grace Guest", "Deactivate")
    author(owner)
    bring_in(owner, tools_file())
    bring_in(owner, tools_file(region={"type": "string", "maxLength": 40}))
    link = invite(owner, INVITED, Role.EDITOR)
    key = make_key(owner, "Agent", "tools:execute", "tools:write")
    asking.make_tools(owner, key)
    asking.make_task(owner, key)
    confirm(visitors.person(Role.OWNER, "platform"), "/tenants/oci", "Suspend", "Suspend workspace")
    group = groups.start_group(owner, "Which supplier for the playgrounds?")
    shared = groups.make_link(owner)
    groups.give(owner, "7")
    groups.publish(owner, "https://www.ims.example")
    frame = owner.get_by_role("region", name="Frame", exact=True).inner_text()
    embed, shown = owner.url, frame.split('src="')[1].split('"')[0]
    return Scene(link, key, group, shared, embed, shown)


def tools_file(**fields: Any) -> str:
    """A tool that grades vendors, asked for these fields too; and an idea for another one."""
    tool = {name: value for name, value in NEW_TOOL.items() if name != "note"}
    schema = tool["input_schema"]
    tool["input_schema"] = {
        **schema,
        "properties": {**schema["properties"], **fields},
        "required": [*schema["required"], *fields],
    }
    idea = {"slug": "renewal-reminder", "name": "Reminder of renewals", "draft": True}
    return json.dumps({"tenon": 1, "tools": [tool, idea]})


def bring_in(page: Page, text: str) -> None:
    """Import tools on the pages, replacing those that differ."""
    page.goto("/admin/tools/import")
    page.get_by_label("Or its text").fill(text)
    page.get_by_role("button", name="Look at what would change").click()
    expect(page.get_by_role("heading", name="What would change")).to_be_focused()
    if (replace := page.get_by_label("Replace")).count():
        replace.check()
    page.get_by_role("button", name="Import ", exact=False).click()
    expect(page.locator(".flash")).to_contain_text("imported")


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


def accept(page: Page, name: str, *, again: str = OWN_PASSWORD) -> None:
    """Fill the form behind an invitation link and send it."""
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Password", exact=True).fill(OWN_PASSWORD)
    page.get_by_label("Password again", exact=True).fill(again)
    page.get_by_role("button", name="Create account and sign in").click()
