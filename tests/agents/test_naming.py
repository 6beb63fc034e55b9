"""What a tool names must be there when it is saved: refused at its field, with what to do."""

from typing import Any

import pytest

from tests.agents.making import INPUT, LABEL, TEXT, connect, send
from tests.agents.wire import provider
from tests.conftest import Person

DIRECT = {"shape": "prompt", "mode": "direct", "template": "About {{ about }}."}
SKILL = {"shape": "prompt", "mode": "skill", "skill": "house-style"}
AGENT = {"shape": "prompt", "mode": "agent", "agent": "assistant", "instructions": "Do {{ about }}"}
TASK = {"shape": "task", "title": "Do it", "instructions": "Please."}
WRONG = {
    "agent": ({**AGENT, "agent": "nobody"}, "/execution/agent", "analyst, assistant"),
    "skill": ({**SKILL, "skill": "nothing"}, "/execution/skill", "house-style"),
    "skill's agent": ({**SKILL, "agent": "nobody"}, "/execution/agent", "set it up first"),
    "model": ({**DIRECT, "model": "huge"}, "/execution/model", "small, large"),
    "its model": ({**DIRECT, "model": "wire:huge"}, "/execution/model", "connection wire has no"),
    "assignee": ({**TASK, "assignee": "x@example.com"}, "/execution/assignee", "neither a role"),
    "task's agent": ({**TASK, "assignee": "agent:nobody"}, "/execution/assignee", "no agent"),
    "fallback": ({**TASK, "fallback": "agent:assistant"}, "/execution/fallback", "a person"),
}
# Only of what goes live: a draft may still lack it.
BROKEN = {
    "text": ({**DIRECT, "output": "text"}, LABEL, "/execution/output", "no field “text”"),
    "task_id": ({**TASK, "wait": False}, LABEL, "/execution/wait", "task_id"),
}


def _tool(execution: Any, output_schema: Any = TEXT, **more: Any) -> dict[str, Any]:
    tool = {"slug": "named", "name": "Named", "effect": "read", "input_schema": INPUT}
    return {**tool, "output_schema": output_schema, "execution": execution, **more}


@pytest.fixture
def client(alice: Person, settings: Any) -> Any:
    browser = alice.browser()
    skill = {"slug": "house-style", "name": "House style", "instructions": "Short."}
    assert send(browser, "POST", "/api/skills", skill).status_code == 201
    with provider("Fine.") as wire:
        connect(browser, wire, settings)
        yield browser


def _only_fault(answer: Any) -> tuple[str, str]:
    assert answer.status_code == 400, answer.content
    (fault,) = answer.json()["errors"]
    return fault["pointer"], fault["detail"]


@pytest.mark.parametrize("what", WRONG)
def test_what_is_not_there_is_refused_at_its_field(client: Any, what: str) -> None:
    execution, pointer, words = WRONG[what]
    for draft in (False, True):
        tool = _tool(execution, draft=draft)
        found, detail = _only_fault(send(client, "POST", "/api/tools", tool))
        assert found == pointer
        assert words in detail


@pytest.mark.parametrize("what", BROKEN)
def test_a_promise_that_cannot_be_kept_is_refused_when_it_goes_live(client: Any, what: str) -> None:
    execution, schema, pointer, words = BROKEN[what]
    found, detail = _only_fault(send(client, "POST", "/api/tools", _tool(execution, schema)))
    assert found == pointer
    assert words in detail
    drafted = send(client, "POST", "/api/tools", _tool(execution, schema, draft=True))
    assert drafted.status_code == 201, drafted.content
    published = send(client, "POST", "/api/tools/named/publish")
    assert _only_fault(published)[0] == pointer
    draft = {name: value for name, value in _tool(execution, schema).items() if name != "slug"}
    tried = {"input": {"about": "x"}, "draft": draft}
    tested = send(client, "POST", "/api/tools/named/test", tried)
    assert _only_fault(tested)[0] == f"/draft{pointer}"


@pytest.mark.parametrize("execution", [DIRECT, SKILL, {**SKILL, "agent": "assistant"}, AGENT, TASK])
def test_what_is_there_is_taken(client: Any, execution: dict[str, Any]) -> None:
    for model in ("large", "wire:large", "wire:"):
        named = {**execution, "model": model} if execution is DIRECT else execution
        slug = f"named-{model.strip(':').replace(':', '-')}"
        answer = send(client, "POST", "/api/tools", _tool(named, slug=slug))
        assert answer.status_code == 201, answer.content
