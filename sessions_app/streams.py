"""The tail of a run or of a session: what is written, then what is being written.

`follow` gives frames; `stream` sends them as server-sent events. A reader who comes back names the
last event it saw (`Last-Event-ID`, the event's place in the session) and misses nothing.
"""

import threading
import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import suppress
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse

from accounts.principal import Principal
from config import slots
from config.errors import AppError, Unavailable
from sessions_app.feeds import hub, next_frame
from sessions_app.frames import Frame, frames_after
from sessions_app.models import Session
from tenants.context import current_tenant, working_in
from tenants.models import Tenant

MEDIA_TYPE = "text/event-stream"
HEARTBEAT_SECONDS = 15.0
# Then the reader comes back, and its rights are looked at again.
LONGEST_SECONDS = 300.0
RETRY = "retry: 1000\n\n"
HEARTBEAT = ": still here\n\n"


class TooManyStreams(Unavailable):
    code, title = "too_many_streams", "Too many streams are open"


class BadEventId(AppError):
    code, title = "bad_event_id", "Last-Event-ID is not the id of an event"


def follow(
    *,
    tenant: Tenant,
    session_id: UUID,
    known: int,
    run_id: UUID | None = None,
    after: int = 0,
    seconds: float = LONGEST_SECONDS,
    heartbeat: float = HEARTBEAT_SECONDS,
) -> Generator[Frame | None]:
    """Frames in order, each once; None where nothing happened for a while. Ends after the event
    that ends the run, or when the time is over."""
    ends = time.monotonic() + seconds
    with hub.listening(tenant, session_id, known=known) as box:
        for frame in _backlog(tenant, session_id, run_id, after):
            after = frame.seq
            yield frame
            if run_id and frame.ends(run_id):
                return
        while (left := ends - time.monotonic()) > 0:
            new = next_frame(box, min(heartbeat, left))
            if new is None:
                yield None
            elif new.seq > after and run_id in {None, new.run_id}:
                after = new.seq
                yield new
                if run_id and new.ends(run_id):
                    return


def _backlog(tenant: Tenant, session_id: UUID, run_id: UUID | None, after: int) -> Iterator[Frame]:
    while True:
        with slots.at_work(), working_in(tenant):
            page = frames_after(session_id, after, run_id=run_id)
        if not page:
            return
        yield from page
        after = page[-1].seq


def wanted(request: HttpRequest) -> bool:
    """Whether the caller asks for a stream."""
    return MEDIA_TYPE in request.headers.get("Accept", "")


def last_event_id(request: HttpRequest) -> int:
    """Where to go on. Raises `BadEventId`."""
    given = request.headers.get("Last-Event-ID", "").strip()
    if not given:
        return 0
    if not given.isdigit():
        raise BadEventId("Send the id of the last event that you saw, or none.")
    return int(given)


def stream(
    *, principal: Principal, session: Session, run_id: UUID | None = None, after: int = 0
) -> StreamingHttpResponse:
    """The answer to a request whose principal may see the session. Raises `TooManyStreams`."""
    frames = follow(
        tenant=current_tenant(),
        session_id=session.pk,
        known=session.events_count,
        run_id=run_id,
        after=after,
    )
    return sent(who=str(principal), frames=frames)


def sent(*, who: str, frames: Generator[Frame | None]) -> StreamingHttpResponse:
    """Frames as an answer, counted for whoever reads them. Raises `TooManyStreams`."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(_OpenStream(who, frames), content_type=MEDIA_TYPE, headers=headers)


class _Count:
    """Those that this process serves: no caller may have more than half of them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: Counter[str] = Counter()

    def add(self, who: str) -> None:
        most = settings.WEB_STREAMS
        with self._lock:
            if self._open.total() >= most or self._open[who] >= max(1, most // 2):
                raise TooManyStreams("Close one, or try again in a moment.", retry_after=5)
            self._open[who] += 1

    def remove(self, who: str) -> None:
        with self._lock:
            self._open[who] -= 1
            if not self._open[who]:
                del self._open[who]


count = _Count()


class _OpenStream:
    """Counted from the moment it is made until it is closed, however that comes."""

    _who: str | None = None

    def __init__(self, who: str, frames: Generator[Frame | None]) -> None:
        count.add(who)
        self._who = who
        self._frames = frames
        self._texts = self._sent()

    def _sent(self) -> Iterator[str]:
        yield RETRY
        for frame in self._frames:
            yield HEARTBEAT if frame is None else frame.text
        self.close()

    def __iter__(self) -> Iterator[str]:
        return self._texts

    def close(self) -> None:
        who, self._who = self._who, None
        if who:
            count.remove(who)
            # Still running where the server hangs up from another thread; then it ends by itself.
            with suppress(ValueError):
                self._frames.close()

    def __del__(self) -> None:
        self.close()
