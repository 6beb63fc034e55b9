"""Sessions of a group: opening, closing, cancelling. A session that has ended never reopens."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.principal import Principal
from config.errors import Conflict, Fault, InvalidInput
from sessions_app import log
from sessions_app.events import EventType, Source
from sessions_app.log import Run, happened
from sessions_app.models import Session
from together import access
from together.models import Answers, GroupSession, Join
from together.models.group import LARGEST_GROUP
from tools_app import access as tools_access
from tools_app.definitions import Effect
from tools_app.resolved import ResolvedTool
from tools_app.schemas.secrets import redacted

MOST_PEOPLE = 500
LONGEST_TITLE = 200


class NotCollaborative(Conflict):
    code, title = "not_collaborative", "This tool is not made for a group"


class SessionEnded(Conflict):
    code, title = "session_ended", "This session has ended"


def start_session(
    *,
    principal: Principal,
    slug: str,
    source: Source,
    title: str = "",
    config: dict[str, Any] | None = None,
    join: str = Join.TEAM,
    people: Sequence[UUID] = (),
    answers: str = Answers.NAMED,
    min_group: int = 1,
) -> GroupSession:
    """Raises `NotCollaborative`, and `InvalidInput` naming each faulty field."""
    principal.require(access.START)
    tool = tools_access.tool_to_run(principal=principal, slug=slug)
    require_collaborative(tool)
    faults = [
        *_config_faults(tool, config or {}),
        *_people_faults(principal, join, people),
        *_range_faults(title, min_group),
    ]
    if faults:
        raise InvalidInput(faults=faults)
    opened = happened(
        EventType.SESSION_OPENED,
        config=redacted(config or {}),
        join=join,
        people=[str(each) for each in people],
        answers=answers,
        min_group=min_group,
    )
    with transaction.atomic():
        session = log.record(
            Run.new(tool_slug=slug, principal=principal, source=source),
            [opened],
            title=title.strip() or tool.name,
            session_type=Session.Type.RESPONSE,
        )
        return GroupSession.objects.create(
            session=session,
            tool_slug=slug,
            config=config or {},
            join=join,
            people=list(people),
            answers=answers,
            min_group=min_group,
        )


def require_collaborative(tool: ResolvedTool) -> None:
    if not tool.collaborative:
        raise NotCollaborative(f"{tool.name} has no way to put several answers together.")
    if tool.effect != Effect.READ:
        raise NotCollaborative(f"{tool.name} changes data; a group's answers must not.")


def _config_faults(tool: ResolvedTool, config: dict[str, Any]) -> list[Fault]:
    """It may be incomplete: the participants fill in the rest."""
    known = tool.input_schema.get("properties", {})
    words = "The tool has no such input."
    return [Fault(f"/config/{name}", "unknown", words) for name in config if name not in known]


def _people_faults(principal: Principal, join: str, people: Sequence[UUID]) -> list[Fault]:
    if join == Join.PEOPLE and not people:
        return [Fault("/people", "required", "Choose at least one person.")]
    if len(people) > MOST_PEOPLE:
        return [Fault("/people", "too_many", f"At most {MOST_PEOPLE}.")]
    if not people:
        return []
    rows = access.people_to_ask(principal=principal).filter(pk__in=people)
    found = set(rows.values_list("pk", flat=True))
    words = "Nobody here has this id, or they are not active."
    return [
        Fault(f"/people/{index}", "unknown", words)
        for index, each in enumerate(people)
        if each not in found
    ]


def _range_faults(title: str, min_group: int) -> list[Fault]:
    faults = []
    if len(title) > LONGEST_TITLE:
        faults.append(Fault("/title", "too_long", f"At most {LONGEST_TITLE} characters."))
    if not 1 <= min_group <= LARGEST_GROUP:
        faults.append(Fault("/min_group", "range", f"From 1 to {LARGEST_GROUP}."))
    return faults


def complete_session(*, principal: Principal, group: GroupSession, source: Source) -> None:
    """No more answers; what they say together stays."""
    _end(principal, group, source, EventType.SESSION_COMPLETED)


def cancel_session(*, principal: Principal, group: GroupSession, source: Source) -> None:
    """It should not have been, or is not needed any more; the answers stay in the log."""
    _end(principal, group, source, EventType.SESSION_CANCELLED)


def _end(principal: Principal, group: GroupSession, source: Source, kind: EventType) -> None:
    with transaction.atomic():
        require_active(group)
        answers = group.submissions.count()
        note(principal=principal, group=group, source=source, kind=kind, answers=answers)
        GroupSession.objects.filter(pk=group.pk).update(ended_at=timezone.now())
    group.session.refresh_from_db()


def require_active(group: GroupSession) -> None:
    """In a transaction: nobody else ends it before that is over. Raises `SessionEnded`."""
    status = Session.objects.select_for_update().values_list("status", flat=True)
    if status.get(pk=group.pk) != Session.Status.RUNNING:
        raise SessionEnded("It takes no more answers and cannot be opened again. Start a new one.")


def note(
    *, principal: Principal, group: GroupSession, source: Source, kind: EventType, **facts: Any
) -> None:
    """Write down what happened to the session itself."""
    run = Run(id=group.pk, tool_slug=group.tool_slug, principal=principal, source=source)
    log.append(run, group.pk, [happened(kind, **facts)])
