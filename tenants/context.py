"""Which tenant the code is working for.

A request gets its tenant from its host (`tenants.middleware`). Everything else says it:
`with tenant_context("acme"): …`. Code that needs a tenant and has none raises.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import cast

from django.db import DEFAULT_DB_ALIAS, connections

from config.bare import bare
from config.errors import AppError, NotFound
from tenants.backend.base import DatabaseWrapper, connection
from tenants.backend.hot import HotStatement, Row
from tenants.models import PLATFORM, Tenant

# What a request needs of its tenant; anything else is fetched if somebody asks for it.
NEEDED = {"id", "slug", "name", "schema_name", "status", "catalog_version", "access_version"}
COLUMNS = [field.attname for field in Tenant._meta.concrete_fields if field.attname in NEEDED]


CONVERT = [Tenant._meta.get_field(column).to_python for column in COLUMNS]


@cache
def find_and_enter() -> HotStatement:
    """One round trip: find the tenant of a host, learn both catalogue versions, and move to its
    schema. A tenant that is not active is found, but its schema is not entered."""
    columns = ", ".join(f"tenant.{column}" for column in COLUMNS)
    sql = f"""
        SELECT platform.catalog_version,
               CASE WHEN tenant.status = 'active' THEN
                 set_config('search_path', quote_ident(tenant.schema_name) || ', public', false)
               END,
               {columns}
        FROM public.tenants_domain AS domain
        JOIN public.tenants_tenant AS tenant ON tenant.id = domain.tenant_id
        LEFT JOIN public.tenants_tenant AS platform ON platform.slug = $1
        WHERE domain.domain = $2
    """  # noqa: S608 - the columns of our own model
    return HotStatement(sql)


class TenantRequired(AppError):
    """Work that belongs to a tenant was started without one: a fault in the program."""

    status, code, title = 500, "tenant_required", "No tenant was chosen"


class TenantUnknown(NotFound):
    code, title = "tenant_unknown", "There is no such workspace"


def enter_by_host(host: str) -> Tenant | None:
    """The tenant of this host, entered if it is active; None if no tenant has the host."""
    database = cast("DatabaseWrapper", connections[DEFAULT_DB_ALIAS])
    database.entered = None
    try:
        with database.any_schema():
            rows = database.hot(find_and_enter(), PLATFORM, host)
        kept = _tenant_of(rows[0]) if rows else None
    except Exception:
        leave()
        raise
    if kept is None:
        leave()
        return None
    tenant = own(kept)
    if tenant.is_active:
        database.enter_tenant(tenant, host=host, kept=kept)
    else:
        leave()
    return tenant


@lru_cache(maxsize=10_000)
def _tenant_of(row: Row) -> Tenant:
    """The same row is the same tenant; Django takes longer to make one than PostgreSQL to find it."""
    platform_version, _search_path, *texts = row
    values = [convert(value) for convert, value in zip(CONVERT, texts, strict=True)]
    tenant: Tenant = Tenant.from_db(DEFAULT_DB_ALIAS, COLUMNS, values)
    tenant.platform_catalog_version = int(platform_version or 0)
    return tenant


def own(kept: Tenant) -> Tenant:
    """Of this request alone: what it fetches of its tenant later is not kept for others."""
    return bare(Tenant, **kept.__dict__)


def leave() -> None:
    """Back to no tenant, where no table of a tenant can be reached."""
    connection.set_schema_to_public()


def current_tenant() -> Tenant:
    """The tenant in use. Raises `TenantRequired` when there is none."""
    if isinstance(connection.tenant, Tenant):
        return connection.tenant
    raise TenantRequired


def find_tenant(slug: str) -> Tenant:
    """Raises `TenantUnknown`. Works in any tenant: the row is in public."""
    tenant = Tenant.objects.filter(slug=slug).first()
    if tenant is None:
        raise TenantUnknown(f"No workspace is called {slug}.")
    return tenant


@contextmanager
def tenant_context(slug: str) -> Iterator[Tenant]:
    """Work inside a tenant's schema, then return to where we were."""
    with working_in(find_tenant(slug)) as tenant:
        yield tenant


@contextmanager
def working_in(tenant: Tenant) -> Iterator[Tenant]:
    """`tenant_context` for a row at hand."""
    with _returning():
        connection.set_tenant(tenant)
        yield tenant


@contextmanager
def no_tenant() -> Iterator[None]:
    """Work on the table of tenants itself."""
    with _returning():
        leave()
        yield


@contextmanager
def _returning() -> Iterator[None]:
    before = connection.tenant
    try:
        yield
    finally:
        connection.set_tenant(before)
