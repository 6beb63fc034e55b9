"""What a session shows, drawn once a process for everybody who looks at it.

However many answers come and however many pages are open, a session is drawn at most once in
`EVERY_SECONDS` by each process.
"""

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from uuid import UUID

from sessions_app.frames import Frame

EVERY_SECONDS = 0.7
MOST_SESSIONS = 500

Key = tuple[str, UUID]


class _Entry:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.frame: Frame | None = None
        self.drawn = 0.0


class Board:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._entries: OrderedDict[Key, _Entry] = OrderedDict()

    def frame(self, key: Key, *, at_least: int, draw: Callable[[], Frame]) -> Frame:
        """A frame of this version or a later one; whoever comes first draws it for all."""
        entry = self._entry(key)
        with entry.lock:
            if entry.frame is None or entry.frame.seq < at_least:
                time.sleep(max(0.0, entry.drawn + EVERY_SECONDS - time.monotonic()))
                entry.frame = draw()
                entry.drawn = time.monotonic()
            return entry.frame

    def _entry(self, key: Key) -> _Entry:
        with self._lock:
            entry = self._entries.setdefault(key, _Entry())
            self._entries.move_to_end(key)
            while len(self._entries) > MOST_SESSIONS:
                self._entries.popitem(last=False)
        return entry


board = Board()
