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
    # What happens to a session itself, rather than to a run in it.
    SESSION_OPENED = "session.opened"
    SESSION_SUBMITTED = "session.submitted"
    SESSION_COMPLETED = "session.completed"
    SESSION_CANCELLED = "session.cancelled"
    SESSION_SHARED = "tool.session_shared"
    SHARE_REVOKED = "session.share_revoked"
    EMBED_OPENED = "tool.embed_opened"
    EMBED_SUBMITTED = "tool.embed_submitted"

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
    EventType.SESSION_OPENED: "Opened the session",
    EventType.SESSION_SUBMITTED: "Answered",
    EventType.SESSION_COMPLETED: "Closed the session",
    EventType.SESSION_CANCELLED: "Cancelled the session",
    EventType.SESSION_SHARED: "Made a share link",
    EventType.SHARE_REVOKED: "Revoked the share link",
    EventType.EMBED_OPENED: "Opened the embed",
    EventType.EMBED_SUBMITTED: "Submitted the embed",
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
