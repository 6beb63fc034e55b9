"""Working on a task: claim it, hand in what it asks for, decline or cancel it.

Each ends by a conditional UPDATE beside the event that ends the run, under the lock of the run's
session: of two at the same time one wins, and a run that was cancelled takes no result.
"""

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from accounts.principal import Principal
from config.errors import InvalidInput
from sessions_app import log
from sessions_app.log import RunEnded
from tasks.errors import TaskClaimed, TaskClosed
from tasks.models import Task
from tools_app.execution.result import RunError
from tools_app.execution.suspension import finish_run
from tools_app.forms.conditions import effective_schema
from tools_app.schemas.secrets import redacted, redacted_text
from tools_app.schemas.validation import faults_of

Status = Task.Status
IN_TIME = Q(due_at=None) | Q(due_at__gt=Now())


def claim(*, principal: Principal, task: Task) -> None:
    """Say that one works on it. Twice is no error. Raises `TaskClaimed` and `TaskClosed`."""
    free = Task.objects.filter(IN_TIME, pk=task.pk, status=Status.PENDING)
    taken = free.update(
        status=Status.IN_PROGRESS,
        claimed_by_id=principal.user_id,
        claimed_by_label=principal.label,
    )
    task.refresh_from_db()
    if not taken:
        require_open(task)
        _require_not_anothers(principal, task)


def release(*, principal: Principal, task: Task) -> None:
    """Give it back to whoever else may do it."""
    require_open(task)
    _require_not_anothers(principal, task)
    claimed = Task.objects.filter(pk=task.pk, status=Status.IN_PROGRESS)
    claimed.update(status=Status.PENDING, claimed_by_id=None, claimed_by_label="")
    task.refresh_from_db()


def complete(*, principal: Principal, task: Task, output: dict[str, Any]) -> None:
    """Hand in the result; a run that waits ends with it. Raises `InvalidInput` at its fields."""
    require_open(task)
    _require_not_anothers(principal, task)
    faults = faults_of(effective_schema(task.contract, output), output)
    if faults:
        raise InvalidInput(faults=faults)
    _end(principal.label, task, Status.COMPLETED, output=output)


def decline(*, principal: Principal, task: Task, reason: str = "") -> None:
    """It will not be done: a run that waits fails with the reason."""
    require_open(task)
    _require_not_anothers(principal, task)
    said = redacted_text(reason.strip()) or f"{principal.label} declined the task."
    _end(principal.label, task, Status.FAILED, error=RunError("task_declined", said))


def cancel(*, principal: Principal, task: Task) -> None:
    """It is not needed any more; a run that waits fails, and what is around it goes on."""
    require_open(task)
    error = RunError("task_cancelled", f"{principal.label} cancelled the task.")
    _end(principal.label, task, Status.CANCELLED, error=error)


def time_out(task: Task) -> None:
    """Note that its time is over. Somebody may have been quicker."""
    if task.status not in Task.OPEN or not task.is_late:
        return
    error = RunError("task_timed_out", "Nobody did the task in time.")
    try:
        _end("Tenon", task, Status.FAILED, error=error)
    except TaskClosed:
        return


def look_again(task: Task) -> None:
    """One whose time is over is ended now; so is one whose run has ended without it."""
    if task.status in Task.OPEN and task.run_waits and log.has_ended(task.run_id):
        settle(task)
    time_out(task)


def require_open(task: Task) -> None:
    """Raises `TaskClosed`."""
    look_again(task)
    if not task.is_open:
        raise TaskClosed(_words(task))


def _require_not_anothers(principal: Principal, task: Task) -> None:
    if task.is_claimed and task.claimed_by_id != principal.user_id:
        raise TaskClaimed(f"{task.claimed_by_label} has claimed it.")


def _end(
    label: str,
    task: Task,
    status: Task.Status,
    *,
    output: dict[str, Any] | None = None,
    error: RunError | None = None,
) -> None:
    facts = {
        "status": status,
        "output": redacted(output),
        "reason": error.message[:500] if error else "",
        "finished_by_label": label,
        "finished_at": timezone.now(),
    }
    try:
        with transaction.atomic():
            if task.run_waits:
                finish_run(run_id=task.run_id, output=output, error=error)
            if not Task.objects.filter(pk=task.pk, status__in=Task.OPEN).update(**facts):
                raise TaskClosed(_words(task))
    except RunEnded as ended:
        settle(task)
        raise TaskClosed(_words(task)) from ended
    task.refresh_from_db()


def settle(task: Task) -> None:
    """Its run has ended without it: so has the task."""
    still = Task.objects.filter(pk=task.pk, status__in=Task.OPEN)
    still.update(status=Status.CANCELLED, finished_at=timezone.now(), reason="Its run has ended.")
    task.refresh_from_db()


def _words(task: Task) -> str:
    task.refresh_from_db()
    by = f" by {task.finished_by_label}" if task.finished_by_label else ""
    return f"{task.get_status_display()}{by}. {task.reason}".strip()
