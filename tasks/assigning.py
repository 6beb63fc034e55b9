"""For whom a task is: a person by e-mail, a role, an agent, or anybody who works on tasks."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from accounts.catalogue import Role
from accounts.models import User
from config.errors import Fault
from config.ids import uuid7
from tasks.errors import AssigneeUnknown
from tasks.models import Task
from tools_app.execution.assistants import assistants
from tools_app.execution.specs import Task as TaskSpec
from tools_app.schemas.validation import faults_of

AGENT = "agent:"


@dataclass(frozen=True)
class Assignee:
    kind: Task.Assignee
    label: str = ""
    id: UUID | None = None
    role: str = ""


def assignee_of(spec: TaskSpec) -> Assignee:
    """An agent that is not there any more leaves it to people. Raises `AssigneeUnknown`."""
    agent = agent_of(spec.assignee)
    return person_for(spec) if agent and not assistants.name_of(agent) else _found(spec.assignee)


def person_for(spec: TaskSpec) -> Assignee:
    """Whom an agent's task falls to: anybody, if there is nobody else."""
    try:
        return _found(spec.fallback)
    except AssigneeUnknown:
        return Assignee(Task.Assignee.NONE)


def _found(text: str) -> Assignee:
    said = text.strip().lower()
    if agent := agent_of(text):
        name = assistants.name_of(agent)
        if not name:
            raise AssigneeUnknown(f"There is no agent “{agent}” here.")
        return Assignee(Task.Assignee.AGENT, f"{name} (agent)")
    if not said:
        return Assignee(Task.Assignee.NONE)
    if said in set(Role):
        label = f"Anybody who is {Role(said).label.lower()} or above"
        return Assignee(Task.Assignee.HUMAN, label, role=said)
    person = User.objects.filter(email=said, is_active=True).first()
    if person is None:
        words = (
            f"“{text}” is neither a role nor the e-mail of somebody here, nor agent:its-address."
        )
        raise AssigneeUnknown(words)
    return Assignee(Task.Assignee.HUMAN, str(person), person.pk)


def agent_of(text: str) -> str:
    """The slug of the agent that is meant; empty if it is for people."""
    said = text.strip()
    return said.removeprefix(AGENT).strip() if said.startswith(AGENT) else ""


def assignee_faults(spec: TaskSpec) -> Iterator[Fault]:
    """Said when the tool is saved: there must be somebody."""
    for name in ("assignee", "fallback"):
        try:
            found = _found(getattr(spec, name))
        except AssigneeUnknown as error:
            yield Fault(f"/execution/{name}", "unknown", error.detail)
            continue
        if name == "fallback" and found.kind == Task.Assignee.AGENT:
            words = "If an agent cannot do it, a person has to: an e-mail, a role, or nobody."
            yield Fault("/execution/fallback", "unknown", words)


def output_faults(spec: TaskSpec, output_schema: dict[str, Any]) -> Iterator[Fault]:
    """A run that does not wait gives back the task's id alone."""
    if spec.wait or not faults_of(output_schema, {"task_id": str(uuid7())}):
        return
    words = "A run that does not wait gives back the task's id alone: {“task_id”: “…”}."
    mend = "Add a text field task_id to the output and require no other, or let the run wait."
    yield Fault("/execution/wait", "no_task_id", f"{words} {mend}")
