"""Several people at once: a group's session, and an embed on somebody else's page."""

import re

import pytest
from playwright.sync_api import expect

from accounts.catalogue import Role
from tests.browser import axe
from tests.browser.groups import give, join, make_link, publish, start_group
from tests.browser.loopback import serving
from tests.browser.scene import confirm, open_dialog
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser


def test_a_group_answers_live_and_nobody_else_gets_in(visitors: Visitors) -> None:
    creator, member = visitors.person(Role.EDITOR), visitors.person(Role.MEMBER)
    guest, outsider = visitors.stranger(), visitors.person(Role.GUEST)
    elsewhere = visitors.person(Role.OWNER, "ims")
    path = start_group(creator, "Which supplier?", least=2)
    link = make_link(creator)
    together = creator.locator("live-session")
    expect(together).to_contain_text("Nobody has answered yet")

    member.goto(path)
    give(member, "6")
    expect(together).to_contain_text("1 more answer to go")
    expect(together).not_to_contain_text("Mean")

    join(guest, link, "Gina")
    give(guest, "9")
    for page in (creator, member):
        expect(page.locator("live-session")).to_contain_text("Gina (guest)")
        expect(page.locator("live-session")).to_contain_text("7.5")
    assert axe.violations(creator) == []
    assert axe.violations(guest) == []

    guest.get_by_role("textbox", name="Score").fill("ten")
    visitors.allow(guest, 400)
    guest.get_by_role("button", name="Change my answer").click()
    expect(guest.get_by_role("alert")).to_be_focused()
    expect(together).to_contain_text("2 answers")

    visitors.allow(outsider, 403)
    outsider.goto(path)
    expect(outsider.get_by_role("heading", level=1)).to_have_text("You may not do this")
    visitors.allow(elsewhere, 404)
    for stolen in (path, link):
        answer = elsewhere.goto(stolen)
        assert answer
        assert answer.status == 404

    guest.goto(link)
    open_dialog(creator, "Revoke link")
    creator.get_by_role("dialog").get_by_role("button", name="Revoke link").click()
    visitors.allow(guest, 404)
    expect(guest.get_by_role("heading", level=1)).to_have_text("This link does not work")

    confirm(creator, path, "Close the session", "Close it")
    expect(member.get_by_text("takes no more answers")).to_be_visible()
    creator.get_by_role("link", name="Log").click()
    expect(creator.locator(".events")).to_contain_text("Closed the session with 2 answers")
    creator.get_by_role("button", name="Verify").click()
    expect(creator.get_by_text("The log is whole")).to_be_visible()


HOST = """<!doctype html><title>Somebody's page</title><h1>Contact</h1>{snippet}
<output id="heard"></output>
<script>
document.addEventListener("tenon:result", (event) => {{
  document.getElementById("heard").textContent = JSON.stringify(event.detail);
}});
</script>"""


def test_an_embed_works_on_the_page_it_was_made_for_and_on_no_other(visitors: Visitors) -> None:
    admin = visitors.person(Role.ADMIN)
    page, thief = visitors.stranger(), visitors.stranger()
    pages = {"mine": "", "theirs": ""}
    with (
        serving(lambda: pages["mine"], policy="") as (mine, _),
        serving(lambda: pages["theirs"], policy="") as (theirs, _),
    ):
        snippet = publish(admin, mine)
        pages |= dict.fromkeys(pages, HOST.format(snippet=snippet))
        page.goto(mine)
        frame = page.frame_locator("iframe")
        expect(frame.get_by_role("heading", name="Quick score")).to_be_visible()
        frame.get_by_label("Criterion").first.fill("Fit")
        frame.get_by_label("Weight").first.fill("1")
        frame.get_by_role("textbox", name="Score").fill("8")
        frame.get_by_role("button", name="Send").last.click()
        expect(frame.get_by_text("Grade").first).to_be_visible()
        expect(page.locator("#heard")).to_contain_text('"status":"success"')
        expect(page.locator("iframe")).to_have_attribute("style", re.compile(r"height: \d{3,}px"))
        assert page.context.cookies() == []

        visitors.expect_refused_frame(thief)
        thief.goto(theirs)
        expect(thief.locator("iframe")).to_be_visible()
        expect(thief.frame_locator("iframe").get_by_text("Quick score")).to_have_count(0)

        open_dialog(admin, "Disable")
        admin.get_by_role("dialog").get_by_role("button", name="Disable it").click()
        visitors.allow(page, 410)
        page.reload()
        expect(frame.get_by_text("not available any more")).to_be_visible()
