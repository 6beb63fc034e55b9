"""How a run ended, as an event and as a result."""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sessions_app.events import EventType
from sessions_app.log import Happening, happened
from tools_app.execution.result import RunError, RunResult, RunStatus
from tools_app.schemas.secrets import redacted


@dataclass(frozen=True)
class Outcome:
    """How a run ended. The output is kept for debugging even where it fails its schema."""

    output: Any
    error: RunError | None
    duration_ms: int
    usage: dict[str, Any] = field(default_factory=dict)
    # What the tool needs is away: it may work later.
    transient: bool = False
    retry_after: int | None = None


def ended(outcome: Outcome) -> Happening:
    """The event that ends the run."""
    facts: dict[str, Any] = {
        "output": redacted(outcome.output),
        "duration_ms": outcome.duration_ms,
    }
    if outcome.usage:
        facts["usage"] = outcome.usage
    if outcome.error is None:
        return happened(EventType.COMPLETED, **facts)
    return happened(EventType.FAILED, code=outcome.error.code, error=outcome.error.message, **facts)


def result(run_id: UUID, session_id: UUID, outcome: Outcome) -> RunResult:
    status = RunStatus.ERROR if outcome.error else RunStatus.SUCCESS
    output = None if outcome.error else outcome.output
    return RunResult(run_id, session_id, status, output, outcome.error, outcome.duration_ms)
