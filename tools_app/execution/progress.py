"""What a run says while it runs, written down as it is said."""

import threading
import time
from typing import Any
from uuid import UUID

from sessions_app import log
from sessions_app.events import EventType
from sessions_app.log import Happening, Run, RunEnded, happened
from tools_app.definitions import Progress
from tools_app.execution.interruptions import Cancelled, Superseded
from tools_app.execution.pending import Held
from tools_app.schemas.secrets import redacted

# Pieces that come within this time, or up to this length, are one event.
PAUSE_SECONDS = 0.05
LONGEST_PIECE = 4_000


class RunProgress(Progress):
    """Of a run whose `tool.started` has been committed.

    The first piece is written at once, later ones a few together. Where the tool works inside a
    transaction (`live=False`), they are kept for the thread that holds the lease, or for the end:
    written by the tool itself they would be seen only afterwards, and lock the session until then.
    """

    def __init__(
        self, run: Run, session_id: UUID, *, live: bool = True, held: Held | None = None
    ) -> None:
        self.usage: dict[str, Any] = {}
        self._run, self._session_id = run, session_id
        self._live, self._held = live, held
        self._lock = threading.Lock()
        self._pieces: list[str] = []
        self._written_at = float("-inf")
        self._lost = False

    def write(self, text: str) -> None:
        if not text:
            return
        with self._lock:
            self._pieces.append(text)
            due = time.monotonic() - self._written_at >= PAUSE_SECONDS
            due = due or sum(map(len, self._pieces)) >= LONGEST_PIECE
        if self._live and due:
            self.flush()

    def used(self, **facts: Any) -> None:
        """A fact that is told again replaces the one before."""
        self.usage.update(facts)

    def lose(self) -> None:
        """Somebody else has the run, or has ended it: the work is to stop."""
        self._lost = True

    def check(self) -> None:
        if self._lost or log.has_ended(self._run.id):
            raise Cancelled
        if self._held and not self._held.holds():
            raise Superseded
        if self._live:
            self.flush()

    def flush(self) -> None:
        """Write what has been said. Raises `Cancelled` when the run has ended."""
        with self._lock:
            happenings = self._taken()
            if not happenings:
                return
            try:
                log.append(self._run, self._session_id, happenings)
            except RunEnded as error:
                raise Cancelled from error

    def rest(self) -> list[Happening]:
        """What has not been written yet, to be written with how the run ended."""
        with self._lock:
            return self._taken()

    def _taken(self) -> list[Happening]:
        text = "".join(self._pieces)
        self._pieces.clear()
        self._written_at = time.monotonic()
        if not text:
            return []
        kind = EventType.OUTPUT_APPENDED
        number = self._held.attempt if self._held else 1
        # A later attempt begins anew: its pieces take the place of those before.
        return [happened(kind, text=redacted(text), attempt=number)]
