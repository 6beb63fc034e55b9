"""The identity of a schema: the hash of its canonical JSON (RFC 8785)."""

import hashlib
import json
import re
from typing import Any

import rfc8785

from config.errors import Fault, InvalidInput


def digest(schema: Any) -> str:
    """SHA-256 in hex. Raises `InvalidInput` for what canonical JSON cannot hold."""
    try:
        text = _plainly(schema) or rfc8785.dumps(schema)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(faults=[Fault("", "canonical", _reason(error))]) from error
    return hashlib.sha256(text).hexdigest()


_sorted = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode
# Numbers that RFC 8785 writes in its own way or not at all: fractions, exponents, long ones.
_KEYS_LIKE = re.compile(r'"(?:-?[0-9]+|true|false|null)":')
_OTHERWISE = re.compile(r"[0-9](?:[.e]|[0-9]{15})")


def _plainly(value: Any) -> bytes | None:
    """What Python's own encoder writes, where that is canonical: ASCII and small integers under
    keys that are texts (of others it makes texts by itself)."""
    try:
        text = _sorted(value)
    except TypeError:
        return None
    if _KEYS_LIKE.search(text):
        return None
    return None if _OTHERWISE.search(text) or not text.isascii() else text.encode()


def _reason(error: Exception) -> str:
    match error:
        case rfc8785.IntegerDomainError():
            return "An integer is beyond ±(2^53 − 1), where JSON loses digits. Send it as text."
        case rfc8785.FloatDomainError():
            return "NaN and infinity are not JSON."
        case UnicodeError():
            return "A text has half a surrogate pair, which is not text."
        case RecursionError():
            return "The value is nested too deep."
        case _:
            return "The value has something that is not JSON."
