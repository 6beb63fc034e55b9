"""Background runs: accepted in one statement, claimed by a lease, ended once."""

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.core.management import call_command
from django.test import override_settings
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Invitation, User
from accounts.principal import Kind
from config.errors import Unavailable
from sessions_app.chain import breaks
from sessions_app.events import Source
from sessions_app.models import PendingRun, Session, SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.driving import Browser, crash_worker, drive
from tests.tools_app.samples import Numbers, Secret, Total, keep, registered, sample
from tools_app.definitions import ToolContext
from tools_app.execution.interruptions import Superseded
from tools_app.execution.pending import Held, claim
from tools_app.execution.run import run_tool
from tools_app.execution.worker import carry


def _start(client: Browser, slug: str = "sample", **payload: Any) -> Any:
    body = json.dumps({"input": payload or {"a": 2}})
    return client.post(f"/api/tools/{slug}/run", body, prefer="respond-async")


def _seen(client: Browser, run_id: str) -> Any:
    return client.get(f"/api/runs/{run_id}").json()


def _types(run_id: str) -> list[str]:
    rows = SessionEvent.objects.filter(run_id=run_id).order_by("seq")
    return [event.type for event in rows]


def effect(input: Numbers, context: ToolContext) -> Total:  # noqa: A002 - as tools are written
    """Writes a row. Use it in tests."""
    Invitation.objects.create(
        email=f"{input.a}@example.com",
        role="guest",
        invited_by_label="x",
        expires_at="2030-01-01T00:00Z",
    )
    return Total(total=input.a)


def _effects() -> int:
    return Invitation.objects.count()


def test_any_tool_can_be_left_to_a_worker(bob: Person) -> None:
    browser = Browser.of(bob)
    with registered(sample()):
        accepted = _start(browser)
        assert (accepted.status_code, accepted.json()["status"]) == (202, "queued")
        run_id = accepted.json()["run_id"]
        assert accepted["Location"] == f"/api/runs/{run_id}"
        assert _seen(browser, run_id)["status"] == "queued"
        with tenant_context("acme"):
            assert drive() == 1
            assert not PendingRun.objects.exists()
    seen = _seen(browser, run_id)
    assert (seen["status"], seen["output"]) == ("success", {"total": 3})


def test_accepting_costs_one_statement_for_the_run(
    bob: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    """With the lookups of the tenant and of the person: as many as a quick run."""
    program = Browser(bob.program("tools:execute"))
    with registered(sample()):
        _start(program)
        with django_assert_num_queries(2):
            assert _start(program).status_code == 202


def test_a_run_that_only_reads_costs_its_worker_two_statements(
    bob: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = Browser.of(bob)
    with registered(sample()), tenant_context("acme"):
        for _ in range(2):
            run_id = _start(browser).json()["run_id"]
        drive(most=2 + 1)
        run_id = _start(browser).json()["run_id"]
        Session.objects.first()  # the connection is in the tenant's schema
        with django_assert_num_queries(2):
            row = claim()
            assert row is not None
            carry(row)
        assert _types(run_id) == ["tool.started", "tool.completed"]
        assert not PendingRun.objects.exists()
        assert list(breaks()) == []


def test_the_end_of_a_run_that_was_cancelled_meanwhile_is_not_written(bob: Person) -> None:
    browser = Browser.of(bob)

    def cancelled_meanwhile(input: Numbers, context: ToolContext) -> Total:  # noqa: A002
        """Is cancelled while it works. Use it in tests."""
        assert browser.post(f"/api/runs/{context.run_id}/cancel").status_code == 200
        return Total(total=1)

    with registered(sample(cancelled_meanwhile)), tenant_context("acme"):
        run_id = _start(browser).json()["run_id"]
        drive()
        assert _types(run_id) == ["tool.started", "tool.cancelled"]
        assert list(breaks()) == []


def test_a_worker_that_lost_its_claim_cannot_write_and_its_changes_are_undone(
    alice: Person,
) -> None:
    with registered(sample(effect, effect="mutate", idempotent=True)):
        run_id = _start(Browser.of(alice)).json()["run_id"]
        with tenant_context("acme"):
            late = crash_worker()
            assert drive() == 1
            assert _effects() == 1
            carry(late)
            assert _effects() == 1
            assert _types(run_id) == ["tool.started", "tool.completed"]
            assert list(breaks()) == []


@pytest.mark.parametrize("kind", ["mutate", "destructive"])
def test_what_may_have_changed_something_is_never_repeated_in_silence(
    alice: Person, kind: str
) -> None:
    browser = Browser.of(alice)
    with registered(sample(effect, effect=kind)):
        run_id = _start(browser).json()["run_id"]
        with tenant_context("acme"):
            crash_worker()
            drive()
            assert _effects() == 0
    seen = _seen(browser, run_id)
    assert (seen["status"], seen["error_code"]) == ("error", "outcome_unknown")


def test_a_run_that_kills_its_workers_is_begun_three_times_at_most(bob: Person) -> None:
    browser = Browser.of(bob)
    with registered(sample()):
        poison = _start(browser).json()["run_id"]
        with tenant_context("acme"):
            assert [crash_worker().attempt for _ in range(3)] == [1, 2, 3]
            neighbour = _start(browser).json()["run_id"]
            drive()
            assert _types(poison) == ["tool.started", "tool.failed"]
    assert _seen(browser, poison)["error_code"] == "gave_up"
    assert _seen(browser, neighbour)["status"] == "success"


def test_what_is_away_is_tried_again_later_with_a_pause(bob: Person) -> None:
    tries = []

    def away(input: Numbers, context: ToolContext) -> Total:  # noqa: A002
        """Works the third time. Use it in tests."""
        tries.append(1)
        if len(tries) < 3:
            raise Unavailable("Not now.")
        return Total(total=7)

    browser = Browser.of(bob)
    with registered(sample(away)), tenant_context("acme"):
        run_id = _start(browser).json()["run_id"]
        for number in (1, 2):
            drive()
            row = PendingRun.objects.get()
            assert (len(tries), row.failures) == (number, number)
            assert row.not_before > timezone.now()
            assert _seen(browser, run_id)["status"] == "queued"
            PendingRun.objects.update(not_before=timezone.now())
        drive()
        assert _seen(browser, run_id)["output"] == {"total": 7}
        assert _types(run_id) == ["tool.started", "tool.completed"]


def test_a_cancelled_run_is_never_begun(bob: Person) -> None:
    browser = Browser.of(bob)
    with registered(sample(effect, effect="mutate")), tenant_context("acme"):
        run_id = _start(browser).json()["run_id"]
        cancelled = browser.post(f"/api/runs/{run_id}/cancel")
        assert (cancelled.status_code, cancelled.json()["status"]) == (200, "cancelled")
        assert drive() == 0
        assert _effects() == 0
        again = browser.post(f"/api/runs/{run_id}/cancel")
        assert (again.status_code, again.json()["code"]) == (409, "run_ended")


def test_what_a_run_changed_after_it_was_cancelled_is_undone(bob: Person) -> None:
    browser = Browser.of(bob)

    def cancelled_meanwhile(input: Numbers, context: ToolContext) -> Total:  # noqa: A002
        """Is cancelled while it works. Use it in tests."""
        effect(input, context)
        # In a savepoint of the tool's own transaction here; by another connection in real life.
        assert browser.post(f"/api/runs/{context.run_id}/cancel").status_code == 200
        return Total(total=1)

    with registered(sample(cancelled_meanwhile, effect="mutate")), tenant_context("acme"):
        run_id = _start(browser).json()["run_id"]
        row = claim()
        assert row is not None
        carry(row)
        assert _effects() == 0
        assert "tool.completed" not in _types(run_id)


def test_only_those_who_may_cancel_a_run_can(
    alice: Person, bob: Person, dana: Person, meet: Any
) -> None:
    with registered(sample()):
        run_id = _start(Browser.of(alice)).json()["run_id"]
        assert Browser.of(bob).post(f"/api/runs/{run_id}/cancel").status_code == 404
        assert Browser.of(dana).post(f"/api/runs/{run_id}/cancel").status_code == 404
        own = _start(Browser.of(bob)).json()["run_id"]
        assert Browser.of(alice).post(f"/api/runs/{own}/cancel").status_code == 200


def test_a_run_that_waits_for_approval_can_be_cancelled(bob: Person) -> None:
    with registered(sample(effect="mutate")):
        waits = Browser(bob.program("tools:execute"))
        body = json.dumps({"input": {"a": 1}})
        path = "/api/tools/sample/run"
        run_id = waits.post(path, body).json()["run_id"]
        assert _seen(waits, run_id)["status"] == "waiting_approval"
        assert waits.post(f"/api/runs/{run_id}/cancel").json()["status"] == "cancelled"


def test_it_runs_with_the_rights_of_the_moment(alice: Person, bob: Person) -> None:
    browser = Browser.of(bob)
    with registered(sample()):
        with tenant_context("acme"):
            run_id = _start(browser).json()["run_id"]
            User.objects.filter(pk=bob.user.pk).update(is_active=False)
        with tenant_context("acme"):
            drive()
    seen = _seen(Browser.of(alice), run_id)
    assert (seen["status"], seen["error_code"]) == ("error", "tool_not_found")


def test_what_somebody_with_few_tools_began_is_carried_out_for_them(bob: Person) -> None:
    guest = replace(bob.principal, kind=Kind.SHARE, tools=frozenset({"sample"}))
    with registered(sample()), tenant_context("acme"):
        run = run_tool(
            principal=guest,
            slug="sample",
            payload={"a": 1},
            source=Source.EMBED,
            background=True,
        )
        drive()
        assert _types(str(run.run_id)) == ["tool.started", "tool.completed"]


def test_secrets_of_the_input_wait_sealed(bob: Person) -> None:
    browser = Browser.of(bob)
    with registered(sample(keep, slug="keeper")), tenant_context("acme"):
        run_id = _start(browser, "keeper", code="hunter2").json()["run_id"]
        assert "hunter2" not in json.dumps(PendingRun.objects.get().work)
        drive()
        assert _seen(browser, run_id)["output"] == {"total": len("hunter2")}
    assert Secret.model_fields


@override_settings(RUNS_PER_TENANT=2)
def test_a_workspace_has_only_so_many_runs_at_a_time(bob: Person) -> None:
    with registered(sample()), tenant_context("acme"):
        for _ in range(3):
            _start(Browser.of(bob))
        first, second, third = claim(), claim(), claim()
        assert first
        assert second
        assert third is None
        carry(first)
        assert claim() is not None


def test_a_tool_has_only_so_many_runs_at_a_time(alice: Person) -> None:
    browser = Browser.of(alice)
    limits = json.dumps({"at_once": 1, "timeout_seconds": 60})
    with registered(sample(), sample(slug="other")), tenant_context("acme"):
        path = "/api/tools/sample/limits"
        assert browser.put(path, limits).status_code == 200
        assert browser.get(path).json() == {"at_once": 1, "timeout_seconds": 60}
        for slug in ("sample", "sample", "other"):
            _start(browser, slug)
        claimed = [row.tool_slug for row in (claim(), claim(), claim()) if row]
    assert claimed == ["sample", "other"]
    wrong = json.dumps({"at_once": 0, "timeout_seconds": None})
    with registered(sample()):
        refused = browser.put(path, wrong)
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/at_once")


def test_an_old_run_is_not_begun_any_more(bob: Person) -> None:
    browser = Browser.of(bob)
    with registered(sample()), tenant_context("acme"):
        run_id = _start(browser).json()["run_id"]
        PendingRun.objects.update(deadline=timezone.now() - timedelta(seconds=1))
        drive()
    assert _seen(browser, run_id)["error_code"] == "timed_out"


def test_a_run_within_the_request_that_is_cut_off_ends_as_unknown(bob: Person) -> None:
    """The process died: what was written before is found when the lease is over."""

    class Died(BaseException):
        pass

    def die(input: Numbers, context: ToolContext) -> Total:  # noqa: A002
        """Takes its process with it. Use it in tests."""
        raise Died

    browser = Browser.of(bob)
    with registered(sample(die, effect="mutate")), tenant_context("acme"):
        with pytest.raises(Died):
            browser.post("/api/tools/sample/run", '{"input": {"a": 1}}')
        run_id = str(PendingRun.objects.get().run_id)
        assert drive() == 0, "its lease is not over"
        PendingRun.objects.update(lease_until=timezone.now())
        drive()
    assert _seen(browser, run_id)["error_code"] == "outcome_unknown"


def test_a_claim_that_is_gone_says_so(bob: Person) -> None:
    with tenant_context("acme"):
        held = Held(UUID(int=1), 1)
        assert not held.renew()
        with pytest.raises(Superseded):
            held.settle()


def test_a_wait_that_is_no_number_is_refused(bob: Person) -> None:
    with registered(sample()):
        response = Browser.of(bob).post(
            "/api/tools/sample/run?wait=soon",
            '{"input": {"a": 1}}',
            content_type="application/json",
        )
    assert response.status_code == 400


def test_the_page_of_a_run_that_goes_on_follows_it_and_can_cancel_it(bob: Person) -> None:
    browser = Browser.of(bob)
    with registered(sample()), tenant_context("acme"):
        run_id = _start(browser).json()["run_id"]
        page = browser.get(f"/runs/{run_id}").content.decode()
        assert "<live-run" in page
        assert "Waits for its turn" in page
        assert f'action="/runs/{run_id}/cancel"' in page
        form = browser.get(f"/tools/sample?from={run_id}").content.decode()
        assert f'data-run="{run_id}"' in form, "the page of the tool shows it again"
        assert browser.post(f"/runs/{run_id}/cancel").status_code == 302
        page = browser.get(f"/runs/{run_id}").content.decode()
    assert "<live-run" not in page
    assert "Cancelled" in page


def test_a_test_is_followed_from_its_first_event_to_its_last(alice: Person) -> None:
    with registered(sample()):
        response: Any = alice.browser().post(
            "/api/tools/sample/test/stream", '{"input": {"a": 1}}', content_type="application/json"
        )
        text = b"".join(response.streaming_content).decode()
    assert response["Content-Type"] == "text/event-stream"
    kinds = [line.partition(": ")[2] for line in text.splitlines() if line.startswith("event: ")]
    assert kinds == ["tool.started", "tool.completed"]


def test_what_waits_sealed_outlives_a_change_of_the_master_key(bob: Person, settings: Any) -> None:
    browser = Browser.of(bob)
    with registered(sample(keep, slug="keeper")), tenant_context("acme"):
        run_id = _start(browser, "keeper", code="hunter2").json()["run_id"]
        settings.ENCRYPTION_KEYS = ["a new master key", *settings.ENCRYPTION_KEYS]
        call_command("rotate_secrets", verbosity=0)
        settings.ENCRYPTION_KEYS = ["a new master key"]
    with registered(sample(keep, slug="keeper")), tenant_context("acme"):
        drive()
        assert _seen(browser, run_id)["output"] == {"total": len("hunter2")}
