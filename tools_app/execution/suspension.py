"""Runs that are left open, and finished later by somebody else.

A runner raises `Suspended`; whoever has the answer calls `finish_run`.
"""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.catalogue import Role
from accounts.principal import Kind, Principal
from config.errors import NotFound
from sessions_app import log
from sessions_app.events import EventType, Source
from sessions_app.log import Run
from sessions_app.models import PendingRun, SessionEvent
from tools_app.execution.endings import Outcome, ended
from tools_app.execution.interruptions import Suspended
from tools_app.execution.pending import LONGEST_WAIT, Held
from tools_app.execution.result import RunError
from tools_app.execution.wakeups import wake

__all__ = ["Suspended", "finish_run", "started_run", "suspend"]


def finish_run(*, run_id: UUID, output: Any = None, error: RunError | None = None) -> None:
    """Write the one event that ends a run that was left open, and let the composition around it go
    on. The output must be one that the tool promises. Raises `RunEnded`, and `NotFound`."""
    started = _started_event(run_id)
    run = _run_of(started)
    milliseconds = round((timezone.now() - started.created_at).total_seconds() * 1000)
    outcome = Outcome(output, error, milliseconds)
    with transaction.atomic():
        log.append(run, started.session_id, [ended(outcome)])
        PendingRun.objects.filter(run_id=run_id).delete()
        if run.parent_id:
            around = PendingRun.objects.filter(run_id=_outermost(run.parent_id))
            now = timezone.now()
            # However long it has waited for somebody, it has the usual time to go on.
            around.update(suspended=False, not_before=now, deadline=now + LONGEST_WAIT)
            transaction.on_commit(wake)


def suspend(run: Run, session_id: UUID, held: Held | None, *, waits_for: UUID) -> None:
    """Leave a run open until the run it waits for (which may be itself) is finished."""
    with transaction.atomic():
        log.lock(session_id)
        if waits_for == run.id:
            _leave_open(run, session_id, held)
        elif held and log.has_ended(waits_for):
            # Finished between the raising and now.
            held.give_back(not_before=timezone.now())
            transaction.on_commit(wake)
        elif held:
            held.suspend()


def _leave_open(run: Run, session_id: UUID, held: Held | None) -> None:
    if held:
        held.suspend()
    elif not log.has_ended(run.id):
        # So that whoever takes up the composition again knows that this one waits.
        now = timezone.now()
        PendingRun.objects.get_or_create(
            run_id=run.id,
            defaults={
                "session_id": session_id,
                "tool_slug": run.tool_slug,
                "work": {},
                "repeatable": False,
                "not_before": now,
                "deadline": now,
                "suspended": True,
            },
        )


def _outermost(run_id: UUID) -> UUID:
    while parent := _run_of(_started_event(run_id)).parent_id:
        run_id = parent
    return run_id


def started_run(run_id: UUID) -> tuple[Run, UUID]:
    """A run as it was started, and its session. Raises `NotFound`."""
    started = _started_event(run_id)
    return _run_of(started), started.session_id


def _started_event(run_id: UUID) -> SessionEvent:
    found = SessionEvent.objects.filter(pk=run_id, type=EventType.STARTED).first()
    if found is None:
        raise NotFound("There is no such run.")
    return found


def _run_of(started: SessionEvent) -> Run:
    """Only to be written about: its principal holds no rights."""
    parent = started.payload.get("parent")
    principal = Principal(
        kind=Kind(started.actor_kind),
        id=started.actor_id,
        label=started.actor_label,
        permissions=frozenset(),
        role=Role.GUEST,
        user_id=started.user_id,
        email="",
    )
    run = Run(started.pk, started.tool_slug, principal, Source(started.source), started.is_test)
    return replace(run, parent_id=UUID(parent) if parent else None)
