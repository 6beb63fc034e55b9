"""Authoring over REST, as a tenant admin would with curl."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.conftest import Person
from tests.tools_app.samples import registered, sample

INPUT: dict[str, Any] = {
    "type": "object",
    "properties": {"name": {"type": "string"}},
    "required": ["name"],
}
OUTPUT = {"type": "object", "properties": {"text": {"type": "string"}}}
NEW = {
    "slug": "greeting",
    "name": "Greeting",
    "effect": "read",
    "input_schema": INPUT,
    "output_schema": OUTPUT,
    "execution": {
        "shape": "composition",
        "steps": [{"id": "score", "tool": "quick-score", "input": {"criteria": []}}],
        "output": {"text": {"var": "input.name"}},
    },
}


def _send(client: Client, method: str, path: str, body: Any, **headers: str) -> Any:
    return client.generic(
        method, path, json.dumps(body), content_type="application/json", headers=headers
    )


def _create(client: Client, **changes: Any) -> Any:
    return _send(client, "POST", "/api/tools", {**NEW, **changes})


def test_an_override_patches_a_tool_of_the_code_and_deleting_it_brings_the_code_back(
    alice: Person,
) -> None:
    browser = alice.browser()
    with registered(sample()):
        tool = browser.get("/api/tools/sample")
        assert tool["ETag"] == '"0"'
        changed = _send(
            browser, "PATCH", "/api/tools/sample", {"name": "Ours"}, **{"if-match": '"0"'}
        )
        assert changed.status_code == 200, changed.content
        assert browser.get("/api/tools/sample").json()["name"] == "Ours"
        assert browser.delete("/api/tools/sample").status_code == 204
        assert browser.get("/api/tools/sample").json()["name"] == "Sample"


def test_a_disabled_tool_is_gone_for_members(alice: Person, bob: Person) -> None:
    with registered(sample()):
        body = {"enabled": False}
        _send(alice.browser(), "PATCH", "/api/tools/sample", body, **{"if-match": '"0"'})
        assert bob.browser().get("/api/tools/sample").status_code == 404
        assert alice.browser().get("/api/tools/sample").json()["enabled"] is False


def test_an_override_replaces_no_schema(alice: Person) -> None:
    with registered(sample()):
        body = {"input_schema": INPUT, "execution": {}}
        refused = _send(alice.browser(), "PATCH", "/api/tools/sample", body, **{"if-match": "0"})
    assert refused.status_code == 400
    found = {(fault["pointer"], fault["code"]) for fault in refused.json()["errors"]}
    assert found == {("/input_schema", "not_overridable"), ("/execution", "not_overridable")}


def test_two_changes_of_a_schema_are_two_versions_and_an_equal_save_is_none(alice: Person) -> None:
    browser = alice.browser()
    assert _create(browser).status_code == 201
    for revision, schema in enumerate(
        [
            {**INPUT, "properties": {**INPUT["properties"], "b": {"type": "integer"}}},
            {"required": ["name"], **INPUT},
            {**INPUT},
        ],
        start=1,
    ):
        saved = _send(
            browser,
            "PATCH",
            "/api/tools/greeting",
            {"input_schema": schema, "note": f"change {revision}"},
            **{"if-match": f'"{revision}"'},
        )
        assert saved.status_code == 200, saved.content
    versions = browser.get("/api/tools/greeting/versions").json()
    inputs = [(v["version_no"], v["note"]) for v in versions if v["role"] == "input"]
    assert inputs == [(3, "change 2"), (2, "change 1"), (1, "")]
    assert browser.get("/api/tools/greeting/versions/2").json()[0]["note"] == "change 1"
    assert browser.get("/api/tools/greeting/versions/9").status_code == 404


def test_nobody_overwrites_what_they_have_not_seen(alice: Person, adam: Person) -> None:
    _create(alice.browser())
    body = {"name": "Mine"}
    assert _send(adam.browser(), "PATCH", "/api/tools/greeting", body).status_code == 428
    first = _send(adam.browser(), "PATCH", "/api/tools/greeting", body, **{"if-match": '"1"'})
    assert first["ETag"] == '"2"'
    late = _send(alice.browser(), "PATCH", "/api/tools/greeting", body, **{"if-match": '"1"'})
    assert late.status_code == 412
    assert late.json()["code"] == "stale_revision"


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"slug": "Bad Slug"}, "/slug"),
        ({"slug": "sample"}, "/slug"),
        ({"effect": ""}, "/effect"),
        ({"input_schema": {"type": "array"}}, "/input_schema"),
        ({"input_schema": {**INPUT, "$ref": "https://example.com/x"}}, "/input_schema"),
        ({"required_permissions": ["no.such.right"]}, "/required_permissions/0"),
        ({"colour": "red"}, "/colour"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    alice: Person, change: dict[str, Any], pointer: str
) -> None:
    with registered(sample()):
        refused = _create(alice.browser(), **change)
    assert refused.status_code == 400
    assert any(fault["pointer"].startswith(pointer) for fault in refused.json()["errors"])


def test_a_slug_is_taken_once(alice: Person) -> None:
    browser = alice.browser()
    assert _create(browser).status_code == 201
    assert [fault["code"] for fault in _create(browser).json()["errors"]] == ["taken"]


def test_another_tenant_sees_nothing_of_it(alice: Person, dana: Person) -> None:
    _create(alice.browser())
    assert dana.browser().get("/api/tools/greeting").status_code == 404
    listed = dana.browser().get("/api/tools").json()["results"]
    assert "greeting" not in {tool["slug"] for tool in listed}


def test_a_list_is_answered_from_its_etag_until_something_changes(
    alice: Person, bob: Person
) -> None:
    program = bob.program("tools:read")
    first = program.get("/api/tools")
    again = program.get("/api/tools", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert alice.program("tools:read").get("/api/tools")["ETag"] != first["ETag"]
    _create(alice.browser())
    changed = program.get("/api/tools", headers={"if-none-match": first["ETag"]})
    assert changed.status_code == 200
    assert "greeting" in {tool["slug"] for tool in changed.json()["results"]}


def test_the_list_is_searched_filtered_and_paged(alice: Person) -> None:
    browser = alice.browser()
    for number in range(5):
        _create(browser, slug=f"greeting-{number}", name=f"Greeting {number}", category="social")

    def slugs(query: str) -> list[str]:
        return [tool["slug"] for tool in browser.get(f"/api/tools?{query}").json()["results"]]

    assert slugs("search=greeting+3") == ["greeting-3"]
    assert len(slugs("category=social&kind=tenant_custom&effect=read")) == 5
    assert slugs("source=tenant") == [f"greeting-{number}" for number in range(5)]
    assert "quick-score" in slugs("source=builtin")
    first = browser.get("/api/tools?category=social&limit=2").json()
    second = browser.get(first["next"]).json()
    assert [tool["slug"] for tool in second["results"]] == ["greeting-2", "greeting-3"]
    assert browser.get("/api/tools?effect=nonsense").status_code == 400
