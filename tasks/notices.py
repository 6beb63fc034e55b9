"""Telling people that there is something for them to do."""

from django.db import transaction

from accounts.tasks import enqueue
from tasks.models import Task
from tenants.context import current_tenant


def tell(task: Task) -> None:
    """A person or a role by mail; what is for anybody, or for an agent, is in the inbox only."""
    from tasks.tasks import mail_task

    if task.is_test or task.assignee_kind != Task.Assignee.HUMAN:
        return
    facts = {"tenant": current_tenant().slug, "task_id": str(task.pk)}
    transaction.on_commit(lambda: enqueue(mail_task, **facts))
