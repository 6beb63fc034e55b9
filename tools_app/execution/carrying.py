"""Carrying out a run whose `tool.started` has been committed, and writing how it ended."""

import time
from dataclasses import replace
from uuid import UUID

from django.db import transaction

from sessions_app import log
from sessions_app.log import RunEnded
from tools_app.definitions import Effect, ToolContext
from tools_app.execution import inline
from tools_app.execution.call import Call
from tools_app.execution.clock import TimedOut, time_limit
from tools_app.execution.endings import Outcome, ended, result
from tools_app.execution.interruptions import Cancelled, Superseded, Suspended, TryAgain
from tools_app.execution.pending import MOST_ATTEMPTS, Held, is_repeatable, pause, timeout_of
from tools_app.execution.progress import RunProgress
from tools_app.execution.result import RunResult, RunStatus
from tools_app.execution.suspension import suspend


def carry_out(call: Call, session_id: UUID, held: Held | None = None) -> RunResult:
    """Execute it and write how it ended. A run that was cancelled meanwhile stays cancelled, and
    what came of it is dropped; one that waits for somebody stays open.

    `held` is the claim by which it is carried out; a step goes by that of its composition.
    """
    progress = progress_of(call, session_id, held)
    try:
        if call.within:
            # Cancelled since it was written down: what it would do outside must not begin.
            progress.check()
        return attempt(call, session_id, progress, held)
    except Suspended as pause:
        waits_for = pause.waits_for or call.run.id
        suspend(call.run, session_id, held, waits_for=waits_for)
        if call.within and call.within.resumable:
            raise Suspended(waits_for) from pause
        return RunResult(call.run.id, session_id, RunStatus.RUNNING)
    except (Cancelled, RunEnded, Superseded):
        return RunResult(call.run.id, session_id, RunStatus.CANCELLED)


def progress_of(call: Call, session_id: UUID, held: Held | None) -> RunProgress:
    """A tool in code works inside a transaction: it cannot write into the log itself."""
    return RunProgress(call.run, session_id, live=call.tool.definition is None, held=held)


def attempt(call: Call, session_id: UUID, progress: RunProgress, held: Held | None) -> RunResult:
    """Raises `Interrupted` and `RunEnded`; then nothing has been written.

    What code changed and the event that says so are one transaction: both, or neither. The steps
    of a composition stand by themselves, as what a tool does that is not `atomic`; and what only
    reads has nothing to undo.
    """
    definition = call.tool.definition
    if definition is None or not definition.atomic or call.tool.effect == Effect.READ:
        outcome = _executed(call, session_id, progress, held)
        _write(call, session_id, progress, outcome, held)
        return result(call.run.id, session_id, outcome)
    with transaction.atomic():
        with transaction.atomic():
            outcome = _executed(call, session_id, progress, held)
            if outcome.error:
                transaction.set_rollback(True)
        _write(call, session_id, progress, outcome, held)
    return result(call.run.id, session_id, outcome)


def _executed(call: Call, session_id: UUID, progress: RunProgress, held: Held | None) -> Outcome:
    context = call.context(session_id, progress)
    seconds = timeout_of(call.tool, held.timeout_seconds) if held else 0
    try:
        with time_limit(seconds):
            outcome = _tried(call, context)
    except TimedOut as error:
        outcome = inline.failed(error)
    if outcome.transient and held and held.may_try_again:
        raise TryAgain(outcome.retry_after)
    return replace(outcome, usage=progress.usage)


def _tried(call: Call, context: ToolContext) -> Outcome:
    """A step that may be repeated is tried again at once; a run of its own is, by being put back
    into the queue."""
    tries = MOST_ATTEMPTS if call.within and is_repeatable(call.tool) else 1
    for number in range(1, tries + 1):
        outcome = inline.execute(call.tool, call.payload, call.model, context)
        if not outcome.transient or number == tries:
            break
        time.sleep(pause(number, at_least=None).total_seconds())
        context.progress.check()
    return outcome


def _write(
    call: Call, session_id: UUID, progress: RunProgress, outcome: Outcome, held: Held | None
) -> None:
    """The session first, then the claim: whoever cancels locks them in the same order."""
    happenings = [*progress.rest(), ended(outcome)]
    if held and held.conclude(call.run, happenings):
        return
    with transaction.atomic():
        log.append(call.run, session_id, happenings)
        if held:
            held.settle()
