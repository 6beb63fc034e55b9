"""How a run stands: for `check_run`, and for calls that come again."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from mcp_types import CallToolResult

from accounts.principal import Principal
from sessions_app import access
from sessions_app.runs import ToolRun
from tools_app.execution.result import RunStatus
from tools_app.mcp import results

WORDS = {"queued": "It waits for a worker.", "running": "It is running."}


@dataclass(frozen=True)
class Standing:
    run: ToolRun
    status: str

    @property
    def output(self) -> Any:
        return self.run.output if self.status == "success" else None

    @property
    def is_waiting(self) -> bool:
        return self.status == RunStatus.WAITING

    @property
    def words(self) -> str:
        return WORDS.get(self.status, "")

    def result(self, *, url: str) -> CallToolResult:
        return results.standing(
            run_id=self.run.id,
            status=self.status,
            output=self.output,
            error=self.run.error,
            url=url,
        )


def standing_of(principal: Principal, run_id: UUID) -> Standing:
    """Raises `NotFound` for a run that is not the principal's to see."""
    run = access.run_to_see(principal=principal, run_id=run_id)
    return Standing(run, _status(run))


def _status(run: ToolRun) -> str:
    return "cancelled" if run.error == "cancelled" else run.status
