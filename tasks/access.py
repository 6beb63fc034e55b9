"""Fetching authorises: the tasks that one may see, and may work on.

One sees those that are for oneself, one's role or anybody, and those that one asked for; whoever
manages tasks sees all.
"""

from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts.catalogue import Role
from accounts.principal import Principal
from sessions_app.events import TERMINAL
from sessions_app.models import SessionEvent
from tasks.errors import TaskNotFound
from tasks.models import Task

READ, WORK, MANAGE = "tasks.team.read", "tasks.team.execute", "tasks.tenant.manage"
MOST_COUNTED = 99


def _for(principal: Principal) -> Q:
    """Those that one might do."""
    roles = [role.value for role in Role if principal.role.outranks_or_equals(role)]
    anybody = Q(assignee_kind=Task.Assignee.NONE)
    return anybody | Q(assignee_id=principal.user_id) | Q(assignee_role__in=roles)


def visible_tasks(*, principal: Principal) -> QuerySet[Task]:
    principal.require(READ)
    if principal.has(MANAGE):
        return Task.objects.all()
    return Task.objects.filter(_for(principal) | Q(user_id=principal.user_id))


def open_tasks(*, principal: Principal) -> QuerySet[Task]:
    """Those that one might do and that nobody else does, the most urgent first. Not those whose
    run was cancelled meanwhile."""
    principal.require(READ)
    mine = Q(status=Task.Status.PENDING) | Q(claimed_by_id=principal.user_id)
    ends = SessionEvent.objects.filter(run_id=OuterRef("run_id"), type__in=TERMINAL)
    return (
        Task.objects.filter(_for(principal), mine, status__in=Task.OPEN)
        .filter(Q(run_waits=False) | ~Exists(ends))
        .exclude(due_at__lte=timezone.now())
        .order_by("due_at", "id")
    )


def number_waiting(principal: Principal) -> int:
    """For the sidebar of every page."""
    return open_tasks(principal=principal).order_by()[:MOST_COUNTED].count()


def found_tasks(*, principal: Principal, status: str = "", mine: bool = False) -> QuerySet[Task]:
    """Newest first."""
    rows = open_tasks(principal=principal) if mine else visible_tasks(principal=principal)
    return (rows.filter(status=status) if status else rows).order_by("-id")


def task_to_see(*, principal: Principal, task_id: UUID) -> Task:
    found = visible_tasks(principal=principal).filter(pk=task_id).first()
    if found is None:
        raise TaskNotFound("There is none with this id, or it is not yours to see.")
    return found


def task_to_work(*, principal: Principal, task_id: UUID) -> Task:
    """Raises `TaskNotFound` for one that is for somebody else, `PermissionDenied` without the
    right."""
    principal.require(WORK)
    found = Task.objects.filter(_for(principal), pk=task_id).first()
    if found is None:
        raise TaskNotFound("There is none with this id, or it is for somebody else.")
    return found


def may_work(principal: Principal, task: Task) -> bool:
    return principal.has(WORK) and Task.objects.filter(_for(principal), pk=task.pk).exists()


def task_to_cancel(*, principal: Principal, task_id: UUID) -> Task:
    """By whoever asked for it, and whoever manages tasks."""
    found = task_to_see(principal=principal, task_id=task_id)
    if found.user_id != principal.user_id:
        principal.require(MANAGE)
    return found
