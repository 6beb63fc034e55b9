"""The audit log: one row a call, read from the events, with a hash in place of the arguments."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sessions_app.events import EventType
from sessions_app.runs import FOLD, FOLD_BY_END, STANDS, RunFilter, conditions, status_of
from tenants.backend.base import connection

COLUMNS = f"""
  begun.id, begun.created_at, begun.actor_kind, begun.actor_id, begun.actor_label, begun.user_id,
  begun.source, begun.tool_slug, begun.is_test, begun.payload ->> 'effect',
  begun.payload ->> 'verdict', begun.payload ->> 'input_hash', ended.payload ->> 'code',
  (SELECT decided.actor_label FROM session_events AS decided
   WHERE decided.run_id = begun.id AND decided.type IN ('tool.approved', 'tool.rejected') LIMIT 1),
  {STANDS}
"""  # noqa: S608 - our own names
# What a call came to: reads are executed, what asked first was proposed and then decided.
OUTCOMES = ("executed", "proposed", "applied", "failed", "expired", "declined", "cancelled")
ENDED_AS = {
    EventType.NEEDS_APPROVAL: "proposed",
    EventType.FAILED: "failed",
    EventType.EXPIRED: "expired",
    EventType.REJECTED: "declined",
    EventType.CANCELLED: "cancelled",
}
ASKED = ("ask", "propose", "auto_apply")


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
    # Who agreed or declined, where somebody was asked.
    decided_by: str | None
    status: str
    outcome: str


def audit_rows(found: RunFilter) -> list[AuditRow]:
    """Newest first, tests too."""
    clauses, values = conditions(found)
    fold = FOLD_BY_END if found.status else FOLD
    statement = f"{fold.format(columns=COLUMNS)} {clauses} ORDER BY begun.id DESC LIMIT %s"
    with connection.cursor() as cursor:
        cursor.execute(statement, [*values, found.limit])
        return [_row(row) for row in cursor.fetchall()]


def _row(row: tuple[Any, ...]) -> AuditRow:
    *begun, stands = row
    facts: list[Any] = [*begun, status_of(stands), _outcome(begun[10], stands)]
    return AuditRow(*facts)


def _outcome(verdict: str, stands: str) -> str:
    """Of a call that stands at this kind of event; one that has not ended is what it will be."""
    found = ENDED_AS.get(EventType(stands))
    return found or ("applied" if verdict in ASKED else "executed")
