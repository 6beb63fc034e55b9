"""The event log: append-only, chained, cheap."""

import json
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, IntegrityError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from config.ids import uuid7
from sessions_app import log
from sessions_app.chain import first_break, hash_of
from sessions_app.events import EventType, Source
from sessions_app.log import Run, RunEnded, happened
from sessions_app.models import Session, SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person

STARTED, COMPLETED = EventType.STARTED, EventType.COMPLETED


def _run(person: Person, **facts: Any) -> Run:
    facts = {"tool_slug": "quick-score", "source": Source.API, **facts}
    return Run.new(principal=person.principal, **facts)


def _quick(person: Person, **facts: Any) -> Session:
    events = [happened(STARTED, input={"a": 1}), happened(COMPLETED, output={"b": 2.5})]
    return log.record(_run(person, **facts), events)


def _settle() -> None:
    """What a commit would do: check the foreign keys now."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def _tamper(statement: str) -> None:
    """As somebody with the rights of the database's owner could."""
    _settle()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE session_events DISABLE TRIGGER USER")
        cursor.execute(statement)
        cursor.execute("ALTER TABLE session_events ENABLE TRIGGER USER")


def test_a_quick_run_is_one_statement(
    bob: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with tenant_context("acme"):
        Session.objects.exists()
        with django_assert_num_queries(1):
            session = _quick(bob)
        assert Session.objects.get().status == Session.Status.COMPLETED
        events = list(session.events.all())
        assert [(event.seq, event.type) for event in events] == [
            (1, "tool.started"),
            (2, "tool.completed"),
        ]
        assert events[0].pk == events[0].run_id == events[1].run_id


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE session_events SET payload = '{}'",
        "DELETE FROM session_events",
        "TRUNCATE session_events CASCADE",
    ],
)
def test_events_cannot_be_changed_or_deleted(bob: Person, statement: str) -> None:
    with tenant_context("acme"):
        _quick(bob)
        _settle()
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            connection.cursor().execute(statement)
        assert SessionEvent.objects.count() == 2


def test_a_run_ends_once(bob: Person) -> None:
    with tenant_context("acme"):
        run = _run(bob)
        session = log.record(run, [happened(STARTED, input={})])
        assert session.status == Session.Status.RUNNING
        log.append(run, session.pk, [happened(COMPLETED, output={})])
        with pytest.raises(RunEnded):
            log.append(run, session.pk, [happened(EventType.CANCELLED)])
        event = SessionEvent.objects.get(type=COMPLETED)
        event.pk, event.seq = uuid7(), 3
        with pytest.raises(IntegrityError, match="one_end_a_run"), transaction.atomic():
            event.save(force_insert=True)


def test_a_whole_chain_verifies(bob: Person) -> None:
    with tenant_context("acme"):
        session = _quick(bob)
        assert first_break(Session.objects.get(pk=session.pk)) is None
        out = StringIO()
        call_command("verify_events", "acme", stdout=out)
    assert "whole" in out.getvalue()


@pytest.mark.parametrize(
    ("statement", "seq", "reason"),
    [
        (
            """UPDATE session_events SET payload = '{"output": {"b": 3}}' WHERE seq = 2""",
            2,
            "changed",
        ),
        ("UPDATE session_events SET actor_label = 'Eve' WHERE seq = 1", 1, "changed"),
        ("DELETE FROM session_events WHERE seq = 1", 1, "missing"),
        ("DELETE FROM session_events WHERE seq = 2", 2, "missing at the end"),
        ("UPDATE session_events SET previous_hash = repeat('0', 64) WHERE seq = 2", 2, "follow"),
    ],
)
def test_the_first_broken_row_is_named(bob: Person, statement: str, seq: int, reason: str) -> None:
    with tenant_context("acme"):
        session = _quick(bob)
        _tamper(statement)
        found = first_break(Session.objects.get(pk=session.pk))
        assert found is not None
        assert found.seq == seq
        assert reason in found.reason
        with pytest.raises(CommandError, match=f"{session.pk}, event {seq}"):
            call_command("verify_events", "acme")


numbers = st.one_of(
    st.integers(-(10**25), 10**25), st.floats(allow_nan=False, allow_infinity=False)
)
texts = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]))
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@settings(
    max_examples=60,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(payload=st.dictionaries(texts, values, max_size=4))
def test_any_payload_hashes_the_same_after_the_database(db: None, payload: dict[str, Any]) -> None:
    """jsonb rewrites numbers and the order of keys."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::jsonb::text", [json.dumps(payload)])
        read = json.loads(cursor.fetchone()[0])
    facts = {name: UUID(int=1) for name in ("pk", "session_id", "run_id", "actor_id", "user_id")}
    before, after = SessionEvent(payload=payload, **facts), SessionEvent(payload=read, **facts)
    assert hash_of(before) == hash_of(after)
