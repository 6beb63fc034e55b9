"""Making, suspending, resuming and deleting tenants: the one write path for the table.

Making a tenant takes steps that each may be repeated. A row in the state `creating` is either
being worked on (somebody holds its lock) or is finished by `tenants.tasks.finish_interrupted`. A
step that fails drops the schema again and leaves the row as `failed`, to be retried or discarded.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, transaction
from django.utils import timezone
from psycopg import sql

from config.errors import AppError, Conflict, Fault, InvalidInput
from tenants import dumps
from tenants.backend.base import connection
from tenants.context import no_tenant, working_in
from tenants.models import RESERVED_SLUGS, Domain, Tenant, schema_of
from tenants.registry import Step, removals, steps

logger = logging.getLogger("tenon.tenants")


class Busy(Conflict):
    code, title = "tenant_busy", "Somebody is working on this workspace"


class PlatformIsFixed(Conflict):
    code, title = "platform_is_fixed", "The platform workspace cannot be suspended or deleted"


# -- The rows ---------------------------------------------------------------------------------


def register_tenant(
    *, slug: str, name: str, owner_email: str = "", domains: Sequence[str] = ()
) -> Tenant:
    """Write the row of a tenant to be made. Raises `InvalidInput` naming the field."""
    tenant = Tenant(
        slug=slug, name=name.strip(), schema_name=schema_of(slug), owner_email=owner_email.lower()
    )
    with no_tenant():
        _validate(tenant)
        try:
            with transaction.atomic():
                tenant.save()
                for domain in [f"{slug}.{settings.BASE_DOMAIN}", *domains]:
                    is_primary = domain.startswith(f"{slug}.")
                    Domain.objects.create(tenant=tenant, domain=domain, is_primary=is_primary)
        except (IntegrityError, ValidationError) as error:
            fault = Fault("/slug", "taken", "A workspace with this address exists already.")
            raise InvalidInput(faults=[fault]) from error
    return tenant


def _validate(tenant: Tenant) -> None:
    if tenant.slug in RESERVED_SLUGS:
        fault = Fault("/slug", "reserved", "This address is reserved. Choose another one.")
        raise InvalidInput(faults=[fault])
    try:
        # Whether it is taken shows when it is saved.
        tenant.full_clean(exclude=["schema_name"], validate_unique=False)
    except ValidationError as error:
        faults = [
            Fault(f"/{field}", "invalid", message)
            for field, messages in error.message_dict.items()
            for message in messages
        ]
        raise InvalidInput(faults=faults) from error


# -- Making -----------------------------------------------------------------------------------


def _make_schema(tenant: Tenant) -> None:
    with no_tenant(), connection.cursor() as cursor:
        name = sql.Identifier(tenant.schema_name)
        cursor.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(name))


def _migrate(tenant: Tenant) -> None:
    options = {"tenant": True, "schema_name": tenant.schema_name, "interactive": False}
    call_command("migrate_schemas", verbosity=0, **options)


def all_steps() -> list[Step]:
    return [
        Step("schema", "Create its schema", _make_schema),
        Step("tables", "Create its tables", _migrate),
        *steps,
    ]


def provision(tenant: Tenant, *, say: Callable[[str], None] = lambda _label: None) -> Tenant:
    """Make the tenant, or finish making it. Raises `Busy` if somebody else is at it."""
    with no_tenant(), locked(tenant):
        tenant.refresh_from_db()
        if tenant.status not in {Tenant.Status.CREATING, Tenant.Status.FAILED}:
            return tenant
        _note(tenant, status=Tenant.Status.CREATING, error="")
        try:
            for step in all_steps():
                say(step.label)
                _note(tenant, step=step.key, step_at=timezone.now())
                with working_in(tenant):
                    step.run(tenant)
        except Exception as error:
            logger.exception("Making a tenant failed", extra={"tenant": tenant.slug})
            _drop_schema(tenant)
            _note(tenant, status=Tenant.Status.FAILED, error=_first_line(error))
            raise
        _note(tenant, status=Tenant.Status.ACTIVE, step="")
        logger.info("Tenant made", extra={"tenant": tenant.slug})
    return tenant


def reopen(tenant: Tenant) -> None:
    """Let a tenant that could not be made be tried again."""
    _move(tenant, Tenant.Status.FAILED, Tenant.Status.CREATING)


def _note(tenant: Tenant, **values: object) -> None:
    Tenant.objects.filter(pk=tenant.pk).update(**values)
    for name, value in values.items():
        setattr(tenant, name, value)


def _first_line(error: Exception) -> str:
    text = str(error).strip() or type(error).__name__
    return text.splitlines()[0][:500]


def _drop_schema(tenant: Tenant) -> None:
    with no_tenant(), connection.cursor() as cursor:
        name = sql.Identifier(tenant.schema_name)
        cursor.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(name))


@contextmanager
def locked(tenant: Tenant) -> Iterator[None]:
    """One worker a tenant. The lock has a connection of its own, because migrations close the
    thread's; it ends with the process, however that ends."""
    holder = connection.get_new_connection(connection.get_connection_params())
    holder.autocommit = True
    try:
        if not _ask(holder, "pg_try_advisory_lock", tenant):
            raise Busy("Wait until that is finished, then try again.")
        try:
            yield
        finally:
            # Closing alone would release it a moment later, when the server notices.
            _ask(holder, "pg_advisory_unlock", tenant)
    finally:
        holder.close()


def _ask(holder: Any, function: str, tenant: Tenant) -> bool:
    key = str(tenant.pk)
    (answer,) = holder.execute(f"SELECT {function}(hashtextextended(%s, 0))", [key]).fetchone()
    return bool(answer)


# -- Suspending and resuming ------------------------------------------------------------------


def suspend(tenant: Tenant) -> None:
    """From the next request or task on, nothing of this tenant runs."""
    _refuse_platform(tenant)
    _move(tenant, Tenant.Status.ACTIVE, Tenant.Status.SUSPENDED)


def resume(tenant: Tenant) -> None:
    _move(tenant, Tenant.Status.SUSPENDED, Tenant.Status.ACTIVE)


def _move(tenant: Tenant, before: Tenant.Status, after: Tenant.Status) -> None:
    moved = Tenant.objects.filter(pk=tenant.pk, status=before).update(status=after)
    if not moved:
        tenant.refresh_from_db()
        raise Conflict(f"This workspace is {tenant.get_status_display().lower()}.")
    tenant.status = after
    logger.info("Tenant is now %s", after, extra={"tenant": tenant.slug})


def _refuse_platform(tenant: Tenant) -> None:
    if tenant.is_platform:
        raise PlatformIsFixed("Every other workspace depends on it.")


# -- Deleting ---------------------------------------------------------------------------------


def mark_for_deletion(tenant: Tenant, *, confirm: str) -> None:
    """Close the tenant for good; `delete` does the rest. `confirm` must be its slug."""
    _refuse_platform(tenant)
    if confirm != tenant.slug:
        fault = Fault("/confirm", "mismatch", f"Type {tenant.slug} to delete this workspace.")
        raise InvalidInput(faults=[fault])
    if tenant.status == Tenant.Status.CREATING:
        raise Busy("It is being created. Wait until that is finished.")
    _note(tenant, status=Tenant.Status.DELETING, error="")


def delete(tenant: Tenant) -> str | None:
    """Export a dump, then remove what it has elsewhere, its schema and its row. Returns the dump's
    file name.

    If the dump or a removal fails, the schema stays: the tenant is suspended and says why.
    """
    with no_tenant(), locked(tenant):
        tenant.refresh_from_db()
        try:
            dump = dumps.export(tenant)
            for removal in removals:
                removal.run(tenant)
        except (dumps.DumpFailed, AppError) as error:
            _note(tenant, status=Tenant.Status.SUSPENDED, error=_first_line(error))
            raise
        _drop_schema(tenant)
        Tenant.objects.filter(pk=tenant.pk).delete()
        logger.info("Tenant deleted", extra={"tenant": tenant.slug, "dump": dump})
    return dump
