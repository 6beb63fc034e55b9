"""A request that begins with what was so a moment ago, and finds out by the way whether it still is.

A program that runs a quick tool needs one statement: the one that writes the run down. So its
tenant, with the versions that everything else is kept by, is taken from the last request on the same
connection, and that one statement writes only where all of it still holds (`written`). Any other
statement has the tenant looked up first; a request without one, before its answer is given. Where
something has changed nothing was written, and the middleware begins again.
"""

from functools import cache, partial
from typing import cast

from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connections

from config.errors import Unavailable
from tenants.backend.base import DatabaseWrapper
from tenants.backend.hot import HotStatement, Row
from tenants.context import enter_by_host, own
from tenants.models import PLATFORM, Tenant


class Outdated(Unavailable):
    """Nobody sees it: the request is begun again."""

    code, title = "outdated", "What this request began with has changed meanwhile"


def presume(host: str) -> Tenant | None:
    """The tenant that this connection last worked for, if that was by the same host."""
    database = _database()
    if database.entered is None or database.entered[0] != host:
        return None
    kept = database.entered[1]
    tenant = own(kept)
    database.set_tenant(tenant)
    database.before_statement = partial(_confirm, host, kept)
    return tenant


def settled() -> bool:
    """Whether what was presumed was so. Afterwards nothing is presumed."""
    database = _database()
    try:
        if database.before_statement:
            database.before_statement()
    except (Outdated, OperationalError, InterfaceError):
        return False
    finally:
        database.before_statement = None
    return True


GUARD = """
    SELECT FROM public.tenants_domain AS domain
    JOIN public.tenants_tenant AS tenant ON tenant.id = domain.tenant_id
    LEFT JOIN public.tenants_tenant AS platform ON platform.slug = $2
    WHERE domain.domain = $1 AND tenant.status = 'active'
      AND tenant.schema_name = current_schema()
      AND tenant.id = $3::uuid
      AND tenant.catalog_version = $4::bigint
      AND tenant.access_version = $5::bigint
      AND coalesce(platform.catalog_version, 0) = $6::bigint
"""
GUARDS = 6


@cache
def guarded(sql: str) -> HotStatement:
    """`sql` reads one row from `known` if all is as presumed, else none; `$7` is its first
    parameter. It returns what it wrote."""
    return HotStatement(f"WITH known AS (SELECT WHERE $1::text IS NULL OR EXISTS ({GUARD})), {sql}")


def written(statement: HotStatement, *params: str | None) -> list[Row]:
    """Run a statement made by `guarded`. Raises `Outdated`: then nothing was written.

    So it does where the connection has died, though then nobody knows: it is for what may be
    written twice.
    """
    database = _database()
    confirm = database.before_statement
    if not isinstance(confirm, partial):
        return database.hot(statement, *[None] * GUARDS, *params)
    host, kept = confirm.args
    guards = (host, PLATFORM, *map(str, (kept.pk, *kept.versions)))
    database.before_statement = None
    try:
        with database.any_schema():
            rows = database.hot(statement, *guards, *params)
    except (OperationalError, InterfaceError):
        database.close()
        rows = []
    if not rows:
        _refuse(database)
    return rows


def _confirm(host: str, kept: Tenant) -> None:
    database = _database()
    database.before_statement = None
    try:
        enter_by_host(host)
    except (OperationalError, InterfaceError):
        database.close()
    if database.entered is None or database.entered[1] is not kept:
        _refuse(database)


def _refuse(database: DatabaseWrapper) -> None:
    """Whatever the request still tries comes to nothing."""
    database.before_statement = _raise
    raise Outdated


def _raise() -> None:
    raise Outdated


def _database() -> DatabaseWrapper:
    return cast("DatabaseWrapper", connections[DEFAULT_DB_ALIAS])
