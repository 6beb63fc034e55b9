"""A run that may be carried out, and where it stands."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from sessions_app import log
from sessions_app.log import Happening, Run
from sessions_app.models import PendingRun
from tools_app.definitions import SILENT, Effect, Progress, ToolContext, ToolModel
from tools_app.resolved import ResolvedTool


@dataclass(frozen=True)
class Within:
    """The composition that a run is a step of."""

    session_id: UUID
    run_id: UUID
    step: str
    depth: int
    # Whether the run around it can be left open and taken up again at this step.
    resumable: bool = False
    # The run of this step that was begun before, by a worker that is gone.
    again: UUID | None = None

    @classmethod
    def of(cls, context: ToolContext, *, step: str) -> "Within":
        if context.session_id is None:
            raise TypeError("A composition runs in a session that has been written")
        return cls(context.session_id, UUID(context.run_id), step, context.depth + 1)

    def facts(self) -> dict[str, str]:
        """For the event that starts the step. The key can be used once."""
        facts = {"step": self.step, "parent": str(self.run_id)}
        return {**facts, "key": f"{self.run_id}:{self.step}"} if self.resumable else facts


@dataclass(frozen=True)
class Call:
    """A run that may be carried out: resolved, authorised, validated."""

    run: Run
    tool: ResolvedTool
    payload: dict[str, Any]
    model: ToolModel | None
    within: Within | None
    # The session of a group or a visit that the run belongs to.
    session_id: UUID | None = None

    @property
    def is_quick(self) -> bool:
        """It changes nothing and needs no session while it runs: written down when it is done."""
        return self.tool.definition is not None and self.tool.effect == Effect.READ

    def context(self, session_id: UUID | None = None, progress: Progress = SILENT) -> ToolContext:
        return ToolContext(
            principal=self.run.principal,
            run_id=str(self.run.id),
            source=self.run.source,
            is_test=self.run.is_test,
            session_id=session_id,
            depth=self.within.depth if self.within else 0,
            progress=progress,
        )

    def begin(self, *happenings: Happening, pending: PendingRun | None = None) -> UUID:
        """Write the first events, with the work that is left to be done: into the session that the
        run belongs to, or into a new one."""
        session_id = self.within.session_id if self.within else self.session_id
        if session_id is None:
            return log.record(self.run, happenings, title=self.tool.name, pending=pending).pk
        with transaction.atomic():
            log.append(self.run, session_id, happenings)
            if pending:
                pending.session_id = session_id
                pending.save(force_insert=True)
        return session_id
