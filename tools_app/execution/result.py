"""What a run gives back, whoever called."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from tools_app.approvals.ticket import Ticket


class RunStatus(StrEnum):
    SUCCESS = "success"
    ERROR = "error"
    WAITING = "waiting_approval"
    QUEUED = "queued"
    RUNNING = "running"
    CANCELLED = "cancelled"

    @property
    def is_open(self) -> bool:
        """It has not ended: how it went on is told by its events."""
        return self in {RunStatus.WAITING, RunStatus.QUEUED, RunStatus.RUNNING}


@dataclass(frozen=True)
class RunError:
    """`code` is stable; `message` is for people and models."""

    code: str
    message: str


@dataclass(frozen=True)
class RunResult:
    run_id: UUID
    session_id: UUID
    status: RunStatus
    output: Any = None
    error: RunError | None = None
    duration_ms: int = 0
    # Of a run that waits for a human; told to whoever proposed it, once.
    proposal: Ticket | None = None
