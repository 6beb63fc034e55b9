"""The editor's own addresses. What it saves goes by the API, which has tests of its own."""

import json
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.conftest import Person
from tests.tools_app.samples import registered, sample

FIELDS: list[dict[str, Any]] = [
    {"key": "kind", "type": "enum", "constraints": {"options": [{"value": "a"}, {"value": "b"}]}},
    {
        "key": "parts",
        "type": "array",
        "item": {"key": "part", "type": "object", "fields": [{"key": "size", "type": "number"}]},
        "visibleWhen": {"field": "kind", "op": "eq", "value": "b"},
    },
]


def _send(client: Client, path: str, body: Any) -> Any:
    answer = client.post(path, json.dumps(body), content_type="application/json")
    assert answer.status_code == 200, answer.content
    return answer


def _preview(client: Client, **body: Any) -> Any:
    return _send(client, "/admin/tools/preview", body).json()


def test_fields_and_schema_are_two_views_of_one_thing(alice: Person) -> None:
    browser = alice.browser()
    before = {"title": "Survey", "description": "Kept.", "type": "object", "properties": {}}
    made = _preview(browser, fields=FIELDS, before=before, value={"kind": "b"})
    assert made["errors"] == []
    assert (made["schema"]["title"], made["schema"]["description"]) == ("Survey", "Kept.")
    assert 'name="test:/kind"' in made["form"]
    back = _preview(browser, schema=made["schema"])
    assert back["fields"] == FIELDS
    assert "form" not in back


def test_what_fields_cannot_show_is_said_and_stays(alice: Person) -> None:
    number = {"type": "integer", "not": {"const": 3}}
    schema = {"type": "object", "properties": {"n": number}, "additionalProperties": False}
    found = _preview(alice.browser(), schema=schema, value={})
    assert found["fields"] is None
    assert "/properties/n/not" in found["note"]
    assert found["schema"] == schema
    assert 'name="test:/n"' in found["form"]


def test_what_is_wrong_is_told_at_the_field_while_somebody_types(alice: Person) -> None:
    browser = alice.browser()
    faulty = [{**FIELDS[0], "key": "no key"}, FIELDS[1]]
    assert [fault["pointer"] for fault in _preview(browser, fields=faulty)["errors"]] == [
        "/fields/0/key"
    ]
    broken = {"type": "object", "properties": {"a": {"type": "string", "pattern": "("}}}
    found = _preview(browser, schema=broken)["errors"]
    assert [fault["pointer"] for fault in found] == ["/properties/a/pattern"]
    assert browser.post("/admin/tools/preview", "{", content_type="text/json").status_code == 400


def _draft(browser: Client, slug: str, number: int) -> None:
    fields = [{"key": f"f{n}", "type": "text", "label": f"Field {n}"} for n in range(number)]
    schema = _preview(browser, fields=fields)["schema"]
    body = {"slug": slug, "name": slug, "draft": True, "input_schema": schema}
    made = browser.post("/api/tools", json.dumps(body), content_type="application/json")
    assert made.status_code == 201, made.content


def test_a_hundred_fields_take_no_more_queries_than_five(alice: Person) -> None:
    browser = alice.browser()
    counts = []
    for slug, number in (("five", 5), ("hundred", 100)):
        _draft(browser, slug, number)
        browser.get(f"/admin/tools/{slug}/edit")
        with CaptureQueriesContext(
            connection,
        ) as seen:
            page = browser.get(f"/admin/tools/{slug}/edit")
        assert page.status_code == 200
        assert f"Field {number - 1}" in page.content.decode()
        counts.append(len(seen))
    assert counts[0] == counts[1]


def test_the_page_says_kindly_that_it_needs_script_and_where_else_to_go(alice: Person) -> None:
    text = alice.browser().get("/admin/tools/new").content.decode()
    assert "The editor needs JavaScript" in text
    assert "/api/docs/" in text.split("<noscript>")[1]


def test_a_tool_of_the_code_is_overridden_on_a_page_of_its_own(alice: Person) -> None:
    with registered(sample()):
        page = alice.browser().get("/admin/tools/sample/edit")
    assert page.status_code == 200
    assert "This tool comes with the product" in page.content.decode()
    assert page.context["data"]["fields"][0]["field"] == "name"


def test_a_test_is_shown_by_the_drafts_own_output_schema(alice: Person) -> None:
    browser = alice.browser()
    with registered(sample()):
        tool = browser.get("/api/tools/sample").json()
        draft = {
            "name": "Chain",
            "effect": "read",
            "input_schema": tool["input_schema"],
            "output_schema": tool["output_schema"],
            "execution": {
                "shape": "composition",
                "steps": [{"id": "one", "tool": "sample", "input": {"a": {"var": "input.a"}}}],
            },
        }
        given = {"input": {"a": 2}, "draft": draft}
        ran = _send(browser, "/api/tools/unsaved/test", given).json()
    body = {"output": ran["output"], "output_schema": draft["output_schema"]}
    shown = _send(browser, f"/admin/tools/results/{ran['run_id']}", body).content.decode()
    assert ran["status"] == "success", ran
    assert "Succeeded" in shown
    assert ">Total<" in shown.replace("\n", "").replace(" ", "")
