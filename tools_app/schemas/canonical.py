"""The identity of a schema: the hash of its canonical JSON (RFC 8785)."""

import hashlib
from typing import Any

import rfc8785

from config.errors import Fault, InvalidInput


def digest(schema: Any) -> str:
    """SHA-256 in hex. Raises `InvalidInput` for what canonical JSON cannot hold."""
    try:
        text = rfc8785.dumps(schema)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(faults=[Fault("", "canonical", _reason(error))]) from error
    return hashlib.sha256(text).hexdigest()


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
