"""Authoring at a browser: the whole story of a tool, and of one that comes with the product."""

import json

import pytest
from playwright.sync_api import Page, expect

from accounts.catalogue import Role
from tests.browser import axe
from tests.browser.editing import (
    add_field,
    add_step,
    open_new,
    publish,
    rate,
    row_of,
    save,
)
from tests.browser.keyboard import tab_to
from tests.browser.scene import open_dialog
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser

SCORES = {
    "integrations": 3,
    "dataQuality": 3,
    "processVariability": 3,
    "stakeholders": 3,
    "compliance": 3,
    "novelty": 3,
}


def test_the_story_of_a_tool(visitors: Visitors) -> None:
    """Authored with nested fields and a condition, tested, published, run, broken, seen, restored."""
    admin, member = visitors.person(Role.ADMIN), visitors.person(Role.MEMBER)
    visitors.allow(admin, 400)
    visitors.allow(member, 400, 404)
    _author(admin)
    _test_the_draft(admin)
    save(admin)
    member.goto("/tools/project-check")
    expect(member.get_by_role("heading", level=1)).to_have_text("There is no such tool")
    publish(admin, "First version")
    _run(member, {"kind": "small", **SCORES}, "Succeeded")
    _break(admin, by="Mina Member")
    _run(member, {"kind": "small", **SCORES}, "“region” is missing")
    _restore(admin)
    _run(member, {"kind": "small", **SCORES}, "Succeeded")


def _author(page: Page) -> None:
    open_new(page, "Project check")
    expect(page.get_by_label("Address")).to_have_value("project-check")
    kind = add_field(page, "Choice", "Kind")
    kind.get_by_label("Value").first.fill("small")
    kind.get_by_label("Value").last.fill("large")
    kind.get_by_label("Must be filled in").check()
    team = add_field(page, "Group", "Team")
    add_field(page, "E-mail", "Contact", within=team.locator("field-list"))
    team.locator("> .frow__body > details > summary").click()
    shown = team.locator("> .frow__body > details").get_by_role("group", name="Shown")
    shown.get_by_label("Shown").select_option("When all of these hold")
    shown.get_by_label("Value").select_option("large")
    add_step(page, "Complexity estimator")
    page.get_by_role("button", name="Ask for 6 values in the form").click()
    page.get_by_role("button", name="Use its output as the output schema").click()
    expect(page.locator("[data-fields=input]")).to_have_text("8")
    assert axe.violations(page) == []


def _test_the_draft(page: Page) -> None:
    form = page.locator("test-panel form")
    expect(form.get_by_text("Contact")).to_be_hidden()
    form.get_by_label("large").check()
    expect(form.get_by_text("Contact")).to_be_visible()
    form.get_by_label("Contact").fill("nobody")
    page.get_by_role("button", name="Run the draft").click()
    summary = form.get_by_role("alert")
    expect(summary).to_be_focused()
    expect(summary.get_by_role("link", name="Novelty")).to_be_visible()
    summary.get_by_role("link", name="Contact").click()
    expect(form.get_by_label("Contact")).to_be_focused()
    expect(form.get_by_label("Contact")).to_have_attribute("aria-invalid", "true")
    form.get_by_label("Contact").fill("somebody@example.com")
    rate(form, "3")
    page.get_by_role("button", name="Run the draft").click()
    result = page.locator("[data-test-result]")
    expect(result).to_contain_text("Succeeded")
    expect(result.locator(".result").first).to_be_visible()
    assert axe.violations(page) == []


def _run(page: Page, value: dict[str, object], words: str) -> None:
    page.goto("/tools/project-check?view=json")
    page.get_by_label("Input as JSON").fill(json.dumps(value))
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator(".workbench")).to_contain_text(words)


def _break(page: Page, *, by: str) -> None:
    region = add_field(page, "Text", "Region")
    region.get_by_label("Must be filled in").check()
    save(page)
    expect(page.locator("[data-status]")).to_contain_text("Unpublished changes")
    page.get_by_role("button", name="Publish…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This breaks whoever calls it")
    expect(dialog.locator(".is-breaking")).to_contain_text("breaks callers")
    expect(dialog.locator(".users")).to_contain_text(by)
    assert axe.violations(page) == []
    page.keyboard.press("Escape")
    publish(page, "Ask for the region", answer="Publish all the same")


def _restore(page: Page) -> None:
    page.get_by_label("More").click()
    page.get_by_role("link", name="Versions").click()
    open_dialog(page, "Restore input 1")
    page.get_by_role("dialog").get_by_role("button", name="Restore").click()
    page.goto("/admin/tools/project-check/edit")
    expect(row_of(page, "Kind")).to_be_visible()
    expect(page.locator(".frow__name", has_text="Region")).to_have_count(0)


def test_a_tool_of_the_product_is_overridden_and_put_back(visitors: Visitors) -> None:
    admin, member = visitors.person(Role.ADMIN), visitors.person(Role.MEMBER)
    visitors.allow(member, 404)
    visitors.allow(admin, 400)
    admin.goto("/admin/tools/fte-impact/edit")
    admin.get_by_role("region", name="Name").get_by_label("Yours").fill("People saved")
    texts = admin.get_by_role("region", name="Labels and help")
    texts.get_by_label("Label of headcount").fill("How many people")
    presets = admin.get_by_role("region", name="Preset input")
    presets.get_by_label("Preset of headcount").fill('"many"')
    _save_override(admin)
    expect(admin.get_by_role("alert")).to_be_focused()
    expect(presets.get_by_label("Preset of headcount")).to_have_attribute("aria-invalid", "true")
    presets.get_by_label("Preset of headcount").fill("12")
    _save_override(admin)
    expect(admin.locator("[data-saved]")).to_contain_text("Saved")
    expect(admin.get_by_role("region", name="Name")).to_contain_text("yours wins")
    assert axe.violations(admin) == []
    member.goto("/tools/fte-impact")
    expect(member.get_by_role("heading", level=1)).to_have_text("People saved")
    expect(member.get_by_label("How many people")).to_have_value("12")
    admin.get_by_role("region", name="Can be found").get_by_label("Yours").select_option("false")
    _save_override(admin)
    expect(admin.locator("[data-saved]")).to_contain_text("Saved")
    member.reload()
    expect(member.get_by_role("heading", level=1)).to_have_text("There is no such tool")
    member.goto("/tools")
    expect(member.get_by_role("link", name="People saved")).to_have_count(0)
    admin.get_by_role("button", name="Remove all changes").click()
    admin.get_by_role("dialog").get_by_role("button", name="Remove changes").click()
    expect(admin.locator("[data-saved]")).to_contain_text("as it comes")
    member.reload()
    expect(member.get_by_role("link", name="FTE impact")).to_be_visible()


def _save_override(page: Page) -> None:
    page.get_by_role("button", name="Save", exact=True).click()


def test_a_tool_is_made_by_keyboard_alone(visitors: Visitors) -> None:
    page = visitors.person(Role.EDITOR)
    page.goto("/admin/tools/new")
    tab_to(page, "Name")
    page.keyboard.type("By keys")
    for label in ("First", "Second"):
        tab_to(page, "Add a field")
        page.keyboard.press("Enter")
        tab_to(page, "Text")
        page.keyboard.press("Enter")
        page.keyboard.type(label)
    page.keyboard.press("Alt+ArrowUp")
    names = page.locator("schema-editor:not([hidden]) .frow__name")
    expect(names).to_have_text(["Second", "First"])
    tab_to(page, "Add a step")
    page.keyboard.press("Enter")
    page.keyboard.type("quick")
    expect(page.get_by_role("option", name="Quick score")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".step-card strong").first).to_have_text("Quick score")
    page.keyboard.press("Control+s")
    expect(page.locator("[data-saved]")).to_have_text("All changes saved")
    assert page.url.endswith("/admin/tools/by-keys/edit")
