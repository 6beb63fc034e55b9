"""Which tenants have runs or schedules that are due, asked of many schemas at once."""

from collections.abc import Iterator, Sequence

from psycopg import sql

from tenants.backend.base import connection
from tenants.models import Tenant

AT_ONCE = 100
DUE = sql.SQL("""
SELECT {slug} WHERE EXISTS (
  SELECT 1 FROM {schema}.pending_runs
  WHERE NOT suspended AND not_before <= now() AND (lease_until IS NULL OR lease_until <= now())
)
""")
SCHEDULED = sql.SQL("""
SELECT {slug} WHERE EXISTS (
  SELECT 1 FROM {schema}.schedules WHERE enabled AND next_at <= now()
)
""")


def tenants_with_work(tenants: Sequence[Tenant]) -> Iterator[Tenant]:
    return _where(DUE, tenants)


def tenants_with_schedules(tenants: Sequence[Tenant]) -> Iterator[Tenant]:
    return _where(SCHEDULED, tenants)


def _where(question: sql.SQL, tenants: Sequence[Tenant]) -> Iterator[Tenant]:
    for start in range(0, len(tenants), AT_ONCE):
        some = tenants[start : start + AT_ONCE]
        parts = [
            question.format(slug=sql.Literal(each.slug), schema=sql.Identifier(each.schema_name))
            for each in some
        ]
        with connection.cursor() as cursor:
            cursor.execute(sql.SQL(" UNION ALL ").join(parts))
            found = {slug for (slug,) in cursor.fetchall()}
        yield from (each for each in some if each.slug in found)
