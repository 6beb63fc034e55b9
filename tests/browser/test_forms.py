"""Generated forms in a browser, with script and without."""

import json
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

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


def names(page: Page) -> list[str]:
    return [box.input_value() for box in page.get_by_label("Criterion").all()]


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
    assert names(page) == ["Value", "Risk", "Fit"]
    page.get_by_role("button", name="Remove Criteria 1").click()
    assert names(page) == ["Risk", "Fit"]
    assert sent(page) == {
        "criteria": [
            {"name": "Risk", "weight": 1, "score": 5},
            {"name": "Fit", "weight": 1, "score": 5},
        ]
    }


def test_rows_move_by_keyboard_and_it_is_said(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    _three(page)
    page.get_by_label("Criterion").first.focus()
    page.keyboard.press("Alt+ArrowDown")
    assert names(page) == ["Fit", "Value", "Risk"]
    expect(page.get_by_label("Criterion").nth(1)).to_be_focused()
    expect(page.locator("#live")).to_have_text("Criteria moved to place 2 of 3.")


def test_rows_move_by_drag(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    _three(page)
    handles = page.locator("[data-row-handle]")
    handles.nth(2).drag_to(handles.nth(0), target_position={"x": 4, "y": 2})
    assert names(page)[0] == "Risk"
    assert sent(page)["criteria"][0]["name"] == "Risk"


def test_the_slider_moves_the_number_and_follows_it(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    page.goto(SCORE)
    number = page.get_by_role("textbox", name="Score")
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("End")
    expect(number).to_have_value("10")
    number.fill("4.5")
    expect(slider).to_have_value("4.5")


def test_faults_are_linked_and_what_was_typed_is_kept(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    visitors.allow(page, 400)
    page.goto(SCORE)
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
    area.fill(text.replace("Risk", "Safety"))
    page.get_by_role("button", name="Form", exact=True).click()
    expect(page.get_by_label("Criterion").nth(2)).to_have_value("Safety")
    expect(page.get_by_label("Weight").first).to_have_value("3.0")
    page.get_by_role("button", name="JSON", exact=True).click()
    assert [row["name"] for row in sent(page)["criteria"]] == ["Value", "Fit", "Safety"]


def test_broken_json_stays_and_is_named(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    page.goto(SCORE)
    page.get_by_role("button", name="JSON", exact=True).click()
    page.get_by_label("Input as JSON").fill('{"criteria": [')
    page.get_by_role("button", name="Form", exact=True).click()
    expect(page.locator("#json-error")).to_contain_text("This is not JSON")
    expect(page.get_by_label("Input as JSON")).to_have_value('{"criteria": [')


def test_tags_shapes_and_pickers(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    page.goto("/dev/components")
    tags = page.locator("[id='fempty:/array_tags']")
    box = tags.get_by_label("Add to Array, tags")
    for word in ("swift", "sure"):
        box.fill(word)
        box.press("Enter")
    tags.get_by_role("button", name="Remove swift").click()
    assert page.locator("[name='empty:/array_tags/0']").input_value() == "sure"

    shapes = page.locator("[id='fempty:/object_choice']")
    expect(shapes.get_by_label("Radius")).to_be_hidden()
    shapes.get_by_role("radio", name="Circle").check()
    expect(shapes.get_by_label("Radius")).to_be_visible()

    picker = page.locator("[data-node='/relation_one']").first
    search = picker.get_by_role("combobox")
    search.fill("priority")
    expect(picker.get_by_role("option").first).to_be_visible()
    search.press("Enter")
    assert page.locator("[name='empty:/relation_one']").input_value() == "priority-matrix"


def test_a_file_that_cannot_be_sent_is_explained(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER)
    page.goto("/dev/components")
    drop = page.locator("[data-node='/media_image']").first
    too_large = FilePayload(name="a.png", mimeType="image/png", buffer=b"x" * (11 * 1024 * 1024))
    drop.locator("input[type=file]").set_input_files(files=[too_large])
    expect(drop.get_by_text("larger than 10 MB")).to_be_visible()
    page.route("**/api/files", lambda route: route.fulfill(
        status=200, json={"id": "f1", "name": "b.png", "size": 1, "type": "image/png", "url": "/"}
    ))  # fmt: skip
    small = FilePayload(name="b.png", mimeType="image/png", buffer=b"x")
    drop.locator("input[type=file]").set_input_files(files=[small])
    expect(drop.get_by_text("b.png", exact=True)).to_be_visible()
    assert page.locator("[name='empty:/media_image']").input_value() == "f1"
    drop.get_by_role("button", name="Remove").click()
    assert page.locator("[name='empty:/media_image']").input_value() == ""


def test_a_time_is_in_the_zone_of_the_browser(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER, timezone_id="Europe/Vienna")
    page.goto("/dev/components")
    expect(page.locator("[name='empty:_zone:/datetime']")).to_have_value("Europe/Vienna")
    expect(page.locator("[name='filled:_zone:/datetime']")).to_have_value("+02:00")
