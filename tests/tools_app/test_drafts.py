"""Draft and live beside each other, over REST: what authors work on, and what callers get."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.conftest import Person
from tests.tools_app.samples import registered, sample
from tools_app.api import draft_examples as examples
from tools_app.api.examples import NEW_TOOL, RUN
from tools_app.execution.runners import runners

PATH = "/api/tools/vendor-grade"
DRAFT = f"{PATH}/draft"


def _send(client: Client, method: str, path: str, body: Any = None, etag: str = "") -> Any:
    headers = {"if-match": f'"{etag}"'} if etag else {}
    return client.generic(
        method, path, json.dumps(body or {}), content_type="application/json", headers=headers
    )


def _made(client: Client) -> None:
    assert _send(client, "POST", "/api/tools", NEW_TOOL).status_code == 201


def _save(client: Client, **changes: Any) -> Any:
    state = client.get(DRAFT).json()
    return _send(client, "PUT", DRAFT, {**state["document"], **changes}, state["etag"])


def _with_field(name: str, *, required: bool = False) -> dict[str, Any]:
    schema = NEW_TOOL["input_schema"]
    return {
        **schema,
        "properties": {**schema["properties"], name: {"type": "string"}},
        "required": [*schema["required"], *([name] if required else [])],
    }


def test_a_draft_is_nothing_to_callers_until_it_is_published(alice: Person, bob: Person) -> None:
    author, member = alice.browser(), bob.browser()
    made = _send(author, "POST", "/api/tools", examples.NEW_DRAFT.value)
    assert (made.status_code, made["ETag"]) == (201, '"0.1"'), made.content
    assert member.get(PATH).status_code == 404
    assert author.get("/tools/vendor-grade").status_code == 404
    assert author.get(PATH).json()["published"] is False
    listed = author.get("/api/tools?search=vendor").json()["results"]
    assert listed == []

    early = _send(author, "POST", f"{PATH}/publish")
    needed = {"/effect", "/input_schema", "/output_schema", "/execution"}
    assert {fault["pointer"] for fault in early.json()["errors"]} == needed

    assert _save(author, **LIVE).status_code == 200
    assert member.get(PATH).status_code == 404
    published = _send(author, "POST", f"{PATH}/publish", examples.PUBLISH.value)
    assert published.json() == {"slug": "vendor-grade", "kind": "tenant_custom", "revision": 1}
    run = _send(member, "POST", f"{PATH}/run", RUN.value)
    assert run.json()["output"] == {"grade": "B"}
    versions = author.get(f"{PATH}/versions").json()
    assert {(v["role"], v["note"]) for v in versions} == {
        ("input", "Grades more strictly"),
        ("output", "Grades more strictly"),
    }


LIVE = {name: value for name, value in NEW_TOOL.items() if name not in {"slug", "note"}}


def test_the_examples_are_what_the_server_says(alice: Person, adam: Person) -> None:
    author = alice.browser()
    _made(author)
    saved = _send(author, "PUT", DRAFT, examples.DOCUMENT.value, "1.0")
    assert {**saved.json(), "saved_at": None} == {**examples.STATE.value, "saved_at": None}
    _save(adam.browser(), name="Vendor score", description=LIVE["description"])
    merged = _send(author, "POST", f"{DRAFT}/merge", examples.MERGE.value).json()
    assert merged == {**examples.MERGED.value, "etag": "1.2"}
    published = _send(author, "POST", f"{PATH}/publish", examples.PUBLISH.value, "1.2")
    assert published.json() == examples.PUBLISHED.value
    assert set(author.get(f"{PATH}/changes").json()) == set(examples.CHANGES.value)


def test_unpublished_changes_are_said_to_authors_alone(alice: Person, bob: Person) -> None:
    author = alice.browser()
    _made(author)
    assert author.get(PATH).json()["unpublished_changes"] is False
    assert _save(author, name="Better", input_schema=_with_field("region")).status_code == 200
    live = author.get(PATH).json()
    assert (live["name"], live["unpublished_changes"]) == ("Vendor grade", True)
    assert "unpublished_changes" not in bob.browser().get(PATH).json()
    assert author.get(DRAFT).json()["changed"] == ["name", "input_schema"]
    # Back to what is live is no draft at all; so is discarding.
    assert _save(author, **LIVE).json()["has_draft"] is False
    _save(author, name="Better")
    assert _send(author, "DELETE", DRAFT).status_code == 204
    assert author.get(DRAFT).json()["document"]["name"] == "Vendor grade"


def test_one_version_a_changed_schema_and_none_for_words(alice: Person) -> None:
    author = alice.browser()
    _made(author)
    _save(author, name="Better")
    _send(author, "POST", f"{PATH}/publish")
    assert len(author.get(f"{PATH}/versions").json()) == 2
    _save(author, input_schema=_with_field("region"))
    _send(author, "POST", f"{PATH}/publish", {"note": "By region"})
    versions = author.get(f"{PATH}/versions").json()
    newest = versions[0]
    assert (newest["role"], newest["version_no"], newest["note"]) == ("input", 2, "By region")
    assert _send(author, "POST", f"{PATH}/publish").json()["code"] == "nothing_to_publish"


def test_an_old_version_is_restored_as_a_new_one(alice: Person) -> None:
    author = alice.browser()
    _made(author)
    _save(author, input_schema=_with_field("region", required=True))
    _send(author, "POST", f"{PATH}/publish")
    _save(author, name="Still a draft")
    restored = _send(author, "POST", f"{PATH}/versions/1/restore", examples.RESTORE.value)
    assert restored.status_code == 200, restored.content
    assert author.get(PATH).json()["input_schema"] == NEW_TOOL["input_schema"]
    (newest, *_) = author.get(f"{PATH}/versions").json()
    assert (newest["version_no"], newest["note"]) == (3, "Back to how it was")
    draft = author.get(DRAFT).json()
    assert draft["changed"] == ["name"]
    assert _send(author, "POST", f"{PATH}/versions/9/restore").status_code == 404


def test_changes_are_told_in_words_with_whom_they_concern(
    alice: Person, bob: Person, django_assert_max_num_queries: Any
) -> None:
    author = alice.browser()
    _made(author)
    for member in (bob.browser(), bob.program("tools:execute")):
        assert _send(member, "POST", f"{PATH}/run", RUN.value).status_code == 200
    _send(author, "POST", f"{PATH}/test", RUN.value)
    _save(author, name="Better", input_schema=_with_field("region", required=True))
    found = author.get(f"{PATH}/changes").json()
    assert found["breaking"] is True
    assert found["schemas"] == examples.CHANGES.value["schemas"]
    assert found["fields"] == [{"field": "name", "before": "Vendor grade", "after": "Better"}]
    assert {(user["kind"], user["runs"]) for user in found["used_by"]} == {
        ("user", 1),
        ("api_key", 1),
    }
    with django_assert_max_num_queries(8):
        author.get(f"{PATH}/changes")


def test_a_shape_that_nothing_carries_out_stays_a_draft(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(runners._runners, "prompt/skill", raising=False)
    author = alice.browser()
    _made(author)
    skill = {"shape": "prompt", "mode": "skill", "skill": "nothing"}
    refused = _send(author, "POST", "/api/tools", {**NEW_TOOL, "slug": "other", "execution": skill})
    assert _pointers(refused) == {"/execution/shape": "no_runner"}
    assert _save(author, execution=skill).status_code == 200
    refused = _send(author, "POST", f"{PATH}/publish")
    assert _pointers(refused) == {"/execution/shape": "no_runner"}
    assert "prompt/skill" in refused.json()["errors"][0]["detail"]


def _pointers(response: Any) -> dict[str, str]:
    assert response.status_code == 400, response.content
    return {fault["pointer"]: fault["code"] for fault in response.json()["errors"]}


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"effect": "guess"}, "/effect", "invalid_choice"),
        ({"colour": "red"}, "/colour", "unknown"),
        ({"name": "x" * 101}, "/name", "max_length"),
        ({"required_permissions": ["no.such"]}, "/required_permissions/0", "unknown"),
        ({"default_input": {"nothing": 1}}, "/default_input/nothing", "additionalProperties"),
        ({"default_input": {"criteria": 3}}, "/default_input/criteria", "type"),
        ({"field_texts": {"nothing": {"title": "x"}}}, "/field_texts/nothing", "unknown"),
        ({"field_texts": {"criteria": {"size": "x"}}}, "/field_texts/criteria/size", "unknown"),
        ({"execution": {"shape": "magic"}}, "/execution", "shape"),
    ],
)
def test_what_a_draft_may_not_say_is_refused_at_its_field(
    alice: Person, change: dict[str, Any], pointer: str, code: str
) -> None:
    author = alice.browser()
    _made(author)
    assert _pointers(_save(author, **change)).get(pointer) == code
    assert author.get(DRAFT).json()["has_draft"] is False


def test_the_second_to_save_gets_both_sides_and_their_merge(alice: Person, adam: Person) -> None:
    first, second = alice.browser(), adam.browser()
    _made(first)
    seen = second.get(DRAFT).json()
    _save(first, name="Hers", icon="award", input_schema=_with_field("region"))
    mine = {
        **seen["document"],
        "name": "His",
        "category": "buying",
        "input_schema": _with_field("country", required=True),
    }
    late = _send(second, "PUT", DRAFT, mine, seen["etag"])
    assert (late.status_code, late.json()["code"]) == (412, "stale_draft")
    told = late.json()
    assert told["theirs"]["name"] == "Hers"
    assert told["mine"]["name"] == "His"
    merge = _send(second, "POST", f"{DRAFT}/merge", {"base": seen["document"], "mine": mine}).json()
    assert [conflict["pointer"] for conflict in merge["conflicts"]] == ["/name"]
    merged = merge["merged"]
    assert (merged["name"], merged["icon"], merged["category"]) == ("His", "award", "buying")
    assert set(merged["input_schema"]["properties"]) == {"criteria", "region", "country"}
    assert merged["input_schema"]["required"] == ["criteria", "country"]
    assert _send(second, "PUT", DRAFT, merged, merge["etag"]).status_code == 200
    assert _send(second, "PUT", DRAFT, merged).status_code == 428


def test_a_live_change_reaches_the_draft_where_the_draft_does_not_change_it(alice: Person) -> None:
    author = alice.browser()
    _made(author)
    _save(author, name="Better")
    changed = _send(author, "PATCH", PATH, {"enabled": False, "name": "Live"}, "1")
    assert changed.status_code == 200, changed.content
    document = author.get(DRAFT).json()["document"]
    assert (document["enabled"], document["name"]) == (False, "Better")


def test_a_tool_of_the_product_has_no_draft(alice: Person) -> None:
    with registered(sample()):
        refused = alice.browser().get("/api/tools/sample/draft")
        assert (refused.status_code, refused.json()["code"]) == (409, "not_drafted")


def test_another_tenant_has_no_such_draft(alice: Person, dana: Person) -> None:
    _send(alice.browser(), "POST", "/api/tools", examples.NEW_DRAFT.value)
    assert dana.browser().get(DRAFT).status_code == 404
    assert alice.browser().delete(PATH).status_code == 204
    assert alice.browser().get(DRAFT).status_code == 404
