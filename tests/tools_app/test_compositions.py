"""A tool of the tenant's own that runs other tools, as an admin makes it with curl."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.samples import crash, refuse, registered, sample
from tools_app.resolver import resolve

INTEGER = {"type": "integer"}


def _schema(*names: str) -> dict[str, Any]:
    return {"type": "object", "properties": dict.fromkeys(names, INTEGER), "required": [*names]}


def _step(name: str, tool: str, **given: Any) -> dict[str, Any]:
    return {"id": name, "tool": tool, **given}


TWICE = [
    _step("first", "sample", input={"a": {"var": "input.n"}, "b": 2}),
    _step("second", "sample", input={"a": {"var": "steps.first.output.total"}, "b": 10}),
]


def _send(client: Client, method: str, path: str, body: Any, **headers: str) -> Any:
    return client.generic(
        method, path, json.dumps(body), content_type="application/json", headers=headers
    )


def _create(client: Client, slug: str = "chain", **changes: Any) -> Any:
    body = {
        "slug": slug,
        "name": "Chain",
        "effect": "read",
        "input_schema": _schema("n"),
        "output_schema": _schema("total"),
        "execution": {"shape": "composition", "steps": TWICE},
        **changes,
    }
    return _send(client, "POST", "/api/tools", body)


def _composition(*steps: dict[str, Any], **given: Any) -> dict[str, Any]:
    return {"shape": "composition", "steps": [*steps], **given}


def _run(client: Client, slug: str = "chain", **payload: Any) -> Any:
    return _send(client, "POST", f"/api/tools/{slug}/run", {"input": payload})


@pytest.fixture(autouse=True)
def _samples() -> Iterator[None]:
    refusing = sample(refuse, slug="refusing")
    with registered(sample(), refusing, sample(crash, slug="crashing")):
        yield


def test_the_steps_run_in_order_and_hand_on_their_outputs(alice: Person, bob: Person) -> None:
    assert _create(alice.browser()).status_code == 201
    result = _run(bob.program("tools:execute"), n=5).json()
    assert (result["status"], result["output"]) == ("success", {"total": 17})


def test_each_step_is_a_run_in_the_same_session_and_the_chain_holds(
    alice: Person, bob: Person
) -> None:
    _create(alice.browser())
    browser = bob.browser()
    result = _run(browser, n=5).json()
    runs = browser.get("/api/runs").json()["results"]
    assert [run["tool_slug"] for run in runs] == ["sample", "sample", "chain"]
    assert {run["session_id"] for run in runs} == {result["session_id"]}
    assert [run["parent_run_id"] for run in runs] == [result["run_id"], result["run_id"], None]
    session = browser.get(f"/api/sessions/{result['session_id']}").json()
    assert (session["status"], session["events_count"]) == ("completed", 6)


def test_the_output_can_be_put_together_from_all_steps(alice: Person) -> None:
    browser = alice.browser()
    output = {"total": {"+": [{"var": "steps.first.output.total"}, {"var": "input.n"}]}}
    _create(browser, execution=_composition(*TWICE, output=output))
    assert _run(browser, n=5).json()["output"] == {"total": 12}


@pytest.mark.parametrize(
    ("tool", "words"), [("refusing", "It was refused."), ("crashing", "failed unexpectedly")]
)
def test_a_failing_step_fails_the_run_and_is_named(alice: Person, tool: str, words: str) -> None:
    browser = alice.browser()
    _create(browser, execution=_composition(_step("bad", tool, input={"a": 1})))
    error = _run(browser, n=1).json()["error"]
    assert error["code"] == "step_failed"
    assert error["message"].startswith(f"Step bad ({tool}): ")
    assert words in error["message"]


def test_a_step_may_fail_where_the_author_lets_it(alice: Person) -> None:
    browser = alice.browser()
    steps = [
        _step("risky", "refusing", input={"a": 1}, on_error="continue"),
        _step("after", "sample", input={"a": {"if": [{"var": "steps.risky.error"}, 7, 0]}}),
    ]
    _create(browser, execution=_composition(*steps))
    assert _run(browser, n=1).json()["output"] == {"total": 8}


def test_input_that_a_step_refuses_says_where(alice: Person) -> None:
    browser = alice.browser()
    _create(browser, execution=_composition(_step("bad", "sample", input={"a": "x"})))
    assert "Step bad (sample): /a: " in _run(browser, n=1).json()["error"]["message"]


def test_a_composition_is_as_strict_as_its_strictest_step(alice: Person, bob: Person) -> None:
    changing = sample(
        slug="changing", effect="destructive", required_permissions=["tools.tenant.delete"]
    )
    with registered(changing):
        steps = [_step("one", "changing", input={"a": 1})]
        _create(alice.browser(), execution=_composition(*steps))
        _create(alice.browser(), "outer", execution=_composition(_step("in", "chain")))
        with tenant_context("acme"):
            tool = resolve("outer")
        assert tool is not None
        assert (tool.effect, tool.required_permissions) == (
            "destructive",
            frozenset({"tools.tenant.delete"}),
        )
        assert _run(bob.browser(), "outer", n=1).status_code == 404
        asked = _run(alice.program("tools:execute", "tools:write"), "outer", n=1)
        assert (asked.status_code, asked.json()["status"]) == (202, "waiting_approval")


def test_a_step_that_became_hidden_fails_the_run(alice: Person, bob: Person) -> None:
    _create(alice.browser())
    hide = {"enabled": False}
    _send(alice.browser(), "PATCH", "/api/tools/sample", hide, **{"if-match": '"0"'})
    error = _run(bob.browser(), n=1).json()["error"]
    assert error["message"] == "Step first (sample): No tool here is called sample."


@pytest.mark.parametrize(
    ("execution", "pointer", "code"),
    [
        ({"shape": "magic"}, "/execution", "shape"),
        (_composition(), "/execution/steps", "too_short"),
        (_composition(*TWICE * 11), "/execution/steps", "too_long"),
        (_composition(_step("a", "nowhere")), "/execution/steps/0/tool", "unknown"),
        (_composition(_step("a", "chain")), "/execution/steps/0/tool", "cycle"),
        (_composition(TWICE[0], TWICE[0]), "/execution/steps/1/id", "taken"),
        (_composition(TWICE[1], TWICE[0]), "/execution/steps/0/input", "unknown_step"),
        (
            _composition(_step("a", "sample", input={"a": {"var": "elsewhere"}})),
            "/execution/steps/0/input",
            "unknown_variable",
        ),
        (_composition(*TWICE, colour="red"), "/execution/colour", "extra_forbidden"),
        ({"shape": "prompt", "mode": "direct"}, "/execution/template", "missing"),
    ],
)
def test_what_is_wrong_with_a_spec_is_said_at_its_place(
    alice: Person, execution: Any, pointer: str, code: str
) -> None:
    refused = _create(alice.browser(), execution=execution)
    assert refused.status_code == 400
    found = {(fault["pointer"], fault["code"]) for fault in refused.json()["errors"]}
    assert (pointer, code) in found


def test_a_cycle_through_another_tool_is_refused(alice: Person) -> None:
    browser = alice.browser()
    _create(browser)
    _create(browser, "outer", execution=_composition(_step("in", "chain")))
    body = {"execution": _composition(_step("back", "outer"))}
    refused = _send(browser, "PATCH", "/api/tools/chain", body, **{"if-match": '"1"'})
    assert [fault["code"] for fault in refused.json()["errors"]] == ["cycle"]
    assert "back" in refused.json()["errors"][0]["detail"]


def test_a_chain_may_be_nested_five_deep(alice: Person) -> None:
    browser = alice.browser()
    _create(browser, "level-1")
    for level in range(2, 6):
        below = _step("in", f"level-{level - 1}", input={"n": {"var": "input.n"}})
        made = _create(browser, f"level-{level}", execution=_composition(below))
        assert made.status_code == 201, made.content
    assert _run(browser, "level-5", n=5).json()["output"] == {"total": 17}
    refused = _create(browser, "level-6", execution=_composition(_step("in", "level-5")))
    assert [fault["code"] for fault in refused.json()["errors"]] == ["too_deep"]


# -- Drafts -----------------------------------------------------------------------------------


def _test(client: Client, slug: str, **body: Any) -> Any:
    return _send(client, "POST", f"/api/tools/{slug}/test", body)


def test_a_draft_is_tried_without_being_saved(alice: Person) -> None:
    browser = alice.browser()
    _create(browser)
    draft = {"execution": _composition(TWICE[0])}
    tried = _test(browser, "chain", input={"n": 5}, draft=draft).json()
    assert tried["output"] == {"total": 7}
    assert _run(browser, n=5).json()["output"] == {"total": 17}
    assert len(browser.get("/api/runs?tool=chain").json()["results"]) == 1


def test_a_tool_that_is_not_saved_at_all_is_tried(alice: Person) -> None:
    draft = {
        "name": "New",
        "effect": "read",
        "input_schema": _schema("n"),
        "output_schema": _schema("total"),
        "execution": _composition(*TWICE),
    }
    browser = alice.browser()
    assert _test(browser, "new", input={"n": 5}, draft=draft).json()["output"] == {"total": 17}
    assert browser.get("/api/tools/new").status_code == 404


def test_what_is_wrong_with_a_draft_is_said_under_draft(alice: Person) -> None:
    _create(alice.browser())
    draft = {"execution": _composition(_step("a", "nowhere"))}
    refused = _test(alice.browser(), "chain", input={"n": 5}, draft=draft)
    pointers = [fault["pointer"] for fault in refused.json()["errors"]]
    assert pointers == ["/draft/execution/steps/0/tool"]


def test_a_draft_cannot_lower_what_its_steps_do(alice: Person) -> None:
    with registered(sample(slug="changing", effect="destructive")):
        _create(alice.browser())
        draft = {"effect": "read", "execution": _composition(_step("one", "changing"))}
        program = alice.program("tools:execute", "tools:write")
        assert _test(program, "chain", input={"n": 1}, draft=draft).status_code == 202
