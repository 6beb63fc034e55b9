"""The hash of an event covers the one before it: a row that was changed, removed or slipped in is
found, and the first such row is named."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from operator import attrgetter
from typing import Any
from uuid import UUID

from sessions_app.models import Session

COVERED = (
    *("id", "session_id", "seq", "type", "run_id", "tool_slug", "actor_kind", "actor_id"),
    *("actor_label", "user_id", "source", "is_test", "created_at", "previous_hash"),
)

_covered = attrgetter(*COVERED)
# Where a text has none of these, PostgreSQL writes its numbers as we do.
_FRACTION = re.compile(r"[0-9](?:\.0(?![0-9])|e)")


def seed(session_id: UUID) -> str:
    """What the first event of a session takes for the hash before it."""
    return hashlib.sha256(session_id.bytes).hexdigest()


def hash_of(event: Any) -> str:
    """Of a row, or of one to be: whatever has the columns."""
    text = _written([*_covered(event), canonical(event.payload)])
    return hashlib.sha256(text.encode()).hexdigest()


def text_of(facts: Iterable[Any]) -> str:
    """Columns of a row as one text, the same before it was stored and after."""
    return _written([canonical(f) if isinstance(f, dict | list) else f for f in facts])


def _plain(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


_written = json.JSONEncoder(
    ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_plain
).encode


def canonical(payload: Any) -> str:
    """The same text before PostgreSQL and after: jsonb writes 1e22 as an integer and has no -0."""
    text = _written(payload)
    return _written(_whole(payload)) if _FRACTION.search(text) else text


def _whole(value: Any) -> Any:
    """Numbers without a fraction as integers."""
    kind = type(value)
    if kind is float:
        return int(Decimal(repr(value))) if value.is_integer() else value
    if kind is dict:
        return {key: _whole(item) for key, item in value.items()}
    return [_whole(item) for item in value] if isinstance(value, list | tuple) else value


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
