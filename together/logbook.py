"""A session's events as a person reads them: each in words, the events of a run folded into one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.principal import Principal
from sessions_app import access as log_access
from sessions_app.events import TERMINAL, EventType
from sessions_app.models import Session, SessionEvent
from together import access
from together.access import SessionNotFound
from tools_app.resolver import catalogue
from tools_app.views.shown import CHIPS, Chip, duration

PAGE = 300
ICONS = {
    EventType.SESSION_OPENED: "door-open",
    EventType.SESSION_SUBMITTED: "send",
    EventType.SESSION_COMPLETED: "circle-check",
    EventType.SESSION_CANCELLED: "ban",
    EventType.SESSION_SHARED: "link",
    EventType.SHARE_REVOKED: "link-2-off",
    EventType.EMBED_OPENED: "panel-top-open",
    EventType.EMBED_SUBMITTED: "send",
}
# Told elsewhere on the page, or of use to a program alone: the API has all of it.
FOR_PROGRAMS = {
    *("input_hash", "verdict", "effect", "duration_ms", "key", "parent", "link", "run", "replaces"),
    *("by_agent", "proposal", "embed"),
}
ENDS = {EventType.COMPLETED: "success", EventType.CANCELLED: "cancelled"}


@dataclass(frozen=True)
class Happened:
    """One event. What it carries is shown to whoever may read it, otherwise only that it was."""

    event: SessionEvent
    words: str
    icon: str
    readable: bool

    @property
    def facts(self) -> dict[str, Any]:
        """What a reader wants of what it carries; the rest is for programs."""
        payload = self.event.payload if self.readable else {}
        return {
            name: value
            for name, value in payload.items()
            if name not in FOR_PROGRAMS and value not in (None, "", [], {})
        }


@dataclass
class Item:
    """An event of the session itself, or a run with all of its events."""

    happened: list[Happened] = field(default_factory=list)
    run_id: UUID | None = None
    tool: str = ""

    @property
    def first(self) -> Happened:
        return self.happened[0]

    @property
    def at(self) -> datetime:
        return self.first.event.created_at

    @property
    def readable(self) -> bool:
        return self.first.readable

    @property
    def end(self) -> SessionEvent | None:
        ends = [each.event for each in self.happened if each.event.type in TERMINAL]
        return ends[0] if ends else None

    @property
    def chip(self) -> Chip:
        if self.end is not None:
            return CHIPS[ENDS.get(EventType(self.end.type), "error")]
        waits = self.happened[-1].event.type == EventType.NEEDS_APPROVAL
        return CHIPS["waiting" if waits else "running"]

    @property
    def took(self) -> str:
        return duration(self.end.payload.get("duration_ms")) if self.end else ""


def visible(*, principal: Principal) -> QuerySet[Session]:
    """One's own sessions and those of groups that one may see; everyone's with the right."""
    rows = Session.objects.filter(is_test=False).order_by("-id")
    if principal.has(log_access.EVERYONES):
        return rows
    principal.require(log_access.OWN)
    mine = Q(user_id=principal.user_id)
    if principal.has(access.SEE):
        mine |= Q(pk__in=access.visible_groups(principal=principal).values("pk"))
    return rows.filter(mine)


def session_to_read(*, principal: Principal, session_id: UUID) -> Session:
    found = visible(principal=principal).select_related("group").filter(pk=session_id).first()
    if found is None:
        raise SessionNotFound("It does not exist, or it is not yours.")
    return found


def items(*, principal: Principal, session: Session, after: int = 0) -> list[Item]:
    """In the order in which they began, from the event after `after` on."""
    events = session.events.filter(seq__gt=after).order_by("seq")[:PAGE]
    everything = principal.has(log_access.EVERYONES)
    names = {slug: tool.name for slug, tool in catalogue().tools.items()}
    found: dict[UUID, Item] = {}
    listed: list[Item] = []
    for event in events:
        readable = everything or event.user_id == principal.user_id
        happened = Happened(event, words_of(event), _icon(event), readable)
        item = found.get(event.run_id)
        if item is None or event.run_id == session.pk:
            own = event.run_id == session.pk
            name = names.get(event.tool_slug, event.tool_slug)
            item = Item(run_id=None if own else event.run_id, tool=name)
            found[event.run_id] = item
            listed.append(item)
        item.happened.append(happened)
    return listed


def last_seq(listed: Sequence[Item]) -> int:
    return max((each.event.seq for item in listed for each in item.happened), default=0)


def _icon(event: SessionEvent) -> str:
    return ICONS.get(EventType(event.type), "file-text")


def words_of(event: SessionEvent) -> str:
    """The event in words, with what matters of what it carries; never an answer itself."""
    kind, payload = EventType(event.type), event.payload
    match kind:
        case EventType.SESSION_SUBMITTED:
            words = "Changed the answer" if payload.get("replaces") else kind.label
            return f"{words}, by an agent" if payload.get("by_agent") else words
        case EventType.SESSION_SHARED:
            return f"{kind.label} for at most {payload.get('submission_limit')} answers"
        case EventType.SESSION_COMPLETED | EventType.SESSION_CANCELLED:
            return f"{kind.label} with {_count(payload.get('answers'))}"
        case EventType.EMBED_OPENED if payload.get("origin"):
            return f"{kind.label} on {payload['origin']}"
        case _:
            return kind.label


def _count(answers: Any) -> str:
    return "1 answer" if answers == 1 else f"{answers or 0} answers"
