"""What stops the work on a run without being how it ended.

A runner lets these pass; none of them is a failure of the tool.
"""

from uuid import UUID


class Interrupted(Exception):
    """The work on a run stops here."""


class Suspended(Interrupted):
    """The run stays open until somebody finishes it: a task that waits for a human. A composition
    stays open with it: `waits_for` is then the run that somebody has to finish."""

    def __init__(self, waits_for: UUID | None = None) -> None:
        super().__init__()
        self.waits_for = waits_for


class Cancelled(Interrupted):
    """The run has ended in the meantime: whatever comes of the work is dropped."""


class Superseded(Interrupted):
    """Another worker has the run by now: whatever comes of the work is dropped."""


class TryAgain(Interrupted):
    """What the tool needs is away; nothing has been changed."""

    def __init__(self, after_seconds: int | None = None) -> None:
        super().__init__()
        self.after_seconds = after_seconds
