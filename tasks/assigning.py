"""For whom a task is: a person by e-mail, a role, or anybody who works on tasks."""

from dataclasses import dataclass
from uuid import UUID

from accounts.catalogue import Role
from accounts.models import User
from tasks.errors import AssigneeUnknown
from tasks.models import Task


@dataclass(frozen=True)
class Assignee:
    kind: Task.Assignee
    label: str = ""
    id: UUID | None = None
    role: str = ""


def assignee_of(text: str) -> Assignee:
    """Raises `AssigneeUnknown`."""
    said = text.strip().lower()
    if not said:
        return Assignee(Task.Assignee.NONE)
    if said in set(Role):
        label = f"Anybody who is {Role(said).label.lower()} or above"
        return Assignee(Task.Assignee.HUMAN, label, role=said)
    person = User.objects.filter(email=said, is_active=True).first()
    if person is None:
        raise AssigneeUnknown(f"“{text}” is neither a role nor the e-mail of somebody here.")
    return Assignee(Task.Assignee.HUMAN, str(person), person.pk)
