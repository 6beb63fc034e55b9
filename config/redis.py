"""The shared Redis: counters that must hold across processes."""

from functools import cache

import redis
from django.conf import settings


@cache
def client() -> redis.Redis:
    """One pool for the process. Slow is down: a page must not wait long for a counter."""
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=1, retry_on_timeout=False
    )
