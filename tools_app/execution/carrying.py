"""Carrying out a run whose `tool.started` has been committed, and writing how it ended."""

from dataclasses import replace
from uuid import UUID

from django.db import transaction

from sessions_app import log
from sessions_app.log import RunEnded
from tools_app.execution import inline
from tools_app.execution.call import Call
from tools_app.execution.endings import Outcome, ended, result
from tools_app.execution.interruptions import Cancelled, Suspended
from tools_app.execution.progress import RunProgress
from tools_app.execution.result import RunResult, RunStatus


def carry_out(call: Call, session_id: UUID) -> RunResult:
    """Execute it and write how it ended. A run that was cancelled meanwhile stays cancelled, and
    what came of it is dropped; one that waits for somebody stays open."""
    progress = RunProgress(call.run, session_id, live=call.tool.definition is None)
    try:
        outcome = _done(call, session_id, progress)
    except Suspended:
        return RunResult(call.run.id, session_id, RunStatus.RUNNING)
    except (Cancelled, RunEnded):
        return RunResult(call.run.id, session_id, RunStatus.CANCELLED)
    return result(call.run.id, session_id, outcome)


def _done(call: Call, session_id: UUID, progress: RunProgress) -> Outcome:
    """What code changed and the event that says so are one transaction: both, or neither. The
    steps of a composition stand by themselves."""
    if call.tool.definition is None:
        outcome = _executed(call, session_id, progress)
        log.append(call.run, session_id, [*progress.rest(), ended(outcome)])
        return outcome
    with transaction.atomic():
        with transaction.atomic():
            outcome = _executed(call, session_id, progress)
            if outcome.error:
                transaction.set_rollback(True)
        log.append(call.run, session_id, [*progress.rest(), ended(outcome)])
    return outcome


def _executed(call: Call, session_id: UUID, progress: RunProgress) -> Outcome:
    context = call.context(session_id, progress)
    outcome = inline.execute(call.tool, call.payload, call.model, context)
    return replace(outcome, usage=progress.usage)
