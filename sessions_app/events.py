"""The kinds of events there are, with their words. An undeclared one cannot be written."""

from enum import StrEnum


class EventType(StrEnum):
    STARTED = "tool.started"
    OUTPUT_APPENDED = "tool.output_appended"
    COMPLETED = "tool.completed"
    FAILED = "tool.failed"
    CANCELLED = "tool.cancelled"
    NEEDS_APPROVAL = "tool.needs_approval"
    APPROVED = "tool.approved"
    REJECTED = "tool.rejected"
    EXPIRED = "tool.expired"

    @property
    def label(self) -> str:
        return LABELS[self]


LABELS = {
    EventType.STARTED: "Started",
    EventType.OUTPUT_APPENDED: "Wrote output",
    EventType.COMPLETED: "Completed",
    EventType.FAILED: "Failed",
    EventType.CANCELLED: "Cancelled",
    EventType.NEEDS_APPROVAL: "Waits for approval",
    EventType.APPROVED: "Approved",
    EventType.REJECTED: "Rejected",
    EventType.EXPIRED: "Approval expired",
}

# Exactly one of these ends a run.
TERMINAL = (
    EventType.COMPLETED,
    EventType.FAILED,
    EventType.CANCELLED,
    EventType.REJECTED,
    EventType.EXPIRED,
)


class Source(StrEnum):
    """Where a run came from."""

    WEB = "web"
    AGENT = "agent"
    API = "api"
    MCP = "mcp"
    EMBED = "embed"
    TASK = "task"
