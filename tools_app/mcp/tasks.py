"""A task: work whose result is not there yet, as both revisions of the protocol that have tasks see
it. Nothing is kept of it here; a task of ours is a view of a run (`run_tasks`)."""

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

from mcp_types import INVALID_PARAMS, CallToolResult, ErrorData

from tools_app.mcp.errors import ProtocolError

Status = Literal["working", "input_required", "completed", "failed", "cancelled"]
TERMINAL = frozenset({"completed", "failed", "cancelled"})
# How often to ask: what runs may end any moment, a person takes longer.
POLL_MS, POLL_PERSON_MS = 2_000, 10_000


@dataclass(frozen=True)
class Task:
    id: str
    status: Status
    created_at: datetime
    updated_at: datetime
    message: str = ""
    poll_ms: int = POLL_MS
    # Of one that is completed; with `is_error` for what went wrong in the tool.
    result: CallToolResult | None = None
    # Of one that failed, which is never the tool's own fault.
    error: ErrorData | None = None
    # What the client is asked, by keys that are used once.
    asked: dict[str, Any] = field(default_factory=dict)

    @property
    def is_over(self) -> bool:
        return self.status in TERMINAL

    def facts(self) -> dict[str, Any]:
        """What both revisions say of a task, and spell alike."""
        told = {
            "taskId": self.id,
            "status": self.status,
            "createdAt": _written(self.created_at),
            "lastUpdatedAt": _written(self.updated_at),
        }
        return {**told, "statusMessage": self.message} if self.message else told


def _written(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def no_task() -> ProtocolError:
    """The same for what is not there and for what one may not see."""
    return ProtocolError(INVALID_PARAMS, "Task not found")
