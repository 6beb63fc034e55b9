"""What a worker does when it is called: takes the runs of a tenant that are due, one by one."""

import logging
import time

from django.db import DatabaseError, InterfaceError, connection, transaction
from django.utils import timezone

from config.errors import AppError
from sessions_app import log
from sessions_app.log import RunEnded
from sessions_app.models import PendingRun
from tools_app.execution.call import Call
from tools_app.execution.carrying import attempt, progress_of
from tools_app.execution.endings import Outcome, ended
from tools_app.execution.interruptions import Cancelled, Superseded, Suspended, TryAgain
from tools_app.execution.keeper import keeper
from tools_app.execution.pending import MOST_ATTEMPTS, Held, claim, due, pause, timeout_of
from tools_app.execution.result import RunError
from tools_app.execution.suspension import suspend
from tools_app.execution.wakeups import heard, others_wait, wake
from tools_app.execution.work import call_of, run_of

logger = logging.getLogger("tenon.runs")

# Then it is another tenant's turn.
TURN_SECONDS = 0.5
STAYS_SECONDS = (0.002, 0.006, 0.012)

UNKNOWN = RunError(
    "outcome_unknown",
    "The worker that carried it out is gone, and nobody knows how far it came. It was not repeated: "
    "look at what it was to change, then run it again if needed.",
)
GAVE_UP = RunError(
    "gave_up", f"It was begun {MOST_ATTEMPTS} times and came to no end: its worker died each time."
)
OVERDUE = RunError("timed_out", "It waited so long that it was not begun any more.")


def work() -> None:
    """For a turn, in the tenant in use. Whatever is left is called for again."""
    ends = time.monotonic() + TURN_SECONDS
    try:
        while time.monotonic() < ends and (row := _next()):
            carry(row)
    except (DatabaseError, InterfaceError):
        # What was claimed is claimed again when its lease is over.
        logger.exception("The database does not answer")
        connection.close()
        return
    heard()
    if due().exists():
        wake()


def _next() -> PendingRun | None:
    """Whoever accepts many runs accepts the next one soon. To be called for it costs more than to
    stay for a moment, unless other tenants wait."""
    if row := claim():
        return row
    for seconds in () if others_wait() else STAYS_SECONDS:
        time.sleep(seconds)
        if row := claim():
            return row
    return None


def carry(row: PendingRun) -> None:
    """Carry out a run that was just claimed, or say why it is not."""
    held = Held.of(row)
    if refusal := _refusal(row):
        _end(row, held, Outcome(None, refusal, 0))
        return
    try:
        call = call_of(row)
    except AppError as error:
        _end(row, held, Outcome(None, RunError(error.problem_code, str(error)), 0))
        return
    _carry_out(call, row, held)


def _refusal(row: PendingRun) -> RunError | None:
    if row.failures and not row.repeatable:
        return UNKNOWN
    if row.failures >= MOST_ATTEMPTS:
        return GAVE_UP
    return OVERDUE if row.deadline < timezone.now() else None


def _carry_out(call: Call, row: PendingRun, held: Held) -> None:
    progress = progress_of(call, row.session_id, held)
    seconds = timeout_of(call.tool, held.timeout_seconds)
    try:
        with keeper.keeping(held, progress, seconds=seconds):
            if not call.is_quick:
                # Cancelled since it was claimed: what it would do outside must not begin.
                progress.check()
            attempt(call, row.session_id, progress, held)
    except Suspended as waiting:
        suspend(call.run, row.session_id, held, waits_for=waiting.waits_for or call.run.id)
    except TryAgain as later:
        after = pause(held.failures + 1, at_least=later.after_seconds)
        held.give_back(not_before=timezone.now() + after, failed=True)
    except RunEnded:
        PendingRun.objects.filter(run_id=held.run_id).delete()
    except (Cancelled, Superseded):
        logger.info("A result was dropped", extra={"run": str(held.run_id)})


def _end(row: PendingRun, held: Held, outcome: Outcome) -> None:
    try:
        with transaction.atomic():
            log.append(run_of(row), row.session_id, [ended(outcome)])
            held.settle()
    except (RunEnded, Superseded):
        PendingRun.objects.filter(run_id=held.run_id, attempt=held.attempt).delete()
