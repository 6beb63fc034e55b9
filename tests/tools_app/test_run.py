"""Running a tool over REST: the seven steps, and what is written down."""

import json
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pydantic import Field
from pytest_django import DjangoAssertNumQueries

from config.ids import uuid7
from sessions_app.models import Session, SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app import samples
from tests.tools_app.samples import registered, sample
from tools_app.definitions import ToolContext, ToolModel
from tools_app.execution.idempotency import ABANDONED_AFTER
from tools_app.models import IdempotencyKey, Tool


def _run(client: Client, payload: Any, slug: str = "sample", **options: Any) -> Any:
    body = json.dumps({"input": payload})
    path = f"/api/tools/{slug}/{options.pop('how', 'run')}"
    return client.post(path, body, content_type="application/json", **options)


def _events() -> list[SessionEvent]:
    with tenant_context("acme"):
        return list(SessionEvent.objects.order_by("created_at", "seq"))


def test_a_run_gives_its_output_and_is_written_down(bob: Person) -> None:
    with registered(sample()):
        response = _run(bob.program("tools:execute"), {"a": 2, "b": 3})
    assert response.status_code == 200
    body = response.json()
    assert (body["status"], body["output"], body["error"]) == ("success", {"total": 5}, None)
    started, completed = _events()
    assert str(started.pk) == body["run_id"]
    assert started.payload["input"] == {"a": 2, "b": 3}
    assert completed.payload["output"] == {"total": 5}
    assert (started.source, started.actor_kind, started.user_id) == ("api", "api_key", bob.user.pk)


def test_invalid_input_names_its_place_and_writes_nothing(bob: Person) -> None:
    with registered(sample()):
        response = _run(bob.program("tools:execute"), {"a": "two", "c": 1})
    assert response.status_code == 400
    found = {(fault["pointer"], fault["code"]) for fault in response.json()["errors"]}
    assert found == {("/a", "type"), ("/c", "additionalProperties")}
    assert _events() == []


@pytest.mark.parametrize(
    ("function", "code"),
    [
        (samples.refuse, "refused"),
        (samples.crash, "tool_crashed"),
        (samples.lie, "output_schema_mismatch"),
    ],
)
def test_what_goes_wrong_inside_is_a_failed_run(bob: Person, function: Any, code: str) -> None:
    with registered(sample(function)):
        response = _run(bob.program("tools:execute"), {"a": 1})
    body = response.json()
    assert (body["status"], body["error"]["code"]) == ("error", code)
    assert "secret-in-the-message" not in response.content.decode()
    failed = _events()[-1]
    assert (failed.type, failed.payload["code"]) == ("tool.failed", code)
    if code == "output_schema_mismatch":
        assert failed.payload["output"] == {"total": 99}, "kept for debugging"


def test_a_program_that_would_change_something_waits_for_a_human(bob: Person) -> None:
    program = bob.program("tools:execute")
    with registered(sample(effect="mutate")):
        response = _run(program, {"a": 1})
    assert response.status_code == 202
    assert response.json()["status"] == "waiting_approval"
    assert [event.type for event in _events()] == ["tool.started", "tool.needs_approval"]
    with tenant_context("acme"):
        assert Session.objects.get().status == Session.Status.WAITING
    run_id = response.json()["run_id"]
    assert program.get(f"/api/runs/{run_id}").json()["status"] == "waiting_approval"
    for status, found in (("waiting_approval", [run_id]), ("running", [])):
        listed = program.get(f"/api/runs?status={status}").json()["results"]
        assert [run["id"] for run in listed] == found


def test_a_person_who_does_it_has_agreed(bob: Person) -> None:
    with registered(sample(effect="mutate")):
        response = _run(bob.browser(), {"a": 1})
    assert response.json()["status"] == "success"
    assert [event.type for event in _events()] == ["tool.started", "tool.completed"]


def test_the_tenants_defaults_fill_what_is_missing(bob: Person) -> None:
    with tenant_context("acme"):
        Tool.objects.create(slug="sample", kind=Tool.Kind.OVERRIDE, default_input={"a": 40, "b": 2})
    with registered(sample()):
        assert _run(bob.program("tools:execute"), {}).json()["output"] == {"total": 42}


def test_what_one_may_not_see_is_not_there(meet: Any, dana: Person) -> None:
    vera = meet("Vera", "acme")
    with registered(sample(tenant_slugs=["ims"])):
        assert _run(vera.browser(), {"a": 1}).status_code == 403, "a viewer runs nothing"
        assert _run(meet("Bob", "acme").browser(), {"a": 1}).status_code == 404
        assert _run(dana.browser(), {"a": 1}).json()["status"] == "success"


def test_tests_are_written_down_but_not_part_of_the_history(alice: Person) -> None:
    browser = alice.browser()
    with registered(sample()):
        tested = _run(browser, {"a": 1}, how="test").json()
        ran = _run(browser, {"a": 1}).json()
    listed = [run["id"] for run in browser.get("/api/runs").json()["results"]]
    assert listed == [ran["run_id"]]
    assert browser.get(f"/api/runs/{tested['run_id']}").json()["is_test"] is True


def test_declared_and_apparent_secrets_are_never_written(bob: Person) -> None:
    with registered(sample(samples.keep, slug="keeper")):
        _run(
            bob.program("tools:execute"),
            {"code": "hunter2", "note": "use Bearer abcdefghijklmnopqrstuvwxyz012345"},
            slug="keeper",
        )
    written = json.dumps([event.payload for event in _events()])
    assert "hunter2" not in written
    assert "abcdefghijklmnopqrstuvwxyz012345" not in written


def test_the_history_is_ones_own_unless_one_may_see_all(bob: Person, alice: Person) -> None:
    with registered(sample()):
        run_id = _run(alice.browser(), {"a": 1}).json()["run_id"]
        _run(bob.browser(), {"a": 2})
    assert [run["input"]["a"] for run in bob.browser().get("/api/runs").json()["results"]] == [2]
    assert len(alice.browser().get("/api/runs").json()["results"]) == 2
    for path in (f"/api/runs/{run_id}", f"/api/runs/{run_id}/events"):
        assert bob.browser().get(path).status_code == 404
        assert alice.browser().get(path).status_code == 200


def test_the_history_is_filtered_and_paged(alice: Person, bob: Person) -> None:
    with registered(sample(), sample(samples.refuse, slug="other")):
        for number in range(5):
            _run(alice.browser(), {"a": number})
        _run(alice.browser(), {"a": 1}, slug="other")
        _run(bob.program("tools:execute"), {"a": 777})
    browser = alice.browser()

    def inputs(query: str) -> list[Any]:
        return [run["input"]["a"] for run in browser.get(f"/api/runs?{query}").json()["results"]]

    assert inputs("tool=other") == [1]
    assert inputs("status=error") == [1]
    assert inputs("text=777") == [777]
    assert len(inputs("source=api")) == 7
    assert inputs(f"person={bob.user.pk}") == [777]
    first = browser.get("/api/runs?limit=3").json()
    assert len(first["results"]) == 3
    second = browser.get(first["next"]).json()
    third = browser.get(second["next"]).json()
    pages = [*first["results"], *second["results"], *third["results"]]
    assert len({run["id"] for run in pages}) == 7
    assert third["next"] is None
    assert browser.get("/api/runs?status=nonsense").status_code == 400


def test_the_same_key_and_body_are_the_same_run(bob: Person) -> None:
    program = bob.program("tools:execute")
    once = {"idempotency-key": "order-17"}
    with registered(sample()):
        first = _run(program, {"a": 1}, headers=once).json()
        again = _run(program, {"a": 1}, headers=once).json()
        other = _run(program, {"a": 2}, headers=once)
    assert again == first
    assert len(_events()) == 2
    assert (other.status_code, other.json()["code"]) == (409, "idempotency_key_reused")


def test_a_claim_whose_run_is_not_written_yet_says_so_and_is_taken_over_later(
    bob: Person,
) -> None:
    program = bob.program("tools:execute")
    once = {"idempotency-key": "order-18"}
    with registered(sample()):
        first = _run(program, {"a": 1}, headers=once).json()
        with tenant_context("acme"):
            IdempotencyKey.objects.update(run_id=uuid7())
        busy = _run(program, {"a": 1}, headers=once)
        assert (busy.status_code, busy.json()["code"]) == (409, "idempotency_in_progress")
        with tenant_context("acme"):
            IdempotencyKey.objects.update(created_at=timezone.now() - ABANDONED_AFTER)
        taken = _run(program, {"a": 1}, headers=once).json()
    assert taken["output"] == first["output"]
    assert taken["run_id"] != first["run_id"]


def test_a_quick_run_with_a_key_costs_at_most_four_statements(
    bob: Person, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    program = bob.program("tools:execute")
    with registered(sample()):
        _run(program, {"a": 1})
        with django_assert_max_num_queries(4):
            assert _run(program, {"a": 1}).status_code == 200


def test_listing_costs_at_most_three_statements(
    bob: Person, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    program = bob.program("tools:execute")
    with tenant_context("acme"):
        Tool.objects.bulk_create(
            Tool(slug=f"t-{n}", kind=Tool.Kind.CUSTOM, name=f"T {n}", effect="read")
            for n in range(300)
        )
    program.get("/api/tools")
    with django_assert_max_num_queries(3):
        listed = program.get("/api/tools?kind=tenant_custom&limit=1000").json()["results"]
    assert len(listed) == 300


class Trip(ToolModel):
    kind: str = Field(json_schema_extra={"enum": ["road", "air"]})
    airline: str = Field(
        default="", json_schema_extra={"x-visible-when": {"==": [{"var": "kind"}, "air"]}}
    )


def _trip(input: Trip, context: ToolContext) -> samples.Total:  # noqa: A002 - as tools are written
    """Counts the letters of the airline. Use it in tests."""
    return samples.Total(total=len(input.airline))


def test_what_a_condition_hides_is_not_given_to_the_tool(bob: Person) -> None:
    program = bob.program("tools:execute")
    with registered(sample(_trip)):
        flown = _run(program, {"kind": "air", "airline": "Kites"}).json()
        driven = _run(program, {"kind": "road", "airline": "Kites"}).json()
    assert (flown["output"], driven["output"]) == ({"total": 5}, {"total": 0})
    assert [event.payload["input"] for event in _events() if "input" in event.payload] == [
        {"kind": "air", "airline": "Kites"},
        {"kind": "road"},
    ]
