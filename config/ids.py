"""Identifiers that sort by the time they were made (UUID version 7, RFC 9562)."""

import os
import time
import uuid
from datetime import datetime

_RANDOM_BITS = 74
_VERSION_AND_VARIANT = (7 << 76) | (2 << 62)


def uuid7() -> uuid.UUID:
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big") >> (80 - _RANDOM_BITS)
    high, low = random >> 62, random & ((1 << 62) - 1)
    return uuid.UUID(int=(milliseconds << 80) | (high << 64) | low | _VERSION_AND_VARIANT)


def first_uuid7_at(moment: datetime) -> uuid.UUID:
    """Nothing made from then on sorts before it."""
    milliseconds = int(moment.timestamp() * 1_000)
    return uuid.UUID(int=(milliseconds << 80) | _VERSION_AND_VARIANT)
