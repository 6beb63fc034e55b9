"""New events, read once a process and handed to all of its readers.

One thread listens to Redis for all streams of the process, with one database connection. It reads
what is new in a session when it is told to, and looks by itself every few seconds, because a wake
may be lost. So a reader holds neither a Redis nor a database connection while it waits, and two
hundred readers of one session cost one query an event.
"""

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from uuid import UUID

import redis
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from sessions_app.frames import Frame, frames_after
from sessions_app.models import Session
from sessions_app.wakes import PATTERN, schema_of_channel
from tenants.context import working_in
from tenants.models import Tenant

logger = logging.getLogger("tenon.streams")

# How often it looks without being told: with Redis, and while Redis is away.
LOOKS_EVERY, LOOKS_ALONE_EVERY = 5.0, 0.5

Key = tuple[str, UUID]


@dataclass
class Feed:
    """A session that somebody reads, and how far it has been read."""

    tenant: Tenant
    last: int
    boxes: set["SimpleQueue[Frame]"] = field(default_factory=set)


class Hub:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._feeds: dict[Key, Feed] = {}
        self._thread: threading.Thread | None = None

    @contextmanager
    def listening(
        self, tenant: Tenant, session_id: UUID, *, known: int
    ) -> Iterator["SimpleQueue[Frame]"]:
        """A box for what is written from now on. `known` is how many events the session had at
        some moment before; some of those after it may be delivered too."""
        box: SimpleQueue[Frame] = SimpleQueue()
        key = (tenant.schema_name, session_id)
        with self._lock:
            self._feeds.setdefault(key, Feed(tenant, known)).boxes.add(box)
            self._start()
        try:
            yield box
        finally:
            with self._lock:
                feed = self._feeds[key]
                feed.boxes.discard(box)
                if not feed.boxes:
                    del self._feeds[key]

    def _start(self) -> None:
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="streams", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        """For as long as the process lives; whatever goes wrong is tried again."""
        while True:
            try:
                self._listen()
            except redis.RedisError:
                self._look()
                time.sleep(LOOKS_ALONE_EVERY)
            except Exception:
                logger.exception("Reading for streams failed")
                time.sleep(LOOKS_ALONE_EVERY)

    def _listen(self) -> None:
        """Until Redis goes away. What was missed before is looked for first."""
        source = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=1)
        with source, source.pubsub(ignore_subscribe_messages=True) as channel:  # type: ignore[no-untyped-call]
            channel.psubscribe(PATTERN)
            next_look = 0.0
            while True:
                if time.monotonic() >= next_look:
                    self._look()
                    next_look = time.monotonic() + LOOKS_EVERY
                self._hear(channel, next_look - time.monotonic())

    def _hear(self, channel: redis.client.PubSub, seconds: float) -> None:
        """Wait for one wake, take those that came with it, and read each session once."""
        woken: set[Key] = set()
        message = channel.get_message(timeout=max(seconds, 0))
        while message is not None:
            session_id = UUID(message["data"].decode())
            woken.add((schema_of_channel(message["channel"].decode()), session_id))
            message = channel.get_message(timeout=0)
        for key in woken:
            self._read(key)

    def _look(self) -> None:
        """Read the sessions that have more events than were read."""
        with self._lock:
            feeds = dict(self._feeds)
        if not feeds:
            connection.close()
        tenants = {feed.tenant.schema_name: feed.tenant for feed in feeds.values()}
        for schema, tenant in tenants.items():
            ids = [key[1] for key in feeds if key[0] == schema]
            with _database(tenant):
                rows = Session.objects.filter(pk__in=ids).values_list("pk", "events_count")
                counts = dict(rows)
            for session_id, count in counts.items():
                if count > feeds[schema, session_id].last:
                    self._read((schema, session_id))

    def _read(self, key: Key) -> None:
        with self._lock:
            feed = self._feeds.get(key)
        if feed is None:
            return
        with _database(feed.tenant):
            while frames := frames_after(key[1], feed.last):
                feed.last = frames[-1].seq
                self._deliver(feed, frames)

    def _deliver(self, feed: Feed, frames: Sequence[Frame]) -> None:
        with self._lock:
            boxes = list(feed.boxes)
        for frame in frames:
            for box in boxes:
                box.put(frame)


@contextmanager
def _database(tenant: Tenant) -> Iterator[None]:
    """A database that does not answer is asked again later, by a new connection."""
    try:
        with working_in(tenant):
            yield
    except (DatabaseError, InterfaceError):
        logger.warning("The database does not answer; streams wait")
        connection.close()


def next_frame(box: "SimpleQueue[Frame]", seconds: float) -> Frame | None:
    try:
        return box.get(timeout=max(seconds, 0.001))
    except Empty:
        return None


hub = Hub()
