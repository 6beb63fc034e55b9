"""Runs that are left open, and finished later by somebody else.

A runner raises `Suspended`; whoever has the answer calls `finish_run`.
"""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.catalogue import Role
from accounts.principal import Kind, Principal
from config.errors import NotFound
from sessions_app import log
from sessions_app.events import EventType, Source
from sessions_app.log import Run
from sessions_app.models import SessionEvent
from tools_app.execution.endings import Outcome, ended
from tools_app.execution.interruptions import Suspended
from tools_app.execution.result import RunError

__all__ = ["Suspended", "finish_run", "started_run"]


def finish_run(*, run_id: UUID, output: Any = None, error: RunError | None = None) -> None:
    """Write the one event that ends a run that was left open. The output must be one that the tool
    promises. Raises `RunEnded`, and `NotFound`."""
    started = _started_event(run_id)
    milliseconds = round((timezone.now() - started.created_at).total_seconds() * 1000)
    outcome = Outcome(output, error, milliseconds)
    log.append(_run_of(started), started.session_id, [ended(outcome)])


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
