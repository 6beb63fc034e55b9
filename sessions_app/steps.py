"""The steps of a run, read from events: runs of their own that name it as their parent."""

from dataclasses import dataclass
from uuid import UUID

from sessions_app.runs import COLUMNS, FOLD, ToolRun, fold
from tenants.backend.base import connection

STEPS = f"""
{FOLD.format(columns=COLUMNS + ", begun.payload ->> 'step'")}
AND begun.session_id = %s AND begun.payload ->> 'parent' = %s
ORDER BY begun.seq
"""


@dataclass(frozen=True)
class StepRun:
    step: str
    run: ToolRun

    @property
    def has_ended(self) -> bool:
        return self.run.status in {"success", "error", "cancelled"}


def steps_of(*, session_id: UUID, run_id: UUID) -> list[StepRun]:
    """In the order in which they were begun."""
    with connection.cursor() as cursor:
        cursor.execute(STEPS, [session_id, str(run_id)])
        return [StepRun(step, fold(row)) for *row, step in cursor.fetchall()]
