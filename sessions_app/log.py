"""The event log. Nothing else writes sessions or events.

`record` writes a new session with its events in one statement: that is all a quick read tool costs.
`append` adds to a session that exists, under its lock.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.principal import Principal
from config.bare import bare
from config.errors import Conflict
from config.ids import uuid7
from sessions_app import inserts
from sessions_app.chain import hash_of, seed
from sessions_app.events import TERMINAL, EventType, Source
from sessions_app.models import PendingRun, Session, SessionEvent
from sessions_app.wakes import announce
from tenants.backend.base import connection
from tenants.presumption import written

Status = Session.Status

STATUS_AFTER = {
    EventType.STARTED: Status.RUNNING,
    EventType.NEEDS_APPROVAL: Status.WAITING,
    EventType.APPROVED: Status.RUNNING,
    EventType.COMPLETED: Status.COMPLETED,
    EventType.FAILED: Status.FAILED,
    EventType.CANCELLED: Status.CANCELLED,
    EventType.REJECTED: Status.CANCELLED,
    EventType.EXPIRED: Status.CANCELLED,
    EventType.SESSION_COMPLETED: Status.COMPLETED,
    EventType.SESSION_CANCELLED: Status.CANCELLED,
    EventType.EMBED_OPENED: Status.PENDING,
    EventType.EMBED_SUBMITTED: Status.COMPLETED,
}


class RunEnded(Conflict):
    code, title = "run_ended", "This run has ended already"


@dataclass(frozen=True)
class Run:
    """A run before anything of it is written. Its id is the id of its `tool.started` event."""

    id: UUID
    tool_slug: str
    principal: Principal
    source: Source
    is_test: bool = False
    # The run of the composition that this one is a step of.
    parent_id: UUID | None = None

    @classmethod
    def new(cls, **facts: Any) -> "Run":
        return cls(id=uuid7(), **facts)


@dataclass(slots=True)
class NewEvent:
    """A row to be, with the names of `SessionEvent`'s columns. Its ids are texts: each is needed
    several times, and making the text takes longer than anything else here."""

    id: str
    session_id: str
    seq: int
    type: str
    run_id: str
    tool_slug: str
    actor_kind: str
    actor_id: str
    actor_label: str
    user_id: str
    source: str
    is_test: bool
    payload: dict[str, Any]
    created_at: datetime
    previous_hash: str = ""
    hash: str = ""


@dataclass(slots=True)
class Head:
    """Where a session stands."""

    pk: UUID
    session_type: str
    status: str
    events_count: int
    head_hash: str


@dataclass(frozen=True)
class Happening:
    """Something to write down about a run."""

    type: EventType
    payload: dict[str, Any]
    at: datetime


def happened(kind: EventType, **payload: Any) -> Happening:
    return Happening(kind, payload, timezone.now())


def record(
    run: Run,
    happenings: Sequence[Happening],
    *,
    title: str = "",
    session_type: Session.Type = Session.Type.TOOL,
    pending: PendingRun | None = None,
) -> Session:
    """A new session with its first events, in one statement; and the work that is left to be done,
    if there is any. A session that is more than one run of a tool has the id that its own events
    have for their run."""
    session = _new_session(run, happenings, title, session_type)
    events = _events(run, session, happenings)
    _seal(session, events)
    if pending is None:
        written(inserts.of_session(len(events)), *inserts.values(session, events))
    else:
        pending.session_id = session.pk
        values = inserts.values(session, events, pending)
        connection.hot(inserts.of_session_with_work(len(events)), *values)
    return session


def append(run: Run, session_id: UUID, happenings: Sequence[Happening]) -> Session:
    """Add events to a session. A run that has ended takes no more, nor does a step of one: raises
    `RunEnded`."""
    with transaction.atomic():
        session = lock(session_id)
        if has_ended(run.id, *([run.parent_id] if run.parent_id else [])):
            raise RunEnded("Nothing was written.")
        events = _events(run, session, happenings)
        _seal(session, events)
        if _decides(run, session):
            session.status = STATUS_AFTER.get(happenings[-1].type, session.status)
        SessionEvent.objects.bulk_create(SessionEvent(**asdict(event)) for event in events)
        session.save(update_fields=["status", "events_count", "head_hash"])
        transaction.on_commit(partial(announce, session_id))
    return session


def conclude(run: Run, head: "Head", happenings: Sequence[Happening], *, attempt: int) -> bool:
    """As `append`, and settles the run's pending work, in one statement. False, and nothing
    written: something was written since the session stood there, or the work is somebody else's."""
    before = head.head_hash
    events = _events(run, head, happenings)
    _seal(head, events)
    if _decides(run, head):
        head.status = STATUS_AFTER.get(happenings[-1].type, head.status)
    place = (head.pk, before, run.id, attempt, head.status, head.events_count, head.head_hash)
    values = inserts.texts([place, *map(inserts.EVENT.row, events)])
    written = connection.hot(inserts.of_end(len(events)), *values)
    if written:
        transaction.on_commit(partial(announce, head.pk))
    return bool(written)


def lock(session_id: UUID) -> Session:
    """Until the transaction ends, nobody else writes to this session."""
    return Session.objects.select_for_update().get(pk=session_id)


def has_ended(*run_ids: UUID) -> bool:
    """Whether any of these runs has."""
    return SessionEvent.objects.filter(run_id__in=run_ids, type__in=TERMINAL).exists()


def _decides(run: Run, session: Session | Head) -> bool:
    """Whether the session stands where this run stands: not with a step of a composition, nor with
    one of the many answers in a session of a group or the one in a visit of an embed."""
    if session.session_type in {Session.Type.RESPONSE, Session.Type.MIXED}:
        return run.id == session.pk
    return run.parent_id is None


def _new_session(
    run: Run, happenings: Sequence[Happening], title: str, session_type: Session.Type
) -> Session:
    session_id = uuid7() if session_type == Session.Type.TOOL else run.id
    return bare(
        Session,
        id=session_id,
        session_type=session_type,
        status=STATUS_AFTER.get(happenings[-1].type, Status.RUNNING),
        title=title,
        actor_kind=run.principal.kind.value,
        actor_id=run.principal.id,
        actor_label=run.principal.label,
        user_id=run.principal.user_id,
        retry_of=None,
        is_test=run.is_test,
        events_count=0,
        head_hash=seed(session_id),
        created_at=happenings[0].at,
    )


def _events(run: Run, session: Session | Head, happenings: Sequence[Happening]) -> list[NewEvent]:
    run_id, session_id, who = str(run.id), str(session.pk), run.principal
    actor_id, user_id = str(who.id), str(who.user_id)
    return [
        NewEvent(
            id=run_id if happening.type == EventType.STARTED else str(uuid7()),
            session_id=session_id,
            seq=session.events_count + place,
            type=happening.type.value,
            run_id=run_id,
            tool_slug=run.tool_slug,
            actor_kind=who.kind.value,
            actor_id=actor_id,
            actor_label=who.label,
            user_id=user_id,
            source=run.source.value,
            is_test=run.is_test,
            payload=happening.payload,
            created_at=happening.at,
        )
        for place, happening in enumerate(happenings, 1)
    ]


def _seal(session: Session | Head, events: list[NewEvent]) -> None:
    """Chain the events to what the session has, and the session to them."""
    for event in events:
        event.previous_hash = session.head_hash
        event.hash = session.head_hash = hash_of(event)
    session.events_count += len(events)
