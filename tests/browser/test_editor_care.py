"""What the editor does when something is in the way: refusals, two authors at once, lost sessions."""

import json
import os

import pytest
from playwright.sync_api import Page, expect

from accounts.catalogue import Role
from accounts.demo import email_of
from tests.browser import axe
from tests.browser.editing import (
    add_field,
    add_step,
    make_simple,
    open_new,
    open_saved,
    publish,
    row_of,
    save,
)
from tests.browser.visitors import Visitors, sign_in

pytestmark = pytest.mark.browser


def test_two_authors_save_the_same_draft(visitors: Visitors) -> None:
    """What one changed is taken over; what both changed is asked, and nothing typed is lost."""
    first, second = visitors.person(Role.OWNER), visitors.person(Role.ADMIN)
    visitors.allow(second, 412)
    make_simple(first, "Shared work")
    open_saved(second, "shared-work")
    first.get_by_label("Name", exact=True).fill("Name of the first")
    first.get_by_label("Category").fill("planning")
    save(first)
    second.get_by_label("Name", exact=True).fill("Name of the second")
    second.get_by_label("Description").fill("Words of the second.")
    add_field(second, "Text", "Remark")
    second.get_by_role("button", name="Save draft").click()
    dialog = second.get_by_role("dialog")
    expect(dialog).to_contain_text("Olivia Owner saved changes")
    expect(dialog.get_by_role("group")).to_have_count(1)
    assert axe.violations(second) == []
    dialog.get_by_role("button", name="Not now").click()
    expect(second.get_by_label("Description")).to_have_value("Words of the second.")
    second.get_by_role("button", name="Save draft").click()
    dialog.get_by_label("Olivia Owner's").check()
    dialog.get_by_role("button", name="Save both together").click()
    expect(second.locator("[data-saved]")).to_have_text("All changes saved")
    first.reload()
    for page in (first, second):
        expect(page.get_by_label("Name", exact=True)).to_have_value("Name of the first")
        expect(page.get_by_label("Category")).to_have_value("planning")
        expect(page.get_by_label("Description")).to_have_value("Words of the second.")
        expect(row_of(page, "Remark")).to_be_visible()


def test_every_refusal_stands_at_its_field(visitors: Visitors) -> None:
    page = visitors.person(Role.ADMIN)
    visitors.allow(page, 400, 404)
    open_new(page, "Refused")
    page.get_by_label("Address").fill("Not An Address")
    _fields_are_refused(page)
    _refused(page, "Address: Lower-case letters")
    expect(page.get_by_label("Address")).to_be_focused()
    page.get_by_label("Address").fill("quick-score")
    _refused(page, "Address: A tool that comes with the product")
    page.get_by_label("Address").fill("refused")
    _json_is_refused(page)
    _steps_are_refused(page)
    _templates_are_refused(page)
    _names_are_refused(page)


def _refused(page: Page, words: str) -> None:
    """Saving says so in the summary; its link leads to the field, which says so too."""
    page.get_by_role("button", name="Save draft").click()
    summary = page.locator(".editor-faults").get_by_role("alert")
    expect(summary.get_by_role("link", name=words)).to_be_visible()
    expect(summary).to_be_focused()
    summary.get_by_role("link", name=words).click()
    told = words.partition(": ")[2] or words.removesuffix(":").split(", ")[-1]
    place = page.locator(".has-errors", has_text=told).first
    expect(place.locator(".field__error").first).to_be_visible()


def _fields_are_refused(page: Page) -> None:
    number = add_field(page, "Number", "Area")
    number.get_by_label("Least").fill("9")
    number.get_by_label("Most", exact=False).fill("3")
    _refused(page, "A minimum is above its maximum")
    number.get_by_label("Most", exact=False).fill("30")
    other = add_field(page, "Text", "Other")
    other.get_by_label("Key").fill("area")
    _refused(page, "Field Other, Key: The key area is used twice")
    other.get_by_label("Key").fill("other")
    other.get_by_label("Pattern").fill("(")
    _refused(page, "Field Other, Pattern:")
    other.get_by_label("Pattern").fill("^a")


def _json_is_refused(page: Page) -> None:
    """Both views are one schema; what fields cannot say stays, and is said."""
    views = page.locator("schema-editor:not([hidden])").get_by_role("group", name="Edit as")
    views.get_by_role("button", name="JSON Schema").click()
    area = page.get_by_label("JSON Schema (2020-12)")
    written = json.loads(area.input_value())
    assert list(written["properties"]) == ["area", "other"]
    area.fill("{")
    _refused(page, "This is not JSON")
    written["properties"]["other"]["not"] = {"const": "x"}
    area.fill(json.dumps(written))
    views.get_by_role("button", name="Fields").click()
    expect(page.locator("schema-editor:not([hidden])")).to_contain_text("more than fields can show")
    page.get_by_role("button", name="Edit as JSON Schema").click()
    assert json.loads(area.input_value()) == written
    del written["properties"]["other"]["not"]
    area.fill(json.dumps(written))
    views.get_by_role("button", name="Fields").click()
    expect(row_of(page, "Other")).to_be_visible()


def _steps_are_refused(page: Page) -> None:
    add_step(page, "Quick score")
    card = page.locator(".step-card")
    card.get_by_role("button", name="As JSON").click()
    card.get_by_label("Input as JSON Logic").fill('{"criteria": {"var": "steps.later.output"}}')
    _refused(page, "Step 1, Input as JSON Logic: There is no step 'later' before this one")
    card.get_by_label("Input as JSON Logic").fill('{"criteria": {"var": "nowhere"}}')
    _refused(page, "Step 1, Input as JSON Logic: nowhere is neither of the input nor of a step")
    card.get_by_label("Input as JSON Logic").fill('{"criteria": []}')
    card.get_by_label("Called").fill("Bad Name")
    _refused(page, "Step 1, Called:")
    card.get_by_label("Called").fill("score")
    save(page)
    page.get_by_role("button", name="Publish…").click()
    page.get_by_role("dialog").get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator("[data-notices]")).to_contain_text("Published.")
    # Now it exists, and would run itself.
    page.evaluate("document.querySelector('execution-editor').value.steps[0].tool = 'refused'")
    card.get_by_label("Called").fill("again")
    _refused(page, "Step 1, Tool: Step again would run this very tool")


def _templates_are_refused(page: Page) -> None:
    page.get_by_role("radio", name="Prompt").check()
    prompt = page.get_by_label("Prompt", exact=True).last
    prompt.fill("Line one\nAbout {{ are")
    expect(page.get_by_role("option", name="area")).to_be_visible()
    page.keyboard.press("Enter")
    expect(prompt).to_have_value("Line one\nAbout {{ area }}")
    prompt.fill("Line one\nAbout {{ aria }}")
    expect(page.locator(".template__faults")).to_contain_text("Line 2, column 10")
    _refused(page, "Prompt: Line 2, column")
    prompt.fill("About {{ area }}")


def _names_are_refused(page: Page) -> None:
    """What is not there, and a promise that cannot be kept."""
    page.get_by_label("Model", exact=False).last.fill("huge")
    _refused(page, "Model: No connection here offers the model 'huge'")
    page.get_by_label("Model", exact=False).last.fill("")
    save(page)
    page.get_by_role("button", name="Publish…").click()
    page.get_by_role("dialog").get_by_role("button", name="Publish", exact=True).click()
    summary = page.locator(".editor-faults").get_by_role("alert")
    expect(summary).to_contain_text("Answer as: The answer is text, and the output has no field")
    page.get_by_role("radio", name="Agent Hand the work").check()
    page.get_by_label("Agent", exact=True).last.fill("nobody")
    page.get_by_label("Instructions", exact=True).last.fill("Do it.")
    _refused(page, "Agent: There is no agent 'nobody' here")
    page.get_by_role("radio", name="Task Ask").check()
    page.get_by_label("Title", exact=True).last.fill("Do it")
    page.get_by_label("Instructions", exact=True).last.fill("Please.")
    page.get_by_label("For whom").fill("agent:nobody")
    _refused(page, "For whom: There is no agent “nobody” here")
    if shot := os.environ.get("TASK_SHOT"):
        page.screenshot(path=shot)
    page.get_by_label("For whom").fill("agent:assistant")
    save(page)


def test_nothing_typed_is_lost(visitors: Visitors) -> None:
    """Not by a reload, not by a session that ran out."""
    page = visitors.person(Role.EDITOR)
    visitors.allow(page, 401, 403)
    open_new(page, "Kept")
    add_field(page, "Number", "Size")
    expect(page.locator("[data-saved]")).to_have_text("Kept in this browser")
    page.reload()
    expect(page.locator("[data-notices]")).to_contain_text("You have unsaved work here")
    page.get_by_role("button", name="Go on with it").click()
    expect(page.get_by_label("Name", exact=True)).to_have_value("Kept")
    expect(row_of(page, "Size")).to_be_visible()
    page.context.clear_cookies()
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator("[data-notices]")).to_contain_text("You have been signed out")
    other = page.context.new_page()
    sign_in(other, email_of(Role.EDITOR, "acme"))
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator("[data-saved]")).to_have_text("All changes saved")
    page.reload()
    expect(row_of(page, "Size")).to_be_visible()
    expect(page.locator("[data-notices]")).to_be_empty()


def test_a_draft_is_discarded_and_access_is_set_at_once(visitors: Visitors) -> None:
    admin, member = visitors.person(Role.ADMIN), visitors.person(Role.MEMBER)
    visitors.allow(member, 404)
    make_simple(admin, "For editors")
    grants = admin.locator("[data-grants]")
    grants.get_by_label("Editor").check()
    grants.get_by_role("button", name="Save who may run it").click()
    expect(grants).to_contain_text("It holds from now on")
    member.goto("/tools/for-editors")
    expect(member.get_by_role("heading", level=1)).to_have_text("There is no such tool")
    open_saved(admin, "for-editors")
    admin.get_by_label("Description").fill("Not meant.")
    save(admin)
    expect(admin.locator("[data-notices]")).to_contain_text("unpublished changes")
    admin.get_by_label("More").click()
    admin.get_by_role("button", name="Discard the draft").click()
    admin.get_by_role("dialog").get_by_role("button", name="Discard draft").click()
    expect(admin.get_by_label("Description")).to_have_value("")
    expect(admin.locator("[data-notices]")).to_be_empty()
    admin.get_by_role("radio", name="Always ask A human").check()
    publish(admin, "Ask first")
