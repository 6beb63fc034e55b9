"""The audit log: one row a call, read from the events, with a hash in place of the arguments."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sessions_app.runs import FOLD, FOLD_BY_END, STANDS, RunFilter, conditions, status_of
from tenants.backend.base import connection

COLUMNS = f"""
  begun.id, begun.created_at, begun.actor_kind, begun.actor_id, begun.actor_label, begun.user_id,
  begun.source, begun.tool_slug, begun.is_test, begun.payload ->> 'effect',
  begun.payload ->> 'verdict', begun.payload ->> 'input_hash', ended.payload ->> 'code',
  {STANDS}
"""


@dataclass(frozen=True)
class AuditRow:
    run_id: UUID
    created_at: datetime
    actor_kind: str
    actor_id: UUID
    actor_label: str
    user_id: UUID
    source: str
    tool_slug: str
    is_test: bool
    effect: str
    verdict: str
    input_hash: str
    error_code: str | None
    status: str


def audit_rows(found: RunFilter) -> list[AuditRow]:
    """Newest first, tests too."""
    clauses, values = conditions(found)
    fold = FOLD_BY_END if found.status else FOLD
    statement = f"{fold.format(columns=COLUMNS)} {clauses} ORDER BY begun.id DESC LIMIT %s"
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, found.limit])
        return [_row(row) for row in cursor.fetchall()]


def _row(row: tuple[Any, ...]) -> AuditRow:
    facts: list[Any] = [*row[:-1], status_of(row[-1])]
    return AuditRow(*facts)
