"""Group sessions over REST: who starts, joins, answers and ends them, and what is written down."""

from dataclasses import replace
from uuid import UUID

import pytest

from accounts.principal import Kind
from config.ids import uuid7
from sessions_app.chain import first_break
from sessions_app.events import Source
from sessions_app.models import Session, SessionEvent
from tenants.context import tenant_context
from tests.conftest import Meet, Person
from tests.together.groups import adding, answer, answers, score, send, start, together
from tests.tools_app import samples
from together import access, submissions
from together.models import Submission


def _types(session_id: str) -> list[str]:
    with tenant_context("acme"):
        rows = SessionEvent.objects.filter(session_id=session_id).order_by("seq")
        return list(rows.values_list("type", flat=True))


def test_a_group_answers_and_sees_what_it_says_together(alice: Person, bob: Person) -> None:
    session = start(alice, title="Which supplier?", config=score(5))
    assert together(bob.browser(), session)["count"] == 0
    assert answer(alice.browser(), session, score(6)).status_code == 200
    made = answer(bob.program("tools:execute"), session, score(8))
    assert made.json()["display_name"] == "test of Bob"
    found = together(bob.browser(), session)
    assert (found["count"], found["output"]["summary"]["mean"]) == (2, 7)
    names = [each["name"] for each in answers(bob.browser(), session)["answers"]]
    assert names == ["Alice", "test of Bob"]


def test_answering_again_replaces_the_answer_whichever_way_it_came(
    alice: Person, bob: Person
) -> None:
    session = start(alice)
    first = answer(bob.browser(), session, score(2)).json()
    second = answer(bob.program("tools:execute"), session, score(9)).json()
    assert first["id"] == second["id"]
    assert first["run_id"] != second["run_id"]
    found = together(alice.browser(), session)
    assert (found["count"], found["output"]["summary"]["mean"]) == (1, 9)
    assert answers(bob.browser(), session)["mine"]["input"] == score(9)


def test_each_answer_is_a_run_in_the_session_and_the_log_is_whole(
    alice: Person, bob: Person
) -> None:
    session = start(alice)
    run_id = answer(bob.browser(), session).json()["run_id"]
    ran = ["tool.started", "tool.completed", "session.submitted"]
    assert _types(session) == ["session.opened", *ran]
    run = bob.browser().get(f"/api/runs/{run_id}").json()
    assert (run["session_id"], run["status"]) == (session, "success")
    with tenant_context("acme"):
        row = Session.objects.get(pk=session)
        assert (row.session_type, row.status) == ("response", "running"), (
            "an answer ends no session"
        )
        assert first_break(row) is None


@pytest.mark.parametrize("act", ["complete", "cancel"])
def test_what_has_ended_takes_no_answer_and_never_reopens(
    alice: Person, bob: Person, act: str
) -> None:
    session = start(alice)
    answer(bob.browser(), session)
    path = f"/api/group-sessions/{session}"
    assert send(bob.browser(), "POST", f"{path}/{act}").status_code == 403, "not the creator's"
    ended = send(alice.browser(), "POST", f"{path}/{act}").json()
    assert (ended["status"], ended["ended_at"] is not None) == (
        {"complete": "completed", "cancel": "cancelled"}[act],
        True,
    )
    late = answer(bob.browser(), session)
    assert (late.status_code, late.json()["code"]) == (409, "session_ended")
    for again in ("complete", "cancel", "share"):
        assert send(alice.browser(), "POST", f"{path}/{again}").status_code == 409
    assert together(bob.browser(), session)["count"] == 1, "the result stays"


def test_only_those_who_were_asked_see_a_session(
    alice: Person, bob: Person, meet: Meet, dana: Person
) -> None:
    erin, adam = meet("Erin", "acme"), meet("Adam", "acme")
    session = start(alice, join="people", people=[str(bob.user.pk)])
    path = f"/api/group-sessions/{session}"
    assert answer(bob.browser(), session).status_code == 200
    assert erin.browser().get(path).status_code == 404
    assert answer(erin.browser(), session).status_code == 404
    assert adam.browser().get(path).status_code == 200, "administrators manage every session"
    assert answer(adam.browser(), session).status_code == 403, "but take no part in it"
    assert dana.browser().get(path).status_code == 404
    listed = erin.browser().get("/api/group-sessions").json()["results"]
    assert listed == []
    mine = bob.browser().get("/api/group-sessions?tool=quick-score&status=active").json()
    assert [each["id"] for each in mine["results"]] == [session]


def test_a_viewer_looks_on_and_a_guest_of_the_workspace_sees_nothing(
    alice: Person, charlie: Person, meet: Meet
) -> None:
    session = start(alice)
    vera = meet("Vera", "acme")
    assert vera.browser().get(f"/api/group-sessions/{session}").status_code == 200
    assert answer(vera.browser(), session).status_code == 403
    assert charlie.browser().get(f"/api/group-sessions/{session}").status_code == 403
    assert send(vera.browser(), "POST", "/api/group-sessions", {"tool": "x"}).status_code == 403


def test_below_the_smallest_group_nobody_sees_more_than_their_own(
    alice: Person, bob: Person
) -> None:
    session = start(alice, min_group=2)
    answer(bob.browser(), session, score(9))
    for person in (alice, bob):
        assert together(person.browser(), session)["output"] is None
        assert answers(person.browser(), session)["answers"] == []
    assert answers(bob.browser(), session)["mine"]["input"] == score(9)
    answer(alice.browser(), session, score(1))
    assert together(bob.browser(), session)["output"]["summary"]["mean"] == 5
    assert len(answers(bob.browser(), session)["answers"]) == 2


def test_answers_are_shown_without_names_or_not_at_all(alice: Person, bob: Person) -> None:
    anonymous, hidden = start(alice, answers="anonymous"), start(alice, answers="hidden")
    for session in (anonymous, hidden):
        answer(bob.browser(), session, score(9))
        answer(alice.browser(), session, score(3))
    found = answers(bob.browser(), anonymous)["answers"]
    assert {each["name"] for each in found} == {""}
    assert [each["input"] for each in found] == [score(3), score(9)], "not in the order they came"
    assert answers(alice.browser(), hidden)["answers"] == []
    assert together(alice.browser(), hidden)["output"]["summary"]["mean"] == 6


def test_a_run_that_fails_counts_for_nothing(alice: Person, bob: Person) -> None:
    with adding(samples.refuse):
        session = start(alice, "sample")
        refused = answer(bob.browser(), session, {"a": "two"})
        assert refused.status_code == 400
        assert refused.json()["errors"][0]["pointer"] == "/a"
        failed = answer(bob.browser(), session, {"a": 1})
        assert (failed.status_code, failed.json()["code"]) == (422, "refused")
        assert together(bob.browser(), session)["count"] == 0


def test_a_repeated_request_counts_once(alice: Person, bob: Person) -> None:
    session = start(alice)
    browser = bob.browser()
    sent = [answer(browser, session, score(4), **{"idempotency-key": "one"}) for _ in range(2)]
    assert sent[0].json() == sent[1].json()
    assert _types(session).count("session.submitted") == 1


def test_only_collaborative_tools_that_change_nothing_have_sessions(alice: Person) -> None:
    with adding(effect="mutate"):
        for tool in ("roi-calculator", "sample"):
            refused = send(alice.browser(), "POST", "/api/group-sessions", {"tool": tool})
            assert (refused.status_code, refused.json()["code"]) == (409, "not_collaborative")


def test_faulty_settings_are_named(alice: Person) -> None:
    body = {"tool": "quick-score", "config": {"nonsense": 1}, "people": [str(uuid7())]}
    refused = send(alice.browser(), "POST", "/api/group-sessions", {**body, "join": "people"})
    found = {fault["pointer"] for fault in refused.json()["errors"]}
    assert found == {"/config/nonsense", "/people/0"}


def test_an_agent_answers_for_itself(alice: Person, bob: Person) -> None:
    session = start(alice)
    agent = replace(bob.principal, kind=Kind.AGENT, id=uuid7(), label="Analyst")
    with tenant_context("acme"):
        for principal in (bob.principal, agent):
            group = access.group_to_join(principal=principal, session_id=UUID(session))
            submissions.submit(
                principal=principal, group=group, payload=score(5), source=Source.AGENT
            )
        assert {row.kind for row in Submission.objects.all()} == {"user", "agent"}


def test_a_session_of_a_tool_that_was_hidden_is_hidden_too(alice: Person, bob: Person) -> None:
    session = start(alice)
    send(
        alice.browser(),
        "PATCH",
        "/api/tools/quick-score",
        {"enabled": False},
        **{"if-match": '"0"'},
    )
    assert answer(bob.browser(), session).status_code == 404
    assert bob.browser().get(f"/tools/quick-score/session/{session}").status_code == 404


def test_the_log_is_read_and_verified_over_rest(meet: Meet, bob: Person, alice: Person) -> None:
    erin = meet("Erin", "acme")
    session = start(erin, answers="hidden")
    answer(bob.browser(), session, score(9))
    found = erin.browser().get(f"/api/sessions/{session}/events?after=1").json()
    assert [each["payload"] for each in found] == [{}, {}, {}], "Bob's, not Erin's"
    assert alice.browser().get(f"/api/sessions/{session}/events").json()[1]["payload"]
    assert len(erin.browser().get(f"/api/sessions/{session}/events?limit=2").json()) == 2
    stream = {"accept": "text/event-stream"}
    followed = erin.browser().get(f"/api/sessions/{session}/events", headers=stream)
    assert followed.status_code == 403, "everything that is written, other people's answers too"
    verified = erin.browser().get(f"/api/sessions/{session}/verify").json()
    assert (verified["whole"], verified["events"]) == (True, 4)
    listed = erin.browser().get("/api/sessions?type=response&status=running").json()["results"]
    assert [each["id"] for each in listed] == [session]
