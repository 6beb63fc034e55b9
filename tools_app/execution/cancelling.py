"""Cancelling a run: from then on nothing of it starts, and what still comes of it is dropped."""

from dataclasses import replace
from uuid import UUID

from django.db import transaction

from accounts.principal import Principal
from sessions_app import access, log
from sessions_app.events import EventType
from sessions_app.log import happened
from sessions_app.models import PendingRun, SessionEvent
from sessions_app.runs import ToolRun
from tools_app.approvals.closing import settle
from tools_app.execution.suspension import started_run

EVERYONES = "tool_sessions.tenant.manage"


def cancel_run(*, principal: Principal, run_id: UUID) -> None:
    """One's own; anyone's with the right to. Its open steps are cancelled with it.

    Raises `NotFound`, `PermissionDenied`, and `RunEnded` when there is nothing to cancel any more.
    """
    run = access.run_to_see(principal=principal, run_id=run_id)
    if not may_cancel(principal, run):
        principal.require(EVERYONES)
    with transaction.atomic():
        log.lock(run.session_id)
        for each in (*reversed(_open_below(run_id)), run_id):
            started, session_id = started_run(each)
            # Written by whoever cancels.
            cancelled = replace(started, principal=principal)
            log.append(cancelled, session_id, [happened(EventType.CANCELLED)])
            PendingRun.objects.filter(run_id=each).delete()
            settle(each)


def may_cancel(principal: Principal, run: ToolRun) -> bool:
    own = principal.user_id == run.user_id and principal.has("tools.team.execute")
    return own or principal.has(EVERYONES)


def _open_below(run_id: UUID) -> list[UUID]:
    """The steps of a run that have not ended, outermost first."""
    found: list[UUID] = []
    level = [str(run_id)]
    while level:
        steps = SessionEvent.objects.filter(
            type=EventType.STARTED, payload__parent__in=level
        ).values_list("pk", flat=True)
        open_steps = [pk for pk in steps if not log.has_ended(pk)]
        found += open_steps
        level = [str(pk) for pk in open_steps]
    return found
