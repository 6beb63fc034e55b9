"""Runs, read from events: there is no table of runs.

A run is its `tool.started` event folded with the event that ended it, in one query. Pages go by the
run's id, which sorts by time.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sessions_app.events import TERMINAL, EventType
from tenants.backend.base import connection

ENDS = tuple(kind.value for kind in TERMINAL)
ERRORS = tuple(kind for kind in ENDS if kind not in {EventType.COMPLETED, EventType.CANCELLED})


@dataclass(frozen=True)
class ToolRun:
    id: UUID
    session_id: UUID
    tool_slug: str
    user_id: UUID
    actor_kind: str
    actor_label: str
    source: str
    is_test: bool
    created_at: datetime
    input: Any
    status: str
    output: Any
    error: str | None
    error_code: str | None
    duration_ms: int | None
    # The composition that it is a step of.
    parent_run_id: UUID | None = None

    @property
    def run_id(self) -> UUID:
        return self.id


@dataclass(frozen=True)
class RunFilter:
    tool: str = ""
    status: str = ""
    user_id: UUID | None = None
    source: str = ""
    since: datetime | None = None
    until: datetime | None = None
    text: str = ""
    before: UUID | None = None
    limit: int = 50


# How far a run is: the event that ended it or, while none did, whether it waits for a worker, or its
# latest event.
QUEUED = "queued"
STANDS = f"""coalesce(ended.type, (
    SELECT '{QUEUED}' FROM pending_runs AS pending
    WHERE pending.run_id = begun.id AND pending.lease_until IS NULL AND NOT pending.suspended
  ), (
    SELECT latest.type FROM session_events AS latest
    WHERE latest.run_id = begun.id ORDER BY latest.seq DESC LIMIT 1
  ))"""  # noqa: S608 - our own names
COLUMNS = f"""
  begun.id, begun.session_id, begun.tool_slug, begun.user_id, begun.actor_kind, begun.actor_label,
  begun.source, begun.is_test, begun.created_at, begun.payload -> 'input',
  {STANDS}, ended.payload -> 'output', ended.payload ->> 'error', ended.payload ->> 'code',
  (ended.payload ->> 'duration_ms')::int, (begun.payload ->> 'parent')::uuid
"""
_ENDS = ", ".join(f"'{kind}'" for kind in ENDS)
ENDED = f"ended.run_id = begun.id AND ended.type IN ({_ENDS})"
# Looked up for each run that is shown: joined freely, PostgreSQL would read all ends for a page of
# runs whose number it misjudges.
FOLD = f"""
SELECT {{columns}}
FROM session_events AS begun
LEFT JOIN LATERAL (SELECT * FROM session_events AS ended WHERE {ENDED} LIMIT 1) AS ended ON true
WHERE begun.type = 'tool.started'
"""  # noqa: S608 - our own names
# By how a run ended: here the ends lead, by an index of their own.
FOLD_BY_END = f"""
SELECT {{columns}}
FROM session_events AS begun
LEFT JOIN session_events AS ended ON {ENDED}
WHERE begun.type = 'tool.started'
"""  # noqa: S608


def runs(found: RunFilter) -> list[ToolRun]:
    """Newest first. Tests are not part of the history."""
    clauses, values = conditions(found)
    fold = (FOLD_BY_END if found.status else FOLD).format(columns=COLUMNS)
    if found.text:
        fold = MENTIONING + fold.replace("session_events AS begun", "mentioning AS begun")
        values = [found.text, *values]
    statement = f"{fold} AND NOT begun.is_test {clauses} ORDER BY begun.id DESC LIMIT %s"
    return _fetch(statement, [*values, found.limit])


def conditions(found: RunFilter) -> tuple[str, list[Any]]:
    given: list[tuple[str, Any]] = [
        ("begun.tool_slug = %s", found.tool),
        ("begun.user_id = %s", found.user_id),
        ("begun.source = %s", found.source),
        ("begun.created_at >= %s", found.since),
        ("begun.created_at < %s", found.until),
        ("begun.id < %s", found.before),
    ]
    used = [(condition, value) for condition, value in given if value]
    status, kinds = _status(found.status)
    text = " ".join(f"AND {condition}" for condition, _ in used) + status
    return text, [*(value for _, value in used), *kinds]


# Found by the index of texts, before anything else: PostgreSQL would rather walk back through all
# runs, because it cannot know how rare a word is.
MENTIONING = """
WITH mentioning AS MATERIALIZED (
  SELECT * FROM session_events
  WHERE type = 'tool.started' AND NOT is_test
    AND jsonb_to_tsvector('simple', payload -> 'input', '["string", "numeric"]')
        @@ plainto_tsquery('simple', %s)
)
"""


def _status(status: str) -> tuple[str, list[Any]]:
    """By the event that ended the run, which has an index of its own."""
    match status:
        case "success":
            return " AND ended.type = %s", [EventType.COMPLETED.value]
        case "error":
            return " AND ended.type = ANY(%s)", [list(ERRORS)]
        case "cancelled":
            return " AND ended.type = %s", [EventType.CANCELLED.value]
        case "running":
            others = [EventType.NEEDS_APPROVAL.value, QUEUED]
            return f" AND ended.type IS NULL AND {STANDS} <> ALL(%s)", [others]
        case "waiting_approval":
            return f" AND ended.type IS NULL AND {STANDS} = %s", [EventType.NEEDS_APPROVAL.value]
        case "queued":
            return f" AND ended.type IS NULL AND {STANDS} = %s", [QUEUED]
        case _:
            return "", []


def _fetch(statement: str, values: Sequence[Any]) -> list[ToolRun]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return [fold(row) for row in cursor.fetchall()]


def fold(row: Sequence[Any]) -> ToolRun:
    *begun, given, stands, output, error, code, duration, parent = row
    status = status_of(stands)
    words = {EventType.CANCELLED.value: "cancelled"}.get(stands, error)
    facts: list[Any] = [*begun, _json(given), status, _json(output), words, code, duration, parent]
    return ToolRun(*facts)


STATUSES = {
    QUEUED: "queued",
    EventType.NEEDS_APPROVAL.value: "waiting_approval",
    EventType.COMPLETED.value: "success",
    EventType.CANCELLED.value: "cancelled",
}


def status_of(stands: str) -> str:
    """Of a run that stands at this kind of event."""
    return STATUSES.get(stands) or ("error" if stands in ENDS else "running")


def find_run(run_id: UUID) -> ToolRun | None:
    found = _fetch(f"{FOLD.format(columns=COLUMNS)} AND begun.id = %s", [run_id])
    return found[0] if found else None


# Enough of the newest to know what somebody works with, however long their history.
RECENT = """
SELECT tool_slug, max(created_at) AS last
FROM (
  SELECT tool_slug, created_at FROM session_events
  WHERE type = 'tool.started' AND NOT is_test AND user_id = %s
  ORDER BY id DESC LIMIT 500
) AS newest
GROUP BY tool_slug ORDER BY last DESC
"""


def recent_tools(user_id: UUID) -> dict[str, datetime]:
    """The tools that somebody ran last, the latest first, and when."""
    with connection.cursor() as cursor:
        cursor.execute(RECENT, [user_id])
        return dict(cursor.fetchall())


def _json(text: str | None) -> Any:
    """Django leaves jsonb as text for its own fields to read."""
    return None if text is None else json.loads(text)
