"""Identifiers that sort by the time they were made (UUID version 7, RFC 9562).

The twelve bits behind the milliseconds are their fraction (method 3 of section 6.2), so that what was
made in the same millisecond is in order too.
"""

import os
import time
import uuid
from datetime import datetime

_MILLISECOND = 1_000_000
_VERSION_AND_VARIANT = (7 << 76) | (2 << 62)


def uuid7() -> uuid.UUID:
    milliseconds, rest = divmod(time.time_ns(), _MILLISECOND)
    fraction = (rest << 12) // _MILLISECOND
    random = int.from_bytes(os.urandom(8), "big") >> 2
    return uuid.UUID(int=(milliseconds << 80) | (fraction << 64) | random | _VERSION_AND_VARIANT)


def first_uuid7_at(moment: datetime) -> uuid.UUID:
    """Nothing made from then on sorts before it."""
    milliseconds = int(moment.timestamp() * 1_000)
    return uuid.UUID(int=(milliseconds << 80) | _VERSION_AND_VARIANT)
