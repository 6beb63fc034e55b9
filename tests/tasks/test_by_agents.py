"""A task for an agent: done within its bounds, or left to people."""

import json
from typing import Any

import pytest

from sessions_app.models import PendingRun
from tasks.models import Task
from tenants.context import tenant_context
from tests.agents.making import connect
from tests.agents.wire import Call, provider
from tests.conftest import Person
from tests.tasks.asking import make_tool, run, send
from tests.tools_app.driving import drive
from tests.tools_app.samples import registered, sample

AGENT = {"assignee": "agent:assistant", "fallback": "bob@example.com"}
ANSWER = json.dumps({"approved": True, "comment": "Looked it up."})


def _task() -> Task:
    with tenant_context("acme"):
        return Task.objects.latest("id")


def test_an_agent_hands_in_what_a_person_would(alice: Person, settings: Any) -> None:
    make_tool(execution=AGENT)
    with registered(sample()), provider(Call("sample", {"a": 1}), ANSWER) as wire:
        connect(alice.browser(), wire, settings)
        done = run(alice, code="hunter2")
    assert (done["status"], done["output"]["approved"]) == ("success", True)
    assert "Is **Acme** still in business?" in str(wire.bodies[0])
    assert "hunter2" not in str(wire.bodies), "whoever does it sees no declared secret"
    task = _task()
    assert (task.status, task.finished_by_label) == ("completed", "Assistant (agent)")
    assert task.output == json.loads(ANSWER)
    usage = alice.browser().get("/api/usage?by=agent").json()
    assert [(line["name"], line["requests"]) for line in usage] == [("assistant", 2)]


def test_without_waiting_the_agent_fills_in_the_rest(alice: Person, settings: Any) -> None:
    parts = {"task_id": {"type": "string"}, "comment": {"type": "string"}}
    schema = {"type": "object", "properties": parts, "required": ["task_id"]}
    make_tool(execution={**AGENT, "wait": False}, output_schema=schema)
    with provider('{"comment": "Fine."}') as wire:
        connect(alice.browser(), wire, settings)
        done = run(alice)
    assert done["output"] == {"task_id": str(_task().pk)}
    assert (_task().status, _task().output) == ("completed", {"comment": "Fine."})


@pytest.mark.parametrize("why", ["no answer", "not what was asked", "turned off"])
def test_what_an_agent_cannot_do_falls_to_a_person(
    alice: Person, bob: Person, settings: Any, why: str
) -> None:
    make_tool(execution=AGENT)
    with provider(401 if why == "no answer" else "I would rather not.") as wire:
        connect(alice.browser(), wire, settings)
        if why == "turned off":
            path = "/api/agents/assistant"
            kind = "application/json"
            assert alice.browser().patch(path, '{"enabled": false}', kind).status_code == 200
        made = run(alice)
    assert made["status"] == "running", "it waits for a person now"
    assert len(wire.bodies) == {"no answer": 1, "not what was asked": 2, "turned off": 0}[why]
    (found,) = bob.browser().get("/api/tasks?mine=true").json()["results"]
    assert (found["status"], found["assignee_label"]) == ("pending", "Bob")
    assert "Assistant (agent) could not do this" in found["instructions"]
    handed_in = {"output": {"approved": False}}
    assert send(bob.browser(), f"/api/tasks/{found['id']}/complete", handed_in).status_code == 200
    ended = alice.browser().get(f"/api/runs/{made['run_id']}").json()
    assert (ended["status"], ended["output"]) == ("success", {"approved": False})


def test_a_composition_waits_for_a_person_and_goes_on_with_the_answer(
    alice: Person, bob: Person, settings: Any
) -> None:
    """However long it took: the time in which a run has to be begun starts anew."""
    settings.RUNS_IN_BACKGROUND = True
    schema = {"type": "object", "properties": {"b": {"type": "integer"}}, "required": ["b"]}
    make_tool("how-many", output_schema=schema)
    steps = [
        {"id": "asked", "tool": "how-many", "input": {"supplier": {"var": "input.supplier"}}},
        {"id": "sum", "tool": "sample", "input": {"a": 40, "b": {"var": "steps.asked.output.b"}}},
    ]
    total = {"type": "object", "properties": {"total": {"type": "integer"}}}
    chain = {"shape": "composition", "steps": steps}
    with registered(sample()):
        make_tool("chain", execution=chain, output_schema=total)
        made = run(alice, "chain")
        with tenant_context("acme"):
            assert drive() == 1
            assert drive() == 0, "nothing is held while it waits"
            PendingRun.objects.update(deadline="2020-01-01T00:00Z")
        path = f"/api/tasks/{_task().pk}/complete"
        assert send(bob.browser(), path, {"output": {"b": 2}}).status_code == 200
        with tenant_context("acme"):
            assert drive() == 1
            assert not PendingRun.objects.exists()
    ended = alice.browser().get(f"/api/runs/{made['run_id']}").json()
    assert (ended["status"], ended["output"]) == ("success", {"total": 42})
