"""Telling whoever reads a session that something was written to it.

The rows are the truth; this only wakes their readers, and losing it costs them a few seconds.
"""

import logging
from uuid import UUID

import redis

from config.redis import client
from tenants.cache import tenant_key

logger = logging.getLogger("tenon.streams")

NAME = "wakes"
# Of every tenant: a process listens once, for all of its readers.
PATTERN = f"tenon:*:{NAME}"


def announce(session_id: UUID) -> None:
    """On the channel of the tenant in use. Never raises: readers look by themselves too."""
    try:
        client().publish(tenant_key(NAME), str(session_id))
    except redis.RedisError:
        logger.warning("Readers could not be woken", extra={"session": str(session_id)})


def schema_of_channel(channel: str) -> str:
    return channel.split(":")[1]
