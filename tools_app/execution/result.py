"""What a run gives back, whoever called."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any
from uuid import UUID

from config.budget import Budget
from sessions_app.runs import ToolRun
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
    # How many more the caller may run now.
    budget: Budget | None = None


def result_of(run: ToolRun) -> RunResult:
    """A run as it stands, as whoever started it gets it."""
    status = RunStatus(run.status)
    failed = status == RunStatus.ERROR
    error = RunError(run.error_code or "error", run.error or "") if failed else None
    output = run.output if status == RunStatus.SUCCESS else None
    return RunResult(run.id, run.session_id, status, output, error, run.duration_ms or 0)
