"""Background work and its tenant.

A task that touches a tenant's data has `base=TenantTask` and takes `tenant` by keyword. The task
refuses to run without one, for one that does not exist, and for one that is not active: it never
falls back to the public schema.
"""

import logging
from typing import Any

from celery import Task, shared_task

from config.logs import log_facts
from tenants import provisioning
from tenants.context import TenantRequired, find_tenant, leave, working_in
from tenants.dumps import DumpFailed
from tenants.models import Tenant

logger = logging.getLogger("tenon.tasks")


class TenantRefused(Exception):
    """The task names a tenant for which nothing may run."""


class TenantTask(Task):  # type: ignore[type-arg]  # celery-types' Task is generic in stubs only
    abstract = True
    throws = (TenantRefused, TenantRequired)

    def apply_async(  # type: ignore[override]  # the options are passed on as they come
        self, args: Any = None, kwargs: Any = None, **options: Any
    ) -> Any:
        """Publishing without a tenant is a fault of the caller: refuse it there."""
        _named(kwargs)
        return super().apply_async(args, kwargs, **options)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        tenant = admit(_named(kwargs))
        with working_in(tenant), log_facts(tenant=tenant.slug, task=self.name):
            return super().__call__(*args, **kwargs)


def _named(kwargs: dict[str, Any] | None) -> str:
    slug = (kwargs or {}).get("tenant")
    if not isinstance(slug, str) or not slug:
        raise TenantRequired("A TenantTask takes tenant=<slug>.")
    return slug


def admit(slug: str) -> Tenant:
    """The tenant, if work may be done for it now. Raises `TenantRefused`."""
    tenant = Tenant.objects.filter(slug=slug).first()
    if tenant is None or not tenant.is_active:
        state = "unknown" if tenant is None else tenant.status
        logger.warning("Task refused", extra={"tenant": slug, "state": state})
        raise TenantRefused(f"Tenant {slug!r} is {state}; the task was not run.")
    return tenant


# -- Making and deleting tenants: work on the table of tenants, so not of any tenant ------------


@shared_task(throws=(provisioning.Busy,))
def provision_tenant(*, slug: str) -> None:
    """Failures are noted on the row, where the operator sees them."""
    leave()
    provisioning.provision(find_tenant(slug))


@shared_task(throws=(provisioning.Busy, DumpFailed))
def delete_tenant(*, slug: str) -> None:
    leave()
    provisioning.delete(find_tenant(slug))


@shared_task
def finish_interrupted() -> None:
    """Beat calls this: what a dead worker left half made (or half deleted) is finished."""
    leave()
    unfinished = {
        Tenant.Status.CREATING: provision_tenant,
        Tenant.Status.DELETING: delete_tenant,
    }
    for tenant in Tenant.objects.filter(status__in=unfinished):
        unfinished[Tenant.Status(tenant.status)].delay(slug=tenant.slug)
