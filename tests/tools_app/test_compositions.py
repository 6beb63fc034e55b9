"""A tool of the tenant's own that runs other tools, as an admin makes it with curl."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from sessions_app.chain import breaks
from sessions_app.models import PendingRun, SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.driving import Browser, drive
from tests.tools_app.samples import Numbers, Total, crash, refuse, registered, sample
from tools_app.definitions import ToolContext, ToolDefinition
from tools_app.execution.pending import claim
from tools_app.execution.runners import runners
from tools_app.execution.suspension import Suspended, finish_run
from tools_app.execution.worker import carry
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


# -- Taken up again -----------------------------------------------------------------------------


def _accepted(person: Person, **payload: Any) -> str:
    body = json.dumps({"input": payload})
    answer = Browser.of(person).post("/api/tools/chain/run", body, prefer="respond-async")
    assert answer.status_code == 202
    return str(answer.json()["run_id"])


def _run_seen(person: Person, run_id: str) -> Any:
    return Browser.of(person).get(f"/api/runs/{run_id}").json()


def _types(**found: Any) -> list[str]:
    return [event.type for event in SessionEvent.objects.filter(**found).order_by("seq")]


class WorkerDied(BaseException):
    pass


def _dies_once(effect: str, **options: Any) -> tuple[ToolDefinition, list[int]]:
    began: list[int] = []

    def die(input: Numbers, context: ToolContext) -> Total:  # noqa: A002
        """Takes its worker with it, the first time. Use it in tests."""
        began.append(1)
        if len(began) == 1:
            raise WorkerDied
        return Total(total=input.a)

    return sample(die, slug="deadly", effect=effect, **options), began


def _die_and_take_up(person: Person) -> str:
    run_id = _accepted(person, n=5)
    row = claim()
    assert row is not None
    with pytest.raises(WorkerDied):
        carry(row)
    PendingRun.objects.update(lease_until="2020-01-01T00:00Z")
    drive()
    return run_id


DEADLY = [*TWICE, _step("third", "deadly", input={"a": {"var": "steps.second.output.total"}})]


@pytest.mark.parametrize(("effect", "options"), [("read", {}), ("mutate", {"idempotent": True})])
def test_a_composition_goes_on_at_the_step_where_its_worker_died(
    alice: Person, effect: str, options: dict[str, Any]
) -> None:
    deadly, began = _dies_once(effect, **options)
    with registered(deadly):
        _create(alice.browser(), effect=effect, execution=_composition(*DEADLY))
        with tenant_context("acme"):
            run_id = _die_and_take_up(alice)
            assert _run_seen(alice, run_id)["output"] == {"total": 17}
            assert _types(tool_slug="sample") == ["tool.started", "tool.completed"] * 2
            assert _types(tool_slug="deadly") == ["tool.started", "tool.completed"]
            assert list(breaks()) == []
    assert len(began) == 2


@pytest.mark.parametrize("on_error", ["stop", "continue"])
def test_a_step_that_may_have_changed_something_is_not_repeated(
    alice: Person, on_error: str
) -> None:
    deadly, began = _dies_once("mutate")
    steps = [{**DEADLY[2], "on_error": on_error, "input": {"a": 1}}, TWICE[0]]
    with registered(deadly):
        _create(alice.browser(), effect="mutate", execution=_composition(*steps))
        with tenant_context("acme"):
            seen = _run_seen(alice, _die_and_take_up(alice))
            failed = SessionEvent.objects.get(tool_slug="deadly", type="tool.failed")
            assert failed.payload["code"] == "outcome_unknown"
    assert began == [1]
    assert seen["status"] == ("error" if on_error == "stop" else "success")


def _waits(tool: Any, payload: Any, context: ToolContext) -> None:
    raise Suspended


@pytest.fixture
def _tasks_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(runners._runners, "task", _waits)


@pytest.mark.usefixtures("_tasks_wait")
@pytest.mark.parametrize("nested", [False, True])
def test_a_composition_waits_with_a_step_and_goes_on_when_that_is_finished(
    alice: Person, nested: bool
) -> None:
    browser = alice.browser()
    task = {"shape": "task", "title": "Do it", "instructions": "Please."}
    asked = _step("asked", "ask", input={"n": {"var": "input.n"}})
    after = _step("after", "sample", input={"a": {"var": "steps.asked.output.total"}, "b": 1})
    _create(browser, "ask", execution=task)
    if nested:
        _create(browser, "inner", execution=_composition(asked))
        asked = {**asked, "tool": "inner"}
    _create(browser, execution=_composition(asked, after))
    with tenant_context("acme"):
        run_id = _accepted(alice, n=5)
        drive()
        assert _run_seen(alice, run_id)["status"] == "running"
        assert drive() == 0, "nothing to do while it waits"
        waiting = SessionEvent.objects.get(tool_slug="ask", type="tool.started")
        finish_run(run_id=waiting.pk, output={"total": 40})
        drive()
        seen = _run_seen(alice, run_id)
        assert (seen["status"], seen["output"]) == ("success", {"total": 41})
        assert _types(tool_slug="ask") == ["tool.started", "tool.completed"]
        assert not PendingRun.objects.exists()


@pytest.mark.usefixtures("_tasks_wait")
def test_cancelling_a_composition_cancels_the_step_that_waits(alice: Person) -> None:
    browser = alice.browser()
    task = {"shape": "task", "title": "Do it", "instructions": "Please."}
    _create(browser, "ask", execution=task)
    _create(browser, execution=_composition(_step("asked", "ask", input={"n": 1})))
    with tenant_context("acme"):
        run_id = _accepted(alice, n=5)
        drive()
        assert Browser.of(alice).post(f"/api/runs/{run_id}/cancel").status_code == 200
        assert _types(tool_slug="ask") == ["tool.started", "tool.cancelled"]
        assert not PendingRun.objects.exists()
