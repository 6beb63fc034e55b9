"""Background work of tools. Celery only calls: what there is to do stands in `pending_runs`."""

from celery import shared_task

from tenants.context import leave, working_in
from tenants.models import Tenant
from tenants.tasks import TenantTask
from tools_app.execution import overdue, worker
from tools_app.execution.wakeups import wake_all
from tools_app.triggers.firing import fire_due


@shared_task(base=TenantTask, acks_late=False)
def work(*, tenant: str) -> None:  # noqa: ARG001 - TenantTask's
    worker.work()


@shared_task(acks_late=False, expires=30)
def call_for_overdue() -> None:
    """Beat calls this: whatever is due is called for again, whoever was called before."""
    leave()
    active = list(Tenant.objects.filter(status=Tenant.Status.ACTIVE))
    for tenant in overdue.tenants_with_work(active):
        with working_in(tenant):
            wake_all()


@shared_task(acks_late=False, expires=30)
def fire_schedules() -> None:
    """Beat calls this: one task for each tenant with a schedule that is due, so that one failure
    stays one."""
    leave()
    active = list(Tenant.objects.filter(status=Tenant.Status.ACTIVE))
    for tenant in overdue.tenants_with_schedules(active):
        fire_schedules_of.delay(tenant=tenant.slug)


@shared_task(base=TenantTask, acks_late=False)
def fire_schedules_of(*, tenant: str) -> None:  # noqa: ARG001
    fire_due()
