"""Schedules and webhooks: ordinary runs that nobody starts by hand."""

import hashlib
import hmac
import json
import time
from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from sessions_app.models import SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.driving import Browser, drive
from tests.tools_app.samples import keep, registered, sample
from tools_app.models import Schedule, Webhook
from tools_app.triggers.firing import fire_due
from tools_app.triggers.times import due_times, next_time


def _schedule(person: Person, **changes: Any) -> Any:
    body = {"tool": "sample", "cron": "* * * * *", "input": {"a": 4}, **changes}
    return Browser.of(person).post("/api/schedules", json.dumps(body))


def _due() -> None:
    """This very minute."""
    Schedule.objects.update(next_at=timezone.now().replace(second=0, microsecond=0))


def _runs() -> int:
    return SessionEvent.objects.filter(type="tool.started", source="task").count()


def test_a_schedule_runs_its_tool_as_its_owner_once_for_each_time(alice: Person) -> None:
    with registered(sample()), tenant_context("acme"):
        made = _schedule(alice)
        assert (made.status_code, made.json()["owner"]) == (201, "Alice")
        assert fire_due() == 0, "it is not due"
        _due()
        before = timezone.now()
        assert fire_due() == 1
        following = Schedule.objects.get().next_at
        assert following
        assert following > before, "the next time has been set"
        drive()
        ended = SessionEvent.objects.get(type="tool.completed")
        assert (ended.payload["output"], ended.user_id) == ({"total": 5}, alice.user.pk)
        seen = Browser.of(alice).get("/api/schedules?tool=sample").json()[0]
        assert seen["last_run_id"] == str(ended.run_id)


@pytest.mark.parametrize(("missed", "runs"), [("skip", 0), ("once", 1), ("all", 6)])
def test_times_that_were_missed_are_dealt_with_as_it_says(
    alice: Person, missed: str, runs: int
) -> None:
    with registered(sample()), tenant_context("acme"):
        _schedule(alice, missed=missed, cron="*/10 * * * *")
        schedule = Schedule.objects.get()
        # Six of its times have passed, the last of them five minutes ago.
        now = datetime(2030, 5, 6, 12, 55, tzinfo=UTC)
        schedule.next_at = datetime(2030, 5, 6, 12, 0, tzinfo=UTC)
        assert len(due_times(schedule, now)) == runs


def test_the_clock_is_that_of_the_time_zone() -> None:
    """Half past two does not come on the day on which summer begins."""
    winter = datetime(2030, 3, 30, 12, tzinfo=UTC)
    first = next_time("30 7 * * *", "Europe/Berlin", winter)
    assert first == datetime(2030, 3, 31, 5, 30, tzinfo=UTC), "summer time since that night"


def test_it_runs_with_the_rights_its_owner_has_then(alice: Person) -> None:
    with registered(sample()):
        with tenant_context("acme"):
            _schedule(alice)
            User.objects.filter(pk=alice.user.pk).update(is_active=False)
        with tenant_context("acme"):
            _due()
            assert fire_due() == 0
            assert _runs() == 0
            assert "deactivated" in Schedule.objects.get().last_error


def test_a_schedule_that_makes_no_sense_is_refused_at_its_field(alice: Person, bob: Person) -> None:
    with registered(sample()):
        for change, pointer in (
            ({"cron": "every day"}, "/cron"),
            ({"timezone": "Nowhere"}, "/timezone"),
            ({"input": {"a": "x"}}, "/a"),
        ):
            refused = _schedule(alice, **change)
            assert refused.status_code == 400
            assert refused.json()["errors"][0]["pointer"] == pointer
        assert _schedule(bob).status_code == 403


def test_a_schedule_is_changed_switched_off_and_deleted(alice: Person) -> None:
    browser = Browser.of(alice)
    with registered(sample()), tenant_context("acme"):
        path = f"/api/schedules/{_schedule(alice).json()['id']}"
        changed = browser.request("PATCH", path, '{"enabled": false, "cron": "0 5 * * *"}')
        assert (changed.json()["enabled"], changed.json()["cron"]) == (False, "0 5 * * *")
        _due()
        assert fire_due() == 0
        assert browser.request("DELETE", path).status_code == 204
        assert browser.get(path).status_code == 404


def test_secrets_of_a_schedule_are_kept_locked_and_shown_masked(alice: Person) -> None:
    with registered(sample(keep)), tenant_context("acme"):
        made = _schedule(alice, input={"code": "hunter2"})
        assert "hunter2" not in made.content.decode() + Schedule.objects.get().payload
        _due()
        fire_due()
        drive()
        assert SessionEvent.objects.get(type="tool.completed").payload["output"] == {"total": 7}


# -- Webhooks -----------------------------------------------------------------------------------


def _hook(person: Person) -> tuple[str, str]:
    made = Browser.of(person).post("/api/tools/sample/webhook")
    assert made.status_code == 201, made.content
    return made.json()["url"].removeprefix("http://acme.localhost"), made.json()["secret"]


def _call(url: str, secret: str, payload: Any, *, at: float | None = None) -> Any:
    body, seconds = json.dumps(payload), int(at or time.time())
    signed = hmac.new(secret.encode(), f"{seconds}.{body}".encode(), hashlib.sha256).hexdigest()
    headers = {"x-tenon-signature": f"t={seconds},v1={signed}"}
    stranger = Client(HTTP_HOST="acme.localhost", enforce_csrf_checks=True)
    return stranger.post(url, body, content_type="application/json", headers=headers)


def test_another_system_runs_a_tool_by_a_signed_request_once(alice: Person) -> None:
    with registered(sample()):
        url, secret = _hook(alice)
        at = time.time()
        called = _call(url, secret, {"a": 1}, at=at)
        assert (called.status_code, called.json()["status"]) == (202, "queued")
        again = _call(url, secret, {"a": 1}, at=at)
        assert again.json()["run_id"] == called.json()["run_id"], "the same request, the same run"
        with tenant_context("acme"):
            drive()
            assert SessionEvent.objects.filter(type="tool.completed").count() == 1
            assert secret not in Webhook.objects.get().secret
        assert secret not in Browser.of(alice).get("/api/tools/sample/webhook").content.decode()


@pytest.mark.parametrize("wrong", ["secret", "late", "early", "none"])
def test_what_is_not_signed_now_with_the_secret_is_refused(alice: Person, wrong: str) -> None:
    with registered(sample()):
        url, secret = _hook(alice)
        at = time.time() + {"late": -400, "early": 400}.get(wrong, 0)
        if wrong == "none":
            stranger = Client(HTTP_HOST="acme.localhost")
            refused: Any = stranger.post(url, "{}", content_type="application/json")
        else:
            refused = _call(url, "x" if wrong == "secret" else secret, {"a": 1}, at=at)
        assert (refused.status_code, refused.json()["code"]) == (401, "bad_signature")
        with tenant_context("acme"):
            assert not SessionEvent.objects.exists()


def test_a_secret_is_rotated_with_a_day_of_grace(alice: Person) -> None:
    with registered(sample()):
        url, old = _hook(alice)
        new = Browser.of(alice).post("/api/tools/sample/webhook/rotate").json()["secret"]
        assert _call(url, old, {"a": 1}).status_code == 202
        assert _call(url, new, {"a": 2}).status_code == 202
        with tenant_context("acme"):
            Webhook.objects.update(before_until=timezone.now())
        assert _call(url, old, {"a": 3}).status_code == 401
        assert Browser.of(alice).request("DELETE", "/api/tools/sample/webhook").status_code == 204
        assert _call(url, new, {"a": 4}).status_code == 404


def test_a_tool_that_asks_first_has_no_webhook(alice: Person) -> None:
    with registered(sample(effect="destructive")):
        refused = Browser.of(alice).post("/api/tools/sample/webhook")
    assert (refused.status_code, refused.json()["code"]) == (409, "asks_first")


def test_the_page_makes_schedules_webhooks_and_limits(alice: Person) -> None:
    browser = alice.browser()
    path = "/admin/tools/sample/automation"
    with registered(sample()):
        assert "Nothing runs it by the clock" in browser.get(path).content.decode()
        values = {"cron": "0 5 * * *", "timezone": "Europe/Berlin", "missed": "skip"}
        wrong = browser.post(path, {**values, "_form": "schedule", "payload": '{"a": "x"}'})
        assert wrong.status_code == 400
        assert "/a: " in wrong.content.decode()
        sent = {**values, "_form": "schedule", "payload": '{"a": 1}'}
        assert browser.post(path, sent).status_code == 302
        assert "Europe/Berlin" in browser.get(path).content.decode()
        made = browser.post("/admin/tools/sample/webhook", {"act": "create"}).content.decode()
        assert "whk_" in made
        assert "whk_" not in browser.get(path).content.decode()
        assert browser.post(path, {"_form": "limits", "at_once": "2"}).status_code == 302
        assert 'value="2"' in browser.get(path).content.decode()
