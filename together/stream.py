"""A group's session as it changes, sent to everybody who looks at it.

What is sent is what the page shows: nobody is sent an answer that they would not see there. After a
change it waits a moment for more, so that many answers at once are one drawing.
"""

import time
from collections.abc import Callable, Generator
from queue import SimpleQueue
from uuid import UUID

from config import slots
from sessions_app.feeds import hub, next_frame
from sessions_app.frames import Frame
from sessions_app.streams import HEARTBEAT_SECONDS, LONGEST_SECONDS
from tenants.context import working_in
from tenants.models import Tenant
from together.room import Room, live

GATHER_SECONDS = 0.4
SHOWN, GONE = "shown", "gone"

Look = Callable[[], Room | None]
"""The room as it is now, for whoever looks; None when it is not open to them any more."""


def changes(
    *, tenant: Tenant, session_id: UUID, known: int, look: Look, seconds: float = LONGEST_SECONDS
) -> Generator[Frame | None]:
    """Frames with the page's changing part, from the version after `known` on; None where nothing
    happened for a while. Ends with the session, with the right to see it, or with the time."""
    ends = time.monotonic() + seconds
    with hub.listening(tenant, session_id, known=known) as box:
        frame: Frame | None = _look(tenant, session_id, look)
        while frame is not None:
            if frame.seq > known or frame.type == GONE:
                known = max(known, frame.seq)
                yield frame
            if frame.type == GONE or (left := ends - time.monotonic()) <= 0:
                return
            while not _woken(box, known, min(HEARTBEAT_SECONDS, left)):
                yield None
                if (left := ends - time.monotonic()) <= 0:
                    return
            frame = _look(tenant, session_id, look)


def _woken(box: "SimpleQueue[Frame]", known: int, seconds: float) -> bool:
    """Whether something new was written; then what comes right behind it is taken too."""
    new = next_frame(box, seconds)
    while new is not None and new.seq <= known:
        new = next_frame(box, seconds)
    if new is None:
        return False
    time.sleep(GATHER_SECONDS)
    while not box.empty():
        box.get()
    return True


def _look(tenant: Tenant, session_id: UUID, look: Look) -> Frame:
    with slots.at_work(), working_in(tenant):
        room = look()
        if room is None:
            return Frame(0, session_id, GONE, f"event: {GONE}\ndata:\n\n")
        version, text = room.group.version, live(room)
    lines = "\n".join(f"data: {line}" for line in text.splitlines())
    return Frame(version, session_id, SHOWN, f"id: {version}\nevent: {SHOWN}\n{lines}\n\n")
