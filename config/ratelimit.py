"""Counting in shared storage: how often something happened within a window."""

from dataclasses import dataclass

from config.redis import client


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


def forget(*keys: str) -> None:
    client().delete(*keys)
