"""A task for an agent: it fills in what a person would; what it cannot do falls to people."""

import logging
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.utils import timezone

from config.errors import AppError
from tasks.assigning import agent_of, person_for
from tasks.models import Task
from tasks.notices import tell
from tools_app.definitions import ToolContext
from tools_app.execution.assistants import assistants
from tools_app.execution.interruptions import Interrupted
from tools_app.execution.specs import Task as TaskSpec
from tools_app.resolved import ResolvedTool
from tools_app.schemas.secrets import redacted
from tools_app.schemas.validation import faults_of

logger = logging.getLogger("tenon.tasks")

Status = Task.Status


class NotAsAsked(AppError):
    code, title = "output_schema_mismatch", "What it handed in is not what was asked for"


def by_agent(tool: ResolvedTool, task: Task, spec: TaskSpec, context: ToolContext) -> Any:
    """What the agent handed in; None if the task is now for people. Raises `Interrupted`."""
    _taken(task)
    try:
        output = _filled(tool, task, agent_of(spec.assignee), context)
    except Interrupted:
        raise
    except AppError as error:
        _to_people(task, spec, f"{error.title}. {error.detail}".strip())
        return None
    except Exception as error:  # noqa: BLE001 - a person can still do it
        # Its words may carry anything.
        logger.warning("An agent failed at a task", extra={"error": type(error).__name__})
        _to_people(task, spec, "It failed unexpectedly.")
        return None
    _done(task, output)
    return output


def _taken(task: Task) -> None:
    """Seen by whoever looks at the tasks meanwhile."""
    facts = {"status": Status.IN_PROGRESS, "claimed_by_label": task.assignee_label}
    Task.objects.filter(pk=task.pk, status=Status.PENDING).update(**facts)


def _filled(tool: ResolvedTool, task: Task, agent: str, context: ToolContext) -> Any:
    asked = replace(tool, output_schema=task.contract)
    output = assistants.fill(
        agent=agent, tool=asked, instructions=task.instructions, context=context
    )
    if faults := faults_of(task.contract, output):
        raise NotAsAsked(f"{faults[0].pointer or '/'}: {faults[0].detail}")
    return output


def _done(task: Task, output: Any) -> None:
    still = Task.objects.filter(pk=task.pk, status__in=Task.OPEN)
    still.update(
        status=Status.COMPLETED,
        output=redacted(output),
        finished_by_label=task.assignee_label,
        finished_at=timezone.now(),
    )
    task.refresh_from_db()


def _to_people(task: Task, spec: TaskSpec, words: str) -> None:
    """They see why, and have as long as they would have had from the beginning."""
    assignee = person_for(spec)
    due_at = timezone.now() + timedelta(seconds=spec.timeout_seconds) if spec.wait else None
    Task.objects.filter(pk=task.pk, status__in=Task.OPEN).update(
        status=Status.PENDING,
        claimed_by_label="",
        assignee_kind=assignee.kind,
        assignee_label=assignee.label,
        assignee_id=assignee.id,
        assignee_role=assignee.role,
        instructions=f"{task.instructions}\n\n*{task.assignee_label} could not do this: {words}*",
        due_at=due_at,
    )
    task.refresh_from_db()
    tell(task)
