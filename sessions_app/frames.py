"""Events as they go over a stream: made once, sent to every reader."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from rest_framework.utils.encoders import JSONEncoder

from sessions_app.events import TERMINAL
from sessions_app.models import SessionEvent

FIELDS = (
    *("id", "session_id", "seq", "type", "run_id", "tool_slug", "actor_kind", "actor_id"),
    *("actor_label", "source", "payload", "created_at", "previous_hash", "hash"),
)
ENDS = frozenset(kind.value for kind in TERMINAL)


@dataclass(frozen=True)
class Frame:
    """One event, and its text as server-sent events have it; the place in the session is its id."""

    seq: int
    run_id: UUID
    type: str
    text: str

    def ends(self, run_id: UUID) -> bool:
        return self.run_id == run_id and self.type in ENDS


def frame_of(event: SessionEvent) -> Frame:
    facts: dict[str, Any] = {name: getattr(event, name) for name in FIELDS}
    data = json.dumps(facts, cls=JSONEncoder, ensure_ascii=False, separators=(",", ":"))
    text = f"id: {event.seq}\nevent: {event.type}\ndata: {data}\n\n"
    return Frame(event.seq, event.run_id, event.type, text)


def frames_after(
    session_id: UUID, seq: int, *, run_id: UUID | None = None, limit: int = 500
) -> Sequence[Frame]:
    """What a session of the tenant in use has after this place, or one run of it has."""
    events = SessionEvent.objects.filter(session_id=session_id, seq__gt=seq)
    if run_id:
        events = events.filter(run_id=run_id)
    return [frame_of(event) for event in events.order_by("seq")[:limit]]
