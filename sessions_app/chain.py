"""The hash of an event covers the one before it: a row that was changed, removed or slipped in is
found, and the first such row is named."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from uuid import UUID

from sessions_app.models import Session

COVERED = (
    *("id", "session_id", "seq", "type", "run_id", "tool_slug", "actor_kind", "actor_id"),
    *("actor_label", "user_id", "source", "is_test", "payload", "created_at", "previous_hash"),
)


def seed(session_id: UUID) -> str:
    """What the first event of a session takes for the hash before it."""
    return hashlib.sha256(session_id.bytes).hexdigest()


def hash_of(event: Any) -> str:
    """Of a row, or of one to be: whatever has the columns."""
    facts = [plain(getattr(event, name)) for name in COVERED]
    text = json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def plain(value: Any) -> Any:
    """The same text before PostgreSQL and after: jsonb writes 1e22 as an integer and has no -0."""
    if isinstance(value, bool | str) or value is None:
        return value
    if isinstance(value, int | float):
        number = Decimal(repr(value))
        return f"n:{number.normalize() if number else 0}"
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


@dataclass(frozen=True)
class Break:
    """The first thing wrong with a session's chain."""

    session_id: UUID
    seq: int
    event_id: UUID | None
    reason: str


def breaks() -> Iterator[Break]:
    """The first broken row of each session of the tenant in use."""
    for session in Session.objects.order_by("id").iterator():
        found = first_break(session)
        if found:
            yield found


def first_break(session: Session) -> Break | None:
    before, seq = seed(session.pk), 0
    for event in session.events.order_by("seq").iterator():
        seq += 1
        if event.seq != seq:
            return Break(session.pk, seq, None, "an event is missing")
        if event.previous_hash != before:
            return Break(session.pk, seq, event.pk, "it does not follow the event before it")
        if event.hash != hash_of(event):
            return Break(session.pk, seq, event.pk, "it was changed")
        before = event.hash
    if (seq, before) != (session.events_count, session.head_hash):
        return Break(session.pk, seq + 1, None, "events are missing at the end")
    return None
