"""A run as a page shows it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from accounts.principal import Principal
from sessions_app import access as runs_access
from sessions_app.events import EventType
from sessions_app.models import SessionEvent
from sessions_app.runs import ToolRun
from sessions_app.steps import StepRun
from tools_app import access
from tools_app.outputs.blocks import Block
from tools_app.resolved import ResolvedTool
from tools_app.results import blocks_of_run
from tools_app.views.usage import usage_words


@dataclass(frozen=True)
class Chip:
    """A status in words, with a tone and an icon: never by colour alone."""

    label: str
    tone: str
    icon: str


CHIPS = {
    "success": Chip("Succeeded", "success", "circle-check"),
    "error": Chip("Failed", "danger", "circle-x"),
    "queued": Chip("Waits for its turn", "info", "clock"),
    "running": Chip("Running", "info", "loader"),
    "waiting_approval": Chip("Waits for approval", "warning", "hourglass"),
    "cancelled": Chip("Cancelled", "", "ban"),
}
OUTPUT_APPENDED = EventType.OUTPUT_APPENDED
TRY_AGAIN = "Run it again. If it fails again, tell whoever looks after the tool and name the run."
ADVICE = {
    "outcome_unknown": (
        "Look at what it was to change before you run it again: it may have been changed already."
    ),
    "gave_up": TRY_AGAIN,
    "timed_out": "Give it less to do, or ask whoever looks after the tool for more time.",
    "tool_crashed": TRY_AGAIN,
    "output_schema_mismatch": "Whoever looks after the tool has to mend it; name the run to them.",
    "not_runnable": "This tool has to be finished by whoever looks after it.",
}


def status_of(run: ToolRun) -> str:
    """As people know it: who cancelled a run does not think that it failed."""
    return "cancelled" if run.error == "cancelled" else run.status


def duration(milliseconds: int | None) -> str:
    if milliseconds is None:
        return ""
    if milliseconds < 1:
        return "under 1 ms"
    if milliseconds < 1000:
        return f"{milliseconds} ms"
    return f"{milliseconds / 1000:.1f} s"


@dataclass(frozen=True)
class ShownRun:
    run: ToolRun
    events: Sequence[SessionEvent]
    tool: ResolvedTool | None
    blocks: list[Block]
    steps: Sequence[StepRun] = ()
    may_cancel: bool = False

    @property
    def is_live(self) -> bool:
        """A worker has it, or will: its page follows it."""
        return self.run.status in {"queued", "running"}

    @property
    def written(self) -> str:
        """What it has written so far, at its latest attempt."""
        pieces = [event.payload for event in self.events if event.type == OUTPUT_APPENDED]
        latest = max((piece.get("attempt", 1) for piece in pieces), default=1)
        return "".join(piece["text"] for piece in pieces if piece.get("attempt", 1) == latest)

    @property
    def timeline(self) -> list[tuple[str, Chip, StepRun]]:
        """The steps that were begun: the name of each, and how it stands."""
        return [(each.step, CHIPS[status_of(each.run)], each) for each in self.steps]

    @property
    def status(self) -> str:
        return status_of(self.run)

    @property
    def chip(self) -> Chip:
        return CHIPS[self.status]

    @property
    def name(self) -> str:
        return self.tool.name if self.tool else self.run.tool_slug

    @property
    def took(self) -> str:
        return duration(self.run.duration_ms)

    @property
    def answered(self) -> str:
        return usage_words(self.events)

    @property
    def said(self) -> str:
        """For the live region."""
        return f"{self.chip.label} in {self.took}" if self.took else self.chip.label

    @property
    def proposal_id(self) -> str:
        """Of a run that waits, or waited, for a human; nothing otherwise."""
        asked = [event for event in self.events if event.type == EventType.NEEDS_APPROVAL]
        return str(asked[-1].payload.get("proposal", "")) if asked else ""

    @property
    def advice(self) -> str:
        return ADVICE.get(self.run.error_code or "", "Change the input and run it again.")

    @property
    def tables(self) -> list[tuple[int, Block]]:
        tables = [block for block in self.blocks if block.kind == "table"]
        return list(enumerate(tables, 1))

    @property
    def input_json(self) -> str:
        return _pretty(self.run.input)

    @property
    def raw_json(self) -> str:
        return _pretty(self.run.output)


def show(
    principal: Principal, run_id: UUID, *, output: Any = None, schema: dict[str, Any] | None = None
) -> ShownRun:
    """Raises `NotFound` for a run that one may not see. `output` as the tool just gave it, where
    it did; otherwise as it was kept. `schema` in place of the saved tool's: that of a draft."""
    run = runs_access.run_to_see(principal=principal, run_id=run_id)
    events = list(runs_access.events_to_see(principal=principal, run_id=run_id))
    tool = access.tool_if_seen(principal=principal, slug=run.tool_slug)
    given = run.output if output is None else output
    return ShownRun(run, events, tool, blocks_of_run(principal, tool, run, given, schema))


def _pretty(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)
