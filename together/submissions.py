"""Answers: each an ordinary run of the tool in the group's session. The latest of a participant
counts, the ones before it stay in the log."""

from typing import Any
from uuid import UUID, uuid5

from django.db import transaction
from django.utils import timezone

from accounts.principal import Kind, Principal
from config.errors import AppError, Conflict
from sessions_app.events import EventType, Source
from sessions_app.models import SessionEvent
from together.models import GroupSession, ShareLink, Submission
from together.sessions import SessionEnded, note, require_active
from tools_app.execution.result import RunResult, RunStatus
from tools_app.execution.run import run_tool

PEOPLE = {Kind.USER, Kind.API_KEY, Kind.OAUTH}


class NotCounted(AppError):
    """The run is in the log; it is no answer."""

    status, code, title = 422, "not_counted", "This answer could not be worked out"


class LinkFull(Conflict):
    code, title = "link_full", "This link has taken as many answers as it may"


def participant_of(principal: Principal, *, by_agent: bool = False) -> UUID:
    """A person answers once, on the pages or by a program of theirs; a guest by itself. What agents
    answer for a person stands beside it: one answer of each agent of the workspace, one of all the
    models that come by the person's own programs (`by_agent`)."""
    if principal.kind == Kind.AGENT:
        return uuid5(principal.user_id, f"agent:{principal.id}")
    if by_agent:
        return uuid5(principal.user_id, "agent")
    return principal.user_id if principal.kind in PEOPLE else principal.id


def submit(
    *,
    principal: Principal,
    group: GroupSession,
    payload: dict[str, Any],
    source: Source,
    link: ShareLink | None = None,
    by_agent: bool = False,
    idempotency_key: str = "",
) -> Submission:
    """`by_agent`: a model answers for whoever it works for. Raises `SessionEnded`, `LinkFull`, `NotCounted`, and what `run_tool` raises.

    The run comes first, because it may take its time: the session is locked only to count it.
    """
    require_open(group)
    _require_room(principal, link)
    result = run_tool(
        principal=principal,
        slug=group.tool_slug,
        payload=payload,
        source=source,
        session_id=group.pk,
        idempotency_key=idempotency_key,
    )
    _require_success(result)
    with transaction.atomic():
        require_active(group)
        _require_room(principal, link)
        return _counted(principal, group, result, source, link, by_agent)


def require_open(group: GroupSession) -> None:
    """As it was when it was fetched. Raises `SessionEnded`."""
    if not group.is_active:
        raise SessionEnded("It takes no more answers. Start a new session.")


def _require_room(principal: Principal, link: ShareLink | None) -> None:
    """Answering again is always possible: it takes no more room."""
    if link is None:
        return
    others = link.submissions.exclude(participant_id=participant_of(principal))
    if others.count() >= link.submission_limit:
        words = f"{link.submission_limit} answers. Ask whoever sent it to you for a new one."
        raise LinkFull(words)


def _require_success(result: RunResult) -> None:
    if result.status == RunStatus.SUCCESS:
        return
    if result.error:
        raise NotCounted(result.error.message, code=result.error.code)
    raise NotCounted("The tool waits for a human or works on; a group needs an answer at once.")


def _counted(
    principal: Principal,
    group: GroupSession,
    result: RunResult,
    source: Source,
    link: ShareLink | None,
    by_agent: bool,
) -> Submission:
    who = participant_of(principal, by_agent=by_agent)
    before = group.submissions.filter(participant_id=who).first()
    if before and before.run_id == result.run_id:
        return before
    now = timezone.now()
    given = SessionEvent.objects.values_list("payload", flat=True).get(pk=result.run_id)
    facts = {
        "kind": (Kind.AGENT if by_agent else principal.kind).value,
        "display_name": principal.label,
        "link": link,
        "run_id": result.run_id,
        "input": given["input"],
        "output": result.output,
        "updated_at": now,
    }
    made, _ = Submission.objects.update_or_create(
        group=group,
        participant_id=who,
        defaults=facts,
        create_defaults={**facts, "created_at": now},
    )
    note(
        principal=principal,
        group=group,
        source=source,
        kind=EventType.SESSION_SUBMITTED,
        run=str(result.run_id),
        replaces=str(before.run_id) if before else None,
        by_agent=made.kind == Kind.AGENT,
    )
    return made
