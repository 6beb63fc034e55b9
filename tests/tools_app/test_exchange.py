"""Tools as files: out of one workspace, into another; and copies."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.conftest import Person
from tests.tools_app.samples import registered, sample
from tools_app.api import exchange as examples
from tools_app.api.examples import NEW_TOOL, RUN

PATH = "/api/tools/vendor-grade"
WRAPPER = {
    **NEW_TOOL,
    "slug": "a-wrapper",
    "name": "Wrapper",
    "execution": {
        "shape": "composition",
        "steps": [{"id": "grade", "tool": "vendor-grade", "input": {"var": "input"}}],
    },
}


def _send(client: Client, method: str, path: str, body: Any = None, etag: str = "") -> Any:
    headers = {"if-match": f'"{etag}"'} if etag else {}
    return client.generic(
        method, path, json.dumps(body or {}), content_type="application/json", headers=headers
    )


def _import(client: Client, text: str, **options: Any) -> Any:
    return _send(client, "POST", "/api/imports/tools", {"text": text, **options})


def _statuses(answer: Any) -> dict[str, str]:
    assert answer.status_code == 200, answer.content
    return {item["slug"]: item["status"] for item in answer.json()["items"]}


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_the_tools_of_one_workspace_are_brought_into_another(
    alice: Person, dana: Person, form: str
) -> None:
    author, other = alice.browser(), dana.browser()
    with registered(sample()):
        for tool in (NEW_TOOL, WRAPPER, {"slug": "idea", "name": "123", "draft": True}):
            assert _send(author, "POST", "/api/tools", tool).status_code == 201
        _send(author, "PATCH", "/api/tools/sample", {"name": "no", "enabled": False}, "0")
        file = author.get(f"/api/exports/tools?form={form}").content.decode()
        new = dict.fromkeys(["a-wrapper", "vendor-grade", "idea", "sample"], "new")
        assert _statuses(_import(other, file)) == new
        assert other.get(PATH).status_code == 404, "a dry run writes nothing"
        assert _statuses(_import(other, file, dry_run=False)) == new
        run = _send(other, "POST", "/api/tools/a-wrapper/run", RUN.value)
        assert run.json()["output"] == {"grade": "B"}
        assert other.get("/api/tools/idea").json()["published"] is False
        assert other.get("/api/tools/sample").json()["name"] == "no"
        # The same file twice changes nothing.
        activity = other.get("/api/activity").json()
        assert {row["action"] for row in activity["results"]} == {"imported"}
        again = _import(other, file, dry_run=False)
        assert set(_statuses(again).values()) == {"unchanged"}
        assert other.get("/api/activity").json() == activity
        exported = other.get(f"/api/exports/tools?form={form}").content.decode()
        assert exported == file


def test_what_is_here_already_and_differs_is_shown_and_replaced_only_when_told(
    alice: Person,
) -> None:
    author = alice.browser()
    _send(author, "POST", "/api/tools", NEW_TOOL)
    file = json.loads(author.get("/api/exports/tools?tool=vendor-grade").content)
    file["tools"][0]["name"] = "Mark"
    file["tools"][0]["input_schema"]["properties"]["region"] = {"type": "string"}
    text = json.dumps(file)
    state = author.get(f"{PATH}/draft").json()
    draft = {**state["document"], "name": "In the works", "icon": "award"}
    _send(author, "PUT", f"{PATH}/draft", draft, state["etag"])

    (item,) = _import(author, text).json()["items"]
    assert item["status"] == "conflict"
    assert item["fields"] == [{"field": "name", "before": "Vendor grade", "after": "Mark"}]
    assert [change["detail"] for change in item["schemas"]] == ["region is new."]
    refused = _import(author, text, dry_run=False)
    assert (refused.status_code, refused.json()["code"]) == (409, "import_conflict")
    assert author.get(PATH).json()["name"] == "Vendor grade"
    assert _import(author, text, dry_run=False, replace=True).status_code == 200
    assert author.get(PATH).json()["name"] == "Mark"
    assert author.get(f"{PATH}/versions").json()[0]["note"] == "Imported"
    kept = author.get(f"{PATH}/draft").json()["document"]
    assert (kept["name"], kept["icon"]) == ("In the works", "award")
    assert "region" in kept["input_schema"]["properties"]


def test_the_examples_work_when_they_are_sent(alice: Person) -> None:
    author = alice.browser()
    tried = _send(author, "POST", "/api/imports/tools", examples.TRY.value)
    assert tried.json() == examples.NEW_ITEM.value
    done = _send(author, "POST", "/api/imports/tools", examples.BRING_IN.value)
    assert done.status_code == 200
    copied = _send(author, "POST", f"{PATH}/duplicate", examples.COPY.value)
    assert (copied.status_code, copied.json()) == (201, examples.COPIED.value)


BOMB = "a: &a [x]\nb: &b [*a, *a]\ntenon: 1\ntools: [*b]\n"


@pytest.mark.parametrize(
    ("text", "pointer", "code"),
    [
        ("{", "", "unreadable"),
        ("a: [", "", "unreadable"),
        (BOMB, "", "unreadable"),
        ("[]", "/tools", "required"),
        ("{tenon: 9, tools: []}", "/tenon", "version"),
        ('{"tenon": 1, "tools": [3]}', "/tools/0", "type"),
        ('{"tenon": 1, "tools": [{"slug": "a", "kind": "x"}]}', "/tools/0/kind", "unknown"),
        ('{"tenon": 1, "tools": [{"slug": "a"}, {"slug": "a"}]}', "/tools/1/slug", "twice"),
        ('{"tenon": 1, "tools": [{"slug": "a", "colour": 1}]}', "/tools/0/colour", "unknown"),
        (
            '{"tenon": 1, "tools": [{"slug": "a", "kind": "system_override", "effect": "read"}]}',
            "/tools/0/effect",
            "unknown",
        ),
    ],
)
def test_a_file_that_cannot_be_read_says_where(
    alice: Person, text: str, pointer: str, code: str
) -> None:
    refused = _import(alice.browser(), text)
    assert refused.status_code == 400
    assert (pointer, code) in {(f["pointer"], f["code"]) for f in refused.json()["errors"]}


def test_one_faulty_tool_stops_the_whole_import(alice: Person) -> None:
    author = alice.browser()
    looped = {
        **WRAPPER,
        "slug": "looped",
        "execution": {
            "shape": "composition",
            "steps": [{"id": "self", "tool": "looped-2", "input": {}}],
        },
    }
    other = {
        **looped,
        "slug": "looped-2",
        "execution": {
            "shape": "composition",
            "steps": [{"id": "self", "tool": "looped", "input": {}}],
        },
    }
    tools = [{k: v for k, v in t.items() if k != "note"} for t in (NEW_TOOL, looped, other)]
    tools.append({"slug": "nothing", "kind": "system_override", "name": "x"})
    text = json.dumps({"tenon": 1, "tools": tools})
    found = _import(author, text)
    assert _statuses(found) == {
        "vendor-grade": "new",
        "looped": "faulty",
        "looped-2": "faulty",
        "nothing": "faulty",
    }
    refused = _import(author, text, dry_run=False)
    pointers = {fault["pointer"] for fault in refused.json()["errors"]}
    assert "/tools/1/execution/steps/0/tool" in pointers
    assert "/tools/3/slug" in pointers
    assert author.get(PATH).status_code == 404


def test_a_copy_is_a_draft_and_that_of_a_code_tool_runs_the_original(alice: Person) -> None:
    author = alice.browser()
    body = {"slug": "my-score", "name": ""}
    assert _send(author, "POST", "/api/tools/quick-score/duplicate", body).status_code == 201
    document = author.get("/api/tools/my-score/draft").json()["document"]
    assert document["name"].endswith(" (copy)")
    assert _send(author, "POST", "/api/tools/my-score/publish").status_code == 200
    run = _send(author, "POST", "/api/tools/my-score/run", RUN.value).json()
    assert run["output"]["summary"]["grade"] == "B", run
    taken = _send(author, "POST", "/api/tools/my-score/duplicate", body)
    assert taken.json()["errors"][0]["pointer"] == "/slug"
