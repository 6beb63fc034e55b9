"""The one way out of being proposed: a conditional UPDATE, beside the event that tells of it.

The session's row is locked first, whoever decides, so that of any number of deciders at the same
time exactly one wins, and a run that was cancelled or has ended takes no decision.
"""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from accounts.catalogue import Role
from accounts.principal import Kind, Principal
from sessions_app import log
from sessions_app.events import EventType, Source
from sessions_app.log import Run, RunEnded, happened
from tools_app.approvals import notices
from tools_app.approvals.errors import ProposalClosed, ProposalExpired
from tools_app.models import Proposal

Status = Proposal.Status

EVENTS = {
    Status.APPLIED: EventType.APPROVED,
    Status.DECLINED: EventType.REJECTED,
    Status.REPLACED: EventType.REJECTED,
    Status.EXPIRED: EventType.EXPIRED,
    Status.CANCELLED: EventType.CANCELLED,
    Status.VOID: EventType.FAILED,
}
CODES = {Status.VOID: "approval_void", Status.EXPIRED: "approval_expired"}


def close(
    proposal: Proposal,
    status: Proposal.Status,
    *,
    actor: Principal,
    source: Source,
    reason: str = "",
    **facts: Any,
) -> None:
    """Raises `ProposalClosed` if it is closed already, and `ProposalExpired` if its time is over;
    then nothing has been written."""
    payload = {"proposal": str(proposal.pk), **facts}
    if status != Status.APPLIED:
        payload |= {"code": CODES.get(status, status.value), "error": reason}
    try:
        with transaction.atomic():
            event = happened(EVENTS[status], **payload)
            log.append(_run(proposal, actor, source), proposal.session_id, [event])
            if not _movable(proposal, status).update(**_decided(status, actor, reason)):
                raise why(proposal)
            notices.closed(proposal, status)
    except RunEnded as error:
        settle(proposal.run_id)
        raise why(proposal) from error
    proposal.refresh_from_db()


def expire(proposal: Proposal) -> None:
    """Note that its time is over. Nothing depends on it; somebody else may have been quicker."""
    minutes = round((proposal.expires_at - proposal.created_at).total_seconds() / 60)
    reason = f"Nobody agreed within {minutes} minutes." if minutes else "Nobody agreed in time."
    try:
        close(
            proposal, Status.EXPIRED, actor=clock(proposal), source=_source(proposal), reason=reason
        )
    except ProposalClosed:
        return


def settle(run_id: UUID) -> None:
    """The run has ended without a decision, by being cancelled: so has what was proposed."""
    open_ones = Proposal.objects.filter(run_id=run_id, status=Status.PROPOSED)
    open_ones.update(status=Status.CANCELLED, payload="", decided_at=timezone.now())


def clock(proposal: Proposal) -> Principal:
    """Who acts when nobody did."""
    return Principal(
        kind=Kind.SYSTEM,
        id=UUID(int=0),
        label="Tenon",
        permissions=frozenset(),
        role=Role.GUEST,
        user_id=proposal.user_id,
        email="",
    )


def _movable(proposal: Proposal, status: Proposal.Status) -> QuerySet[Proposal]:
    """By the clock of the database: it is the same one for everybody."""
    rows = Proposal.objects.filter(pk=proposal.pk, status=Status.PROPOSED)
    if status == Status.EXPIRED:
        return rows.filter(expires_at__lte=Now())
    return rows.filter(expires_at__gt=Now())


def _decided(status: Proposal.Status, actor: Principal, reason: str) -> dict[str, Any]:
    return {
        "status": status,
        "payload": "",
        "reason": reason[:500],
        "decided_by_kind": actor.kind.value,
        "decided_by_id": actor.id,
        "decided_by_label": actor.label,
        "decided_at": timezone.now(),
    }


def why(proposal: Proposal) -> ProposalClosed:
    """What happened to it in the meantime."""
    proposal.refresh_from_db()
    if proposal.state == Status.EXPIRED:
        return ProposalExpired("Ask for it again. Nothing was done.")
    return ProposalClosed(f"{proposal.get_status_display()}{_by(proposal)}.")


def _by(proposal: Proposal) -> str:
    return f" by {proposal.decided_by_label}" if proposal.decided_by_label else ""


def _run(proposal: Proposal, actor: Principal, source: Source) -> Run:
    """For an event of the run by whoever decides."""
    return Run(
        id=proposal.run_id,
        tool_slug=proposal.tool_slug,
        principal=actor,
        source=source,
        is_test=proposal.is_test,
    )


def _source(proposal: Proposal) -> Source:
    return Source(proposal.source)
