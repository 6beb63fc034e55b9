"""Tasks: a run that waits for a person, and the person's form."""

import html
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core import mail
from django.db.models import F

from sessions_app.models import SessionEvent
from tasks.models import Task
from tasks.tasks import mail_task, time_out
from tenants.context import tenant_context
from tests.conftest import Meet, Person
from tests.tasks.asking import make_tool, run, send
from tools_app.execution.cancelling import cancel_run


@pytest.fixture
def erin(meet: Meet) -> Person:
    return meet("Erin", "acme")


def _text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def _task() -> Task:
    with tenant_context("acme"):
        return Task.objects.latest("id")


def _end_of(run_id: str) -> SessionEvent:
    with tenant_context("acme"):
        return SessionEvent.objects.filter(run_id=run_id).latest("seq")


def test_a_run_waits_until_a_person_hands_in_the_result(alice: Person, bob: Person) -> None:
    make_tool()
    made = run(alice, code="hunter2")
    assert made["status"] == "running"
    browser = bob.browser()
    (found,) = browser.get("/api/tasks?mine=true").json()["results"]
    assert (found["name"], found["status"]) == ("Check Acme", "pending")
    assert "hunter2" not in found["instructions"]
    path = f"/api/tasks/{found['id']}"
    wrong = send(browser, f"{path}/complete", {"output": {"approved": "perhaps"}})
    assert wrong.status_code == 400
    assert [fault["pointer"] for fault in wrong.json()["errors"]] == ["/output/approved"]
    done = send(browser, f"{path}/complete", {"output": {"approved": True}})
    assert (done.json()["status"], done.json()["finished_by_label"]) == ("completed", "Bob")
    ended = alice.browser().get(f"/api/runs/{made['run_id']}").json()
    assert (ended["status"], ended["output"]) == ("success", {"approved": True})
    again = send(browser, f"{path}/complete", {"output": {"approved": False}})
    assert (again.status_code, again.json()["code"]) == (409, "task_closed")


def test_the_form_is_generated_and_nothing_typed_is_lost(alice: Person, bob: Person) -> None:
    make_tool()
    run(alice)
    browser = bob.browser()
    inbox = _text(browser.get("/tasks"))
    assert "Check Acme" in inbox
    assert "waiting</span>" in inbox
    path = f"/tasks/{_task().pk}"
    page = _text(browser.get(path))
    assert "<strong>Acme</strong>" in page
    assert 'name="/comment"' in page
    refused = browser.post(path, {"/comment": "x" * 201})
    assert refused.status_code == 400
    assert "Nothing was handed in yet" in _text(refused)
    assert "x" * 201 in _text(refused)
    done = browser.post(path, {"/approved": "true", "/comment": "Fine"}, follow=True)
    assert "Done: Check Acme" in _text(done)
    assert _task().output == {"approved": True, "comment": "Fine"}
    assert "Fine" in _text(browser.get(path))


def test_only_one_works_on_it(alice: Person, bob: Person, erin: Person) -> None:
    make_tool()
    run(alice)
    path = f"/api/tasks/{_task().pk}"
    assert send(bob.browser(), f"{path}/claim").json()["status"] == "in_progress"
    assert send(bob.browser(), f"{path}/claim").status_code == 200, "twice is no error"
    for how, body in (("claim", {}), ("complete", {"output": {"approved": True}})):
        refused = send(erin.browser(), f"{path}/{how}", body)
        assert (refused.status_code, refused.json()["code"]) == (409, "task_claimed")
    assert send(bob.browser(), f"{path}/release").json()["status"] == "pending"
    assert send(erin.browser(), f"{path}/claim").status_code == 200


def test_a_task_for_one_person_is_not_for_others(alice: Person, bob: Person, meet: Meet) -> None:
    make_tool(execution={"assignee": "bob@example.com"})
    run(alice)
    task = _task()
    assert meet("Erin", "acme").browser().get(f"/tasks/{task.pk}").status_code == 200, "manages"
    vera = meet("Vera", "acme").browser()
    assert vera.get(f"/api/tasks/{task.pk}").status_code == 404
    refused = send(
        meet("Erin", "acme").browser(),
        f"/api/tasks/{task.pk}/complete",
        {"output": {"approved": True}},
    )
    assert refused.status_code == 404
    with tenant_context("acme"):
        mail_task(tenant="acme", task_id=str(task.pk))
    (sent,) = mail.outbox
    assert sent.to == ["bob@example.com"]
    assert f"/tasks/{task.pk}" in sent.body
    done = send(bob.browser(), f"/api/tasks/{task.pk}/complete", {"output": {"approved": True}})
    assert done.status_code == 200


def test_a_task_for_a_role_is_for_it_and_those_above(
    alice: Person, bob: Person, erin: Person
) -> None:
    make_tool(execution={"assignee": "editor"})
    run(alice)
    path = f"/api/tasks/{_task().pk}/claim"
    assert send(bob.browser(), path).status_code == 404
    assert send(erin.browser(), path).status_code == 200


def test_nobody_to_give_it_to_is_a_failed_run(alice: Person) -> None:
    make_tool(execution={"assignee": "nobody@example.com"})
    made = run(alice)
    assert (made["status"], made["error"]["code"]) == ("error", "assignee_unknown")


def test_declining_and_cancelling_end_the_run(alice: Person, bob: Person) -> None:
    make_tool()
    first = run(alice)
    send(bob.browser(), f"/api/tasks/{_task().pk}/decline", {"reason": "I do not know"})
    assert _task().status == "failed"
    ended = alice.browser().get(f"/api/runs/{first['run_id']}").json()
    assert (ended["error_code"], ended["error"]) == ("task_declined", "I do not know")
    second = run(alice)
    assert send(bob.browser(), f"/api/tasks/{_task().pk}/cancel").status_code == 403, "not his"
    assert send(alice.browser(), f"/api/tasks/{_task().pk}/cancel").json()["status"] == "cancelled"
    assert _end_of(second["run_id"]).payload["code"] == "task_cancelled"


def test_a_run_that_is_cancelled_takes_its_task_along(alice: Person, bob: Person) -> None:
    make_tool()
    made = run(alice)
    with tenant_context("acme"):
        cancel_run(principal=alice.principal, run_id=UUID(made["run_id"]))
    assert bob.browser().get("/api/tasks?mine=true").json()["results"] == []
    assert "Cancelled" in _text(bob.browser().get(f"/tasks/{_task().pk}"))
    late = send(bob.browser(), f"/api/tasks/{_task().pk}/complete", {"output": {"approved": True}})
    assert (late.status_code, late.json()["code"]) == (409, "task_closed")


def test_time_runs_out_whether_anybody_notes_it_or_not(alice: Person, bob: Person) -> None:
    make_tool(execution={"timeout_seconds": 60})
    first, second = run(alice), run(alice)
    with tenant_context("acme"):
        Task.objects.update(due_at=F("due_at") - timedelta(minutes=2))
    late = send(bob.browser(), f"/api/tasks/{_task().pk}/complete", {"output": {"approved": True}})
    assert (late.status_code, late.json()["code"]) == (409, "task_closed")
    assert _end_of(second["run_id"]).payload["code"] == "task_timed_out"
    assert _end_of(first["run_id"]).type == "tool.started"
    time_out(tenant="acme")
    assert _end_of(first["run_id"]).payload["code"] == "task_timed_out"


def test_without_waiting_the_run_gives_the_id_of_the_task(alice: Person, bob: Person) -> None:
    schema = {
        "type": "object",
        "properties": {"task_id": {"type": "string"}, "comment": {"type": "string"}},
        "required": ["task_id"],
    }
    make_tool(execution={"wait": False}, output_schema=schema)
    made = run(alice)
    task = _task()
    assert (made["status"], made["output"]) == ("success", {"task_id": str(task.pk)})
    assert list(task.contract["properties"]) == ["comment"]
    done = send(bob.browser(), f"/api/tasks/{task.pk}/complete", {"output": {"comment": "Yes"}})
    assert (done.json()["status"], done.json()["output"]) == ("completed", {"comment": "Yes"})


def test_another_tenant_sees_nothing(alice: Person, dana: Person) -> None:
    make_tool()
    run(alice)
    assert dana.browser().get("/api/tasks").json()["results"] == []
    assert dana.browser().get(f"/tasks/{_task().pk}").status_code == 404
