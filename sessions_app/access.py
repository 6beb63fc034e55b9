"""Fetching authorises: runs and sessions, one's own or, with the right, everyone's."""

from dataclasses import replace
from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from accounts.principal import Principal
from config.errors import NotFound, PermissionDenied
from sessions_app.audit import AuditRow, audit_rows
from sessions_app.models import Session, SessionEvent
from sessions_app.runs import RunFilter, ToolRun, find_run, recent_tools, runs

EVERYONES = "tool_sessions.tenant.read"
OWN = "tool_sessions.own.read"


def visible_runs(*, principal: Principal, found: RunFilter) -> list[ToolRun]:
    if not principal.has(EVERYONES):
        principal.require(OWN)
        found = replace(found, user_id=principal.user_id)
    return runs(found)


def own_recent_tools(*, principal: Principal) -> dict[str, datetime]:
    """The slugs of the tools that one ran last, the latest first, and when."""
    return recent_tools(principal.user_id) if principal.has(OWN) else {}


def run_to_see(*, principal: Principal, run_id: UUID) -> ToolRun:
    run = find_run(run_id)
    if run is None or not _may_see(principal, run.user_id):
        raise NotFound("There is no such run, or it is not yours.")
    return run


def events_to_see(*, principal: Principal, run_id: UUID) -> QuerySet[SessionEvent]:
    run_to_see(principal=principal, run_id=run_id)
    return SessionEvent.objects.filter(run_id=run_id).order_by("seq")


def audit_to_read(*, principal: Principal, found: RunFilter) -> list[AuditRow]:
    principal.require("audit.tenant.read")
    return audit_rows(found)


def visible_sessions(*, principal: Principal) -> QuerySet[Session]:
    sessions = Session.objects.filter(is_test=False)
    if principal.has(EVERYONES):
        return sessions
    principal.require(OWN)
    return sessions.filter(user_id=principal.user_id)


def session_to_see(*, principal: Principal, session_id: UUID) -> Session:
    session = Session.objects.filter(pk=session_id).first()
    if session is None or not _may_see(principal, session.user_id):
        raise NotFound("There is no such session, or it is not yours.")
    return session


def session_to_follow(*, principal: Principal, session_id: UUID) -> Session:
    """To be sent everything that is written to it: a group's session has many people's events."""
    session = session_to_see(principal=principal, session_id=session_id)
    if session.session_type == Session.Type.RESPONSE and not principal.has(EVERYONES):
        raise PermissionDenied(
            "Answers of others are not yours to follow; open the session's page."
        )
    return session


def session_events_to_see(
    *, principal: Principal, session_id: UUID, after: int, limit: int
) -> list[SessionEvent]:
    """In order. A session has many people's events: what another's carries stays theirs."""
    session = session_to_see(principal=principal, session_id=session_id)
    rows = list(session.events.filter(seq__gt=after).order_by("seq")[:limit])
    if not principal.has(EVERYONES):
        for row in rows:
            if row.user_id != principal.user_id:
                row.payload = {}
    return rows


def _may_see(principal: Principal, user_id: UUID) -> bool:
    if principal.has(EVERYONES):
        return True
    return principal.has(OWN) and principal.user_id == user_id
