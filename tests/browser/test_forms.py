"""Generated forms in a browser, with script and without."""

import io
import json
from typing import Any
from uuid import UUID

import pytest
from PIL import Image
from playwright.sync_api import FilePayload, Locator, Page, expect

from accounts.catalogue import Role
from tests.browser import axe
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser

SCORE = "/dev/components/quick-score"


def sent(page: Page) -> Any:
    """What the form sent, as the page shows it."""
    page.get_by_role("button", name="Send", exact=True).last.click()
    return json.loads(page.locator("#sent").inner_text())


def criterion(page: Page, number: int, name: str, weight: str, score: str) -> None:
    row = page.get_by_role("group", name=f"Criteria {number}", exact=True)
    row.get_by_label("Criterion").fill(name)
    row.get_by_label("Weight").fill(weight)
    row.get_by_role("textbox", name="Score").fill(score)


def expect_names(page: Page, *names: str) -> None:
    boxes = page.get_by_label("Criterion")
    expect(boxes).to_have_count(len(names))
    for index, name in enumerate(names):
        expect(boxes.nth(index)).to_have_value(name)


def _three(page: Page) -> None:
    page.goto(SCORE)
    criterion(page, 1, "Value", "3", "8")
    for number, name in ((2, "Fit"), (3, "Risk")):
        page.get_by_role("button", name="Add a criterion").click()
        criterion(page, number, name, "1", "5")


@pytest.mark.parametrize("script", [True, False], ids=["script", "no script"])
def test_rows_are_added_moved_and_removed(visitors: Visitors, script: bool) -> None:
    page = visitors.person(Role.OWNER, java_script_enabled=script)
    _three(page)
    page.get_by_role("button", name="Move Criteria 3 up").click()
    expect_names(page, "Value", "Risk", "Fit")
    page.get_by_role("button", name="Remove Criteria 1").click()
    expect_names(page, "Risk", "Fit")
    assert sent(page) == {
        "criteria": [
            {"name": "Risk", "weight": 1, "score": 5},
            {"name": "Fit", "weight": 1, "score": 5},
        ]
    }


def test_rows_move_by_keyboard_and_by_drag(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    _three(page)
    page.get_by_label("Criterion").first.focus()
    page.keyboard.press("Alt+ArrowDown")
    expect_names(page, "Fit", "Value", "Risk")
    expect(page.get_by_label("Criterion").nth(1)).to_be_focused()
    expect(page.locator("#live")).to_have_text("Criteria moved to place 2 of 3.")
    handles = page.locator("[data-row-handle]")
    handles.nth(2).drag_to(handles.nth(0), target_position={"x": 4, "y": 2})
    expect_names(page, "Risk", "Fit", "Value")
    assert sent(page)["criteria"][0]["name"] == "Risk"


def test_a_slider_a_fault_and_what_was_typed(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    visitors.allow(page, 400)
    page.goto(SCORE)
    number, slider = page.get_by_role("textbox", name="Score"), page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    expect(number).to_have_value("10")
    number.fill("4.5")
    expect(slider).to_have_value("4.5")
    criterion(page, 1, "Value", "much", "8")
    page.get_by_role("button", name="Send", exact=True).last.click()
    summary = page.get_by_role("alert")
    expect(summary).to_be_focused()
    summary.get_by_role("link", name="Weight").click()
    weight = page.get_by_label("Weight")
    expect(weight).to_be_focused()
    expect(weight).to_have_value("much")
    assert axe.violations(page) == []


def test_form_and_json_are_two_views_of_one_value(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    _three(page)
    page.get_by_label("Weight").first.fill("3.0")
    page.get_by_role("button", name="JSON", exact=True).click()
    area = page.get_by_label("Input as JSON")
    text = area.input_value()
    assert '"weight": 3.0' in text
    assert [row["name"] for row in json.loads(text)["criteria"]] == ["Value", "Fit", "Risk"]
    area.fill('{"criteria": [')
    page.get_by_role("button", name="Form", exact=True).click()
    expect(page.locator("#json-error")).to_contain_text("This is not JSON")
    expect(area).to_have_value('{"criteria": [')
    area.fill(text.replace("Risk", "Safety"))
    page.get_by_role("button", name="Form", exact=True).click()
    expect(page.get_by_label("Criterion").nth(2)).to_have_value("Safety")
    expect(page.get_by_label("Weight").first).to_have_value("3.0")
    page.get_by_role("button", name="JSON", exact=True).click()
    assert [row["name"] for row in sent(page)["criteria"]] == ["Value", "Fit", "Safety"]


def _picture() -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (60, 40), "teal").save(made, "PNG")
    return made.getvalue()


def _give(drop: Locator, name: str, kind: str, content: bytes) -> None:
    file = FilePayload(name=name, mimeType=kind, buffer=content)
    drop.locator("input[type=file]").set_input_files(files=[file])


def test_components_at_work(visitors: Visitors) -> None:
    """Tags, shapes, pickers, zones and uploads: one visit to the page that has them all."""
    page = visitors.person(Role.OWNER, timezone_id="Europe/Vienna")
    visitors.allow(page, 415)
    page.goto("/dev/components")
    expect(page.locator("[name='empty:_zone:/datetime']")).to_have_value("Europe/Vienna")
    expect(page.locator("[name='filled:_zone:/datetime']")).to_have_value("+02:00")

    tags = page.locator("[id='fempty:/array_tags']")
    box = tags.get_by_label("Add to Array, tags")
    for word in ("swift", "sure"):
        box.fill(word)
        box.press("Enter")
    tags.get_by_role("button", name="Remove swift").click()
    expect(page.locator("[name='empty:/array_tags/0']")).to_have_value("sure")

    shapes = page.locator("[id='fempty:/object_choice']")
    expect(shapes.get_by_label("Radius")).to_be_hidden()
    shapes.get_by_role("radio", name="Circle").check()
    expect(shapes.get_by_label("Radius")).to_be_visible()

    picker = page.locator("[data-node='/relation_one']").first
    search = picker.get_by_role("combobox")
    search.fill("priority")
    expect(picker.get_by_role("option").first).to_be_visible()
    search.press("Enter")
    expect(page.locator("[name='empty:/relation_one']")).to_have_value("priority-matrix")
    _upload(page)


def _upload(page: Page) -> None:
    """To the real /api/files: what is not taken is explained, a picture is shown at once."""
    drop = page.locator("[data-node='/media_image']").first
    value = page.locator("[name='empty:/media_image']")
    value.evaluate("(input) => { input.dataset.maxSizeMb = '0.001'; }")
    _give(drop, "a.png", "image/png", b"x" * 2_000)
    expect(drop.get_by_text("larger than 0.001 MB")).to_be_visible()
    value.evaluate("(input) => { input.dataset.maxSizeMb = '10'; }")
    _give(drop, "b.txt", "text/plain", b"words")
    expect(drop.get_by_text("not of an accepted kind")).to_be_visible()
    _give(drop, "c.png", "image/png", b"no picture at all")
    expect(drop.get_by_text("This is text/plain")).to_be_visible()
    assert value.input_value() == ""
    _give(drop, "tree.png", "image/png", _picture())
    expect(drop.get_by_text("tree.png", exact=True)).to_be_visible()
    preview = drop.get_by_role("img", name="tree.png")
    expect(preview).to_have_js_property("naturalWidth", 60)
    assert UUID(value.input_value())
    drop.get_by_role("button", name="Remove").click()
    expect(preview).to_have_count(0)
    assert value.input_value() == ""
