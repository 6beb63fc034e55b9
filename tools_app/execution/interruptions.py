"""What stops the work on a run without being how it ended.

A runner lets these pass; none of them is a failure of the tool.
"""


class Interrupted(Exception):
    """The work on a run stops here."""


class Suspended(Interrupted):
    """The run stays open until somebody finishes it: a task that waits for a human."""


class Cancelled(Interrupted):
    """The run has ended in the meantime: whatever comes of the work is dropped."""


class Superseded(Interrupted):
    """Another worker has the run by now: whatever comes of the work is dropped."""
