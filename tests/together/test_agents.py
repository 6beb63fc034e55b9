"""Agents in a group's session: they answer by the tool `answer-session`, by the rules for people."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from accounts.principal import Kind
from config.ids import uuid7
from sessions_app.events import Source
from sessions_app.models import SessionEvent
from tenants.context import tenant_context
from tests.agents.making import author, connect, run
from tests.agents.wire import Call, provider
from tests.conftest import Meet, Person
from tests.together.groups import answer, answers, score, send, start, together
from tests.tools_app.mcp.calling import NEW, OLD, Caller
from together.models import Submission
from together.platform.answer_session import AnswerSessionInput, answer_session
from tools_app.definitions import ToolContext
from tools_app.models import Tool
from tools_app.resolver import catalogue_changed

SLUG = "answer-session"
TOOLS = [SLUG, "list-group-sessions", "get-group-session", "get-group-result"]
TASK = {"shape": "prompt", "mode": "agent", "agent": "assistant", "instructions": "{{ about }}"}


@pytest.fixture(autouse=True)
def _turned_on(db: None) -> None:
    with tenant_context("acme"):
        for slug in TOOLS:
            Tool.objects.create(slug=slug, kind=Tool.Kind.OVERRIDE, enabled=True)
        catalogue_changed()


def _agree(person: Person) -> Any:
    """To the one thing that waits."""
    (waiting,) = person.browser().get("/api/approvals").json()["results"]
    agreed = send(person.browser(), "POST", f"/api/approvals/{waiting['id']}/approve")
    assert agreed.status_code == 200, agreed.content
    return waiting


def _rows() -> list[tuple[str, str]]:
    with tenant_context("acme"):
        return sorted(Submission.objects.values_list("kind", "display_name"))


@pytest.mark.parametrize("version", [OLD, NEW])
def test_a_client_of_mcp_finds_a_session_and_answers_for_its_person(
    alice: Person, bob: Person, version: str
) -> None:
    session = start(alice, title="Which supplier?")
    answer(bob.browser(), session, score(2))
    caller = Caller(bob.program("tools:execute"), version)
    found = caller.tool("list-group-sessions", status="active")["structuredContent"]["results"]
    assert [(each["id"], each["tool"]) for each in found] == [(session, "quick-score")]
    told = caller.tool("get-group-session", session_id=session)["structuredContent"]
    assert told["title"] == "Which supplier?"
    for value in (9, 6):
        waits = caller.tool(SLUG, sessionId=session, answer=json.dumps(score(value)))[
            "structuredContent"
        ]
        assert waits["status"] == "waiting_approval"
        asked = _agree(bob)
        assert asked["summary"] == "Answer in “Which supplier?” with Quick score"
        done = caller.tool("check_run", run_id=waits["run_id"])["structuredContent"]
        assert done["output"]["answeredAs"] == "test of Bob"
    assert _rows() == [("agent", "test of Bob"), ("user", "Bob")], "beside the person's own"
    shown = caller.tool("get-group-result", session_id=session)["structuredContent"]
    assert (shown["count"], shown["output"]["summary"]["mean"]) == (2, 4)
    page = bob.browser().get(f"/sessions/{session}").content.decode()
    assert "Answered, by an agent" in page
    assert "Changed the answer, by an agent" in page


def test_an_agent_of_the_workspace_answers_for_whoever_asks_it(
    alice: Person, bob: Person, settings: Any
) -> None:
    session = start(alice)
    wrong = {
        "sessionId": session,
        "answer": json.dumps({"criteria": [{"name": "Fit", "score": 80}]}),
    }
    right = {"sessionId": session, "answer": json.dumps(score(7))}
    with provider(Call(SLUG, wrong, id="c1"), Call(SLUG, right, id="c2"), "Asked.") as wire:
        connect(alice.browser(), wire, settings)
        author(alice.browser(), "delegate", execution=TASK)
        assert run(bob.browser(), "delegate").json()["status"] == "success"
    refused, waits = (body["messages"][-1]["content"] for body in wire.bodies[1:])
    assert "/answer/criteria/0/score" in refused, "the model is told what to mend"
    assert "waiting_approval" in waits
    assert together(alice.browser(), session)["count"] == 0
    _agree(bob)
    (shown,) = answers(alice.browser(), session)["answers"]
    assert (shown["kind"], shown["name"]) == ("agent", "Assistant for Bob")
    with tenant_context("acme"):
        noted = SessionEvent.objects.get(type="session.submitted")
        assert (noted.actor_kind, noted.user_id, noted.payload["by_agent"]) == (
            *("agent", bob.user.pk),
            True,
        )


def test_over_rest_it_is_the_persons_own_answer(alice: Person, bob: Person) -> None:
    session = start(alice)
    given = {"input": {"sessionId": session, "answer": json.dumps(score(3))}}
    done = send(bob.browser(), "POST", f"/api/tools/{SLUG}/run", given).json()
    assert done["output"]["output"]["summary"]["score"] == 3
    waits = send(bob.program("tools:execute"), "POST", f"/api/tools/{SLUG}/run", given)
    assert waits.status_code == 202, "a program asks first"
    _agree(bob)
    assert _rows() == [("api_key", "test of Bob")], "in place of the answer on the page"


def _ended(alice: Person, _bob: Person) -> str:
    session = start(alice)
    send(alice.browser(), "POST", f"/api/group-sessions/{session}/complete")
    return session


def _not_asked(alice: Person, _bob: Person) -> str:
    return start(alice, join="people", people=[str(alice.user.pk)])


def _elsewhere(_alice: Person, bob: Person) -> str:
    return str(bob.user.pk)


@pytest.mark.parametrize(
    ("which", "words"),
    [
        (_ended, "takes no more answers"),
        (_not_asked, "you were not asked"),
        (_elsewhere, "you were not asked"),
    ],
)
def test_what_a_person_could_not_answer_is_refused_before_anybody_is_asked(
    alice: Person, bob: Person, which: Callable[[Person, Person], str], words: str
) -> None:
    caller = Caller(bob.program("tools:execute"))
    refused = caller.tool(SLUG, sessionId=which(alice, bob), answer=json.dumps(score(5)))
    assert refused["isError"]
    assert words in json.dumps(refused)
    assert bob.browser().get("/api/approvals").json()["results"] == []


def test_what_ended_while_one_was_asked_takes_no_answer(alice: Person, bob: Person) -> None:
    session = start(alice)
    caller = Caller(bob.program("tools:execute"))
    waits = caller.tool(SLUG, sessionId=session, answer=json.dumps(score(5)))["structuredContent"]
    send(alice.browser(), "POST", f"/api/group-sessions/{session}/complete")
    _agree(bob)
    told = json.dumps(caller.tool("check_run", run_id=waits["run_id"]))
    assert "takes no more answers" in told
    assert together(alice.browser(), session)["count"] == 0


def test_somebody_who_may_not_take_part_has_no_such_tool(meet: Meet, bob: Person) -> None:
    assert meet("Vera", "acme").browser().get(f"/tools/{SLUG}").status_code == 404
    assert bob.browser().get(f"/tools/{SLUG}").status_code == 200


def test_a_run_that_is_begun_again_after_a_crash_answers_once(alice: Person, bob: Person) -> None:
    session = start(alice)
    agent = replace(bob.principal, kind=Kind.AGENT, id=uuid7(), label="Analyst for Bob")
    context = ToolContext(principal=agent, run_id=str(uuid7()), source=Source.AGENT)
    given = AnswerSessionInput(session_id=UUID(session), answer=json.dumps(score(5)))
    with tenant_context("acme"):
        assert answer_session(given, context) == answer_session(given, context)
        assert SessionEvent.objects.filter(type="session.submitted").count() == 1
