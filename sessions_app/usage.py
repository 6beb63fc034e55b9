"""Who uses a tool: read from the events, in one query."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from config.ids import first_uuid7_at
from sessions_app.events import EventType
from tenants.backend.base import connection


@dataclass(frozen=True)
class ToolUser:
    """A person or a program (an API key, an agent) that ran a tool."""

    kind: str
    id: UUID
    label: str
    runs: int
    last_at: datetime


# By the index of runs by tool: a run's id sorts by time, so that only these runs are read.
STATEMENT = """
SELECT actor_kind, actor_id, (array_agg(actor_label ORDER BY id DESC))[1], count(*), max(created_at)
FROM session_events
WHERE type = %s AND NOT is_test AND tool_slug = %s AND id >= %s
GROUP BY actor_kind, actor_id ORDER BY max(created_at) DESC LIMIT %s
"""


def users_of(tool_slug: str, *, since: datetime, limit: int = 200) -> list[ToolUser]:
    """The latest first. Tests are no use."""
    values = [EventType.STARTED.value, tool_slug, first_uuid7_at(since), limit]
    with connection.cursor() as cursor:
        cursor.execute(STATEMENT, values)
        return [ToolUser(*row) for row in cursor.fetchall()]
