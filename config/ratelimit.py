"""Counting in shared storage: how often something happened within a window."""

import time
from dataclasses import dataclass

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


def hit_in_minute(key: str) -> Usage:
    """Count one more within the present minute of the clock: one command on the hot path.

    A counter whose expiry was never set (a crash between the two commands) is garbage, not a lock:
    the next minute has another key.
    """
    minute, second = divmod(int(time.time()), MINUTE)
    name = f"{key}:{minute}"
    count = int(client().incr(name))
    if count == 1:
        client().expire(name, 2 * MINUTE)
    return Usage(count, MINUTE - second)


def forget(*keys: str) -> None:
    client().delete(*keys)
