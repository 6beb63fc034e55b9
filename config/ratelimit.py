"""Counting in shared storage: how often something happened within a window."""

import time
from dataclasses import dataclass
from threading import Lock

from config.redis import client

MINUTE = 60


@dataclass(frozen=True)
class Usage:
    count: int
    seconds_left: int


def hit(key: str, *, window: int) -> Usage:
    """Count one more; the window starts with the first one. One round trip, atomic."""
    with client().pipeline(transaction=True) as pipe:
        pipe.set(key, 0, ex=window, nx=True)
        pipe.incr(key)
        pipe.ttl(key)
        _, count, ttl = pipe.execute()
    return Usage(int(count), max(int(ttl), 1))


class MinuteAllowance:
    """So many a minute, whichever process is asked.

    A process draws a few permits at a time from the shared counter and spends them by itself: the
    limit is never exceeded, and most requests need no round trip. What a process has drawn and not
    spent by the end of the minute is lost, so it is at most a fiftieth of the limit.
    """

    SHARE = 50

    def __init__(self) -> None:
        self._lock = Lock()
        self._minute = 0
        self._drawn: dict[str, int] = {}

    def take(self, key: str, *, limit: int) -> bool:
        minute = int(time.time()) // MINUTE
        with self._lock:
            if minute != self._minute:
                self._minute, self._drawn = minute, {}
            if self._drawn.get(key, 0) > 0:
                self._drawn[key] -= 1
                return True
        granted = self._draw(f"{key}:{minute}", limit)
        with self._lock:
            if granted > 1 and minute == self._minute:
                self._drawn[key] = self._drawn.get(key, 0) + granted - 1
        return granted > 0

    def _draw(self, name: str, limit: int) -> int:
        """How many of a share are within the limit. A counter whose expiry was never set (a crash
        between the two commands) is garbage, not a lock: the next minute has another name."""
        share = max(1, limit // self.SHARE)
        total = int(client().incrby(name, share))
        if total == share:
            client().expire(name, 2 * MINUTE)
        return max(0, min(share, limit - (total - share)))

    @staticmethod
    def seconds_left() -> int:
        return MINUTE - int(time.time()) % MINUTE


def forget(*keys: str) -> None:
    client().delete(*keys)
