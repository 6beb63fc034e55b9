"""Events as a stream: what is there, from where one left off, in the shape of the list."""

import json
import time
from typing import Any
from uuid import UUID

import pytest
from django.test import Client, override_settings

from sessions_app import feeds, log, streams
from sessions_app.events import EventType, Source
from sessions_app.log import Run, happened
from sessions_app.models import Session
from tenants.context import tenant_context
from tests.conftest import Person

STREAM = {"accept": "text/event-stream"}


def _write(person: Person, *kinds: EventType) -> tuple[Run, Session]:
    run = Run.new(tool_slug="sample", principal=person.principal, source=Source.API)
    with tenant_context(person.slug):
        session = log.record(run, [happened(EventType.STARTED, input={})])
        for number, kind in enumerate(kinds):
            log.append(run, session.pk, [happened(kind, text=f"piece {number}\n")])
    return run, session


def _events(response: Any) -> list[dict[str, Any]]:
    """What an EventSource would make of it."""
    text = b"".join(response.streaming_content).decode()
    blocks = [block for block in text.split("\n\n") if "data: " in block]
    found = [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]
    return [{**event, "data": json.loads(event["data"])} for event in found]


@pytest.fixture(autouse=True)
def _no_listener(monkeypatch: pytest.MonkeyPatch) -> None:
    """The thread that listens has a connection of its own, which cannot see a test's transaction:
    what it does is called here."""
    monkeypatch.setattr(feeds.Hub, "_start", lambda _self: None)


APPENDED, COMPLETED = EventType.OUTPUT_APPENDED, EventType.COMPLETED


def test_a_run_that_ended_is_streamed_whole_and_then_the_stream_ends(bob: Person) -> None:
    run, _ = _write(bob, APPENDED, APPENDED, COMPLETED)
    response = bob.browser().get(f"/api/runs/{run.id}/events", headers=STREAM)
    assert response["Content-Type"] == "text/event-stream"
    events = _events(response)
    assert [event["id"] for event in events] == ["1", "2", "3", "4"]
    assert [event["event"] for event in events][-1] == "tool.completed"
    listed = bob.browser().get(f"/api/runs/{run.id}/events").json()
    assert [event["data"] for event in events] == listed


def test_a_reader_goes_on_where_it_left_off(bob: Person) -> None:
    run, _ = _write(bob, APPENDED, APPENDED, COMPLETED)
    path = f"/api/runs/{run.id}/events"
    again = bob.browser().get(path, headers={**STREAM, "last-event-id": "3"})
    assert [event["id"] for event in _events(again)] == ["4"]
    wrong = bob.browser().get(path, headers={**STREAM, "last-event-id": "x"})
    assert (wrong.status_code, wrong.json()["code"]) == (400, "bad_event_id")


def test_only_those_who_may_see_a_run_can_follow_it(
    alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    run, session = _write(bob, COMPLETED)
    for path in (f"/api/runs/{run.id}/events", f"/api/sessions/{session.pk}/events"):
        assert charlie.browser().get(path, headers=STREAM).status_code == 404
        assert dana.browser().get(path, headers=STREAM).status_code == 404
        assert bob.browser().get(path).status_code == 200
    followed = alice.browser().get(f"/api/runs/{run.id}/events", headers=STREAM)
    assert len(_events(followed)) == 2


def test_a_session_is_followed_across_its_runs_until_time_is_up(bob: Person) -> None:
    run, session = _write(bob, COMPLETED)
    second = Run.new(tool_slug="other", principal=bob.principal, source=Source.API)
    with tenant_context("acme") as tenant:
        log.append(second, session.pk, [happened(EventType.STARTED, input={})])
        frames = list(streams.follow(tenant=tenant, session_id=session.pk, known=3, seconds=0.01))
    assert [frame.run_id for frame in frames if frame] == [run.id, run.id, second.id]


def test_new_events_are_read_once_and_handed_to_every_reader(bob: Person) -> None:
    hub = feeds.Hub()
    run, session = _write(bob)
    with tenant_context("acme") as tenant:
        with (
            hub.listening(tenant, session.pk, known=1) as one,
            hub.listening(tenant, session.pk, known=1) as other,
        ):
            log.append(run, session.pk, [happened(APPENDED, text="new")])
            hub._look()
            hub._look()
            for box in (one, other):
                assert [frame.seq for frame in _drained(box)] == [2]
        assert hub._feeds == {}


def _drained(box: Any) -> list[Any]:
    return [box.get() for _ in range(box.qsize())]


@override_settings(WEB_STREAMS=2)
def test_there_is_a_limit_of_open_streams_and_no_one_has_them_all(
    alice: Person, bob: Person
) -> None:
    run, _ = _write(bob, COMPLETED)
    path = f"/api/runs/{run.id}/events"
    browser: Client = bob.browser()
    first = browser.get(path, headers=STREAM)
    refused = browser.get(path, headers=STREAM)
    assert (refused.status_code, refused.json()["code"]) == (503, "too_many_streams")
    other = alice.browser().get(path, headers=STREAM)
    assert other.status_code == 200
    for opened in (first, other):
        assert len(_events(opened)) == 2
    assert len(_events(browser.get(path, headers=STREAM))) == 2


def test_waking_readers_goes_over_a_channel_of_the_tenant(bob: Person) -> None:
    from config.redis import client
    from sessions_app.wakes import PATTERN, announce

    with client().pubsub(ignore_subscribe_messages=True) as channel:  # type: ignore[no-untyped-call]
        channel.psubscribe(PATTERN)
        channel.get_message(timeout=1)
        with tenant_context("acme") as tenant:
            announce(UUID(int=7))
        ends = time.monotonic() + 5
        message = None
        while message is None and time.monotonic() < ends:
            message = channel.get_message(timeout=0.1)
    assert message is not None
    assert message["channel"].decode() == f"tenon:{tenant.schema_name}:wakes"
