"""Mails, and the end of tasks that nobody did in time: in the background."""

from celery import shared_task
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.catalogue import Role
from accounts.models import User
from accounts.tasks import RETRY, mail, site_url
from tasks import working
from tasks.models import Task
from tenants.context import leave
from tenants.models import Tenant
from tenants.tasks import TenantTask

MOST_MAILS = 50
AT_ONCE = 500


@shared_task(base=TenantTask, **RETRY)
def mail_task(*, tenant: str, task_id: str) -> None:  # noqa: ARG001 - TenantTask's
    task = Task.objects.filter(pk=task_id, status=Task.Status.PENDING).first()
    if task:
        url = site_url(reverse("task", args=[task.pk]))
        for person in _to_mail(task)[:MOST_MAILS]:
            mail(person.email, "task", person=person, task=task, url=url)


def _to_mail(task: Task) -> QuerySet[User]:
    """The person, or those who have exactly the role: those above it see the task too."""
    people = User.objects.filter(is_active=True).order_by("email")
    if task.assignee_role:
        return people.filter(groups__name=Role(task.assignee_role).value)
    return people.filter(pk__in=[task.assignee_id] if task.assignee_id else [])


@shared_task
def time_out_everywhere() -> None:
    """Beat calls this: one task a tenant, so that one failure stays one."""
    leave()
    for slug in Tenant.objects.filter(status=Tenant.Status.ACTIVE).values_list("slug", flat=True):
        time_out.delay(tenant=slug)


@shared_task(base=TenantTask)
def time_out(*, tenant: str) -> None:  # noqa: ARG001
    overdue = Task.objects.filter(status__in=Task.OPEN, due_at__lte=timezone.now())
    for task in overdue.order_by("due_at")[:AT_ONCE]:
        working.time_out(task)
