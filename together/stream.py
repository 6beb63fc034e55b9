"""A group's session as it changes, sent to everybody who looks at it.

What is sent is what the page shows: nobody is sent an answer that they would not see there. After a
change it waits a moment for more, so that many answers at once are one drawing.
"""

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from queue import SimpleQueue
from uuid import UUID

from config import slots
from sessions_app.events import EventType
from sessions_app.feeds import hub, next_frame
from sessions_app.frames import Frame
from sessions_app.streams import HEARTBEAT_SECONDS, LONGEST_SECONDS
from tenants.context import working_in
from tenants.models import Tenant
from together.board import board
from together.room import live, room_of

GATHER_SECONDS = 0.3
SHOWN, GONE = "shown", "gone"
# Who came by a link may not be let in any more.
LINK_EVENTS = {EventType.SESSION_SHARED.value, EventType.SHARE_REVOKED.value}


@dataclass(frozen=True)
class Watched:
    """A session that somebody was let in to. `still_open` is asked when a link has changed, and
    every quarter of a minute."""

    tenant: Tenant
    session_id: UUID
    known: int
    still_open: Callable[[], bool]

    def is_open(self) -> bool:
        with slots.at_work(), working_in(self.tenant):
            return self.still_open()

    def frame(self, at_least: int) -> Frame:
        key = (self.tenant.schema_name, self.session_id)
        return board.frame(key, at_least=at_least, draw=self._draw)

    def _draw(self) -> Frame:
        with slots.at_work(), working_in(self.tenant):
            room = room_of(self.session_id)
            version, text = room.group.version, live(room)
        lines = "\n".join(f"data: {line}" for line in text.splitlines())
        text = f"id: {version}\nevent: {SHOWN}\n{lines}\n\n"
        return Frame(version, self.session_id, SHOWN, text)


def changes(watched: Watched, *, seconds: float = LONGEST_SECONDS) -> Generator[Frame | None]:
    """Frames with the page's changing part, each version later than the one before; None where
    nothing happened for a while. Ends when one is not let in any more, or with the time."""
    ends, known = time.monotonic() + seconds, watched.known
    asked, is_open = time.monotonic(), True
    with hub.listening(watched.tenant, watched.session_id, known=known) as box:
        newest = watched.frame(known + 1)
        while True:
            if newest.seq > known:
                known = newest.seq
                yield newest
            left = ends - time.monotonic()
            if left <= 0:
                return
            new = _gathered(box, known, min(HEARTBEAT_SECONDS, left))
            if _asks(new) or time.monotonic() > asked + HEARTBEAT_SECONDS:
                asked, is_open = time.monotonic(), watched.is_open()
            if not is_open:
                yield Frame(known, watched.session_id, GONE, f"event: {GONE}\ndata:\n\n")
                return
            if new:
                newest = watched.frame(max(frame.seq for frame in new))
            else:
                yield None


def _asks(new: list[Frame]) -> bool:
    return not new or any(frame.type in LINK_EVENTS for frame in new)


def _gathered(box: "SimpleQueue[Frame]", known: int, seconds: float) -> list[Frame]:
    """What was written since, with what came right behind it; nothing when nothing was."""
    first = next_frame(box, seconds)
    while first is not None and first.seq <= known:
        first = next_frame(box, seconds)
    if first is None:
        return []
    time.sleep(GATHER_SECONDS)
    found = [first]
    while not box.empty():
        found.append(box.get())
    return found
