"""By whom a run is carried out: at once by whoever asked, or by a worker."""

from dataclasses import dataclass
from uuid import UUID

from django.conf import settings

from sessions_app import log
from tools_app.execution.call import Call
from tools_app.execution.carrying import carry_out
from tools_app.execution.pending import Held, row_for
from tools_app.execution.result import RunResult, RunStatus
from tools_app.execution.wakeups import wake


def in_background(call: Call, asked: bool | None = None) -> bool:
    """What a workspace has made itself is; a step goes with its composition, and a run that belongs
    to a group's session or a visit is waited for."""
    if call.within or call.session_id:
        return False
    own = call.tool.definition is None and settings.RUNS_IN_BACKGROUND
    return own if asked is None else asked


@dataclass(frozen=True)
class TakenUp:
    """A run that has been waiting for a yes, and is now among what has to be done."""

    call: Call
    session_id: UUID
    later: bool

    def carry_out(self) -> RunResult:
        """Once the yes is committed."""
        if self.later:
            wake()
            return RunResult(self.call.run.id, self.session_id, RunStatus.QUEUED)
        if log.has_ended(self.call.run.id):
            # Cancelled since the yes was committed: nothing of it begins.
            return RunResult(self.call.run.id, self.session_id, RunStatus.CANCELLED)
        return carry_out(self.call, self.session_id, Held(self.call.run.id, 1))


def take_up(call: Call, session_id: UUID) -> TakenUp:
    """In the transaction that writes the yes: a crash right after it loses nothing. What is only
    tried, and may not be saved, is carried out at once."""
    later = in_background(call) and not call.run.is_test
    row = row_for(call, inline=not later)
    row.session_id = session_id
    row.save(force_insert=True)
    return TakenUp(call, session_id, later)
