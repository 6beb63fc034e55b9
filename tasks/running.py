"""The shape `task`: a run that makes a task and, if it waits, is left open until somebody did it."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from tasks.assigning import assignee_of
from tasks.assistance import by_agent
from tasks.models import Task
from tasks.notices import tell
from tools_app.definitions import ToolContext
from tools_app.execution.specs import Task as TaskSpec
from tools_app.execution.specs import parse_spec
from tools_app.execution.suspension import Suspended
from tools_app.execution.templates import render
from tools_app.resolved import ResolvedTool
from tools_app.schemas.secrets import masked

LONGEST_NAME = 200


def run_task(tool: ResolvedTool, payload: dict[str, Any], context: ToolContext) -> Any:
    """The task's id, if the run does not wait; what an agent handed in, if it is for one that
    could. Raises `Suspended` if it waits for a person, `AssigneeUnknown`, and `TemplateFailed`. A
    run that is repeated finds the task it has made."""
    spec = parse_spec(tool.execution)
    if not isinstance(spec, TaskSpec):
        raise TypeError(f"{tool.slug} is no task")
    task = _made(tool, payload, context, spec)
    output = task.output
    if task.assignee_kind == Task.Assignee.AGENT and task.is_open:
        output = by_agent(tool, task, spec, context)
    if not spec.wait:
        return {"task_id": str(task.pk)}
    if task.status == Task.Status.COMPLETED:
        return output
    raise Suspended


def _made(
    tool: ResolvedTool, payload: dict[str, Any], context: ToolContext, spec: TaskSpec
) -> Task:
    if context.session_id is None:
        raise TypeError("A task is of a session that has been written")
    run_id = UUID(context.run_id)
    known = Task.objects.filter(run_id=run_id).first()
    if known:
        return known
    # Whoever does it sees no declared secret.
    shown = masked(tool.input_schema, payload)
    assignee = assignee_of(spec)
    now = timezone.now()
    with transaction.atomic():
        task = Task.objects.create(
            name=" ".join(render(spec.title, shown).split())[:LONGEST_NAME] or tool.name,
            instructions=render(spec.instructions, shown),
            assignee_kind=assignee.kind,
            assignee_label=assignee.label,
            assignee_id=assignee.id,
            assignee_role=assignee.role,
            run_id=run_id,
            session_id=context.session_id,
            tool_slug=tool.slug,
            tool_name=tool.name,
            is_test=context.is_test,
            run_waits=spec.wait,
            contract=_contract(tool, spec),
            created_by_label=context.principal.label,
            user_id=context.principal.user_id,
            created_at=now,
            due_at=now + timedelta(seconds=spec.timeout_seconds) if spec.wait else None,
        )
        tell(task)
    return task


def _contract(tool: ResolvedTool, spec: TaskSpec) -> dict[str, Any]:
    """What the tool promises. Of a run that did not wait, that includes the task's id, which is
    not the person's to say."""
    schema = dict(tool.output_schema)
    if not spec.wait:
        schema["properties"] = {
            name: part for name, part in schema.get("properties", {}).items() if name != "task_id"
        }
        schema["required"] = [name for name in schema.get("required", []) if name != "task_id"]
    return schema
