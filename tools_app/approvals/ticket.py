"""What whoever proposes a run is given: the token, this once, and what was proposed."""

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

MARK = "propose:"
_TOKEN = re.compile(rf"{MARK}([0-9a-f]{{32}})\.([0-9a-f]{{64}})")


@dataclass(frozen=True)
class Ticket:
    """`payload` is what will run, with secrets masked."""

    id: UUID
    token: str
    summary: str
    target: str
    payload: Any
    diff: Any
    expires_at: datetime


def new_nonce() -> str:
    return secrets.token_hex(32)


def hash_of(nonce: str) -> str:
    return hashlib.sha256(nonce.encode()).hexdigest()


def token_of(proposal_id: UUID, nonce: str) -> str:
    return f"{MARK}{proposal_id.hex}.{nonce}"


def parse(token: str) -> tuple[UUID, str] | None:
    """The id and the nonce; None for what is no token."""
    found = _TOKEN.fullmatch(token)
    return (UUID(found[1]), found[2]) if found else None


def is_nonce(nonce: str, nonce_hash: str) -> bool:
    """In the same time, whether it is right or wrong."""
    return hmac.compare_digest(hash_of(nonce), nonce_hash)
