"""Proposing a run: everything about it is sealed, and a human is asked."""

import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.principal import Kind, Principal
from config.errors import AppError
from config.ids import uuid7
from sessions_app.events import EventType
from sessions_app.log import Happening, happened
from tenants import vault
from tools_app.approvals import notices, previews, ticket
from tools_app.approvals.errors import CannotPropose
from tools_app.approvals.seal import seal_of, versions
from tools_app.approvals.ticket import Ticket
from tools_app.execution.call import Call
from tools_app.execution.result import RunError, RunResult, RunStatus
from tools_app.gate import Verdict
from tools_app.models import Proposal
from tools_app.schemas.canonical import digest

# There is nobody behind them who could be asked.
SERVICES = frozenset({Kind.SYSTEM, Kind.SHARE, Kind.EMBED})


@dataclass(frozen=True)
class Changed:
    """The proposal that other arguments take the place of, and whose they are."""

    proposal_id: UUID
    by: Principal


def propose(
    call: Call,
    started: Happening,
    *,
    verdict: Verdict,
    draft: dict[str, Any] | None = None,
    changed: Changed | None = None,
) -> RunResult:
    """Write the run down as one that waits, or as failed if the tool's dry run refuses it: what
    cannot work is not proposed. Raises `CannotPropose`; then nothing is recorded."""
    if call.run.principal.kind in SERVICES:
        raise CannotPropose("This has to be done by a person, or by a program or agent of one.")
    try:
        proposal = _drafted(call, draft, changed)
    except AppError as error:
        return _refused(call, started, error)
    nonce = ticket.new_nonce()
    proposal.nonce_hash = ticket.hash_of(nonce)
    asks = happened(
        EventType.NEEDS_APPROVAL,
        verdict=verdict.value,
        proposal=str(proposal.pk),
        summary=proposal.summary,
        expires_at=proposal.expires_at.isoformat(),
        **({"counter_of": str(changed.proposal_id)} if changed else {}),
    )
    with transaction.atomic():
        proposal.session_id = call.begin(started, asks)
        proposal.seal = seal_of(proposal)
        proposal.save(force_insert=True)
        notices.proposed(proposal)
    return RunResult(
        call.run.id, proposal.session_id, RunStatus.WAITING, proposal=_ticket(proposal, nonce)
    )


def _refused(call: Call, started: Happening, error: AppError) -> RunResult:
    failed = happened(
        EventType.FAILED, code=error.problem_code, error=str(error), output=None, duration_ms=0
    )
    session_id = call.begin(started, failed)
    why = RunError(error.problem_code, str(error))
    return RunResult(call.run.id, session_id, RunStatus.ERROR, error=why)


def _drafted(call: Call, draft: dict[str, Any] | None, changed: Changed | None) -> Proposal:
    tool, run = call.tool, call.run
    found = previews.preview(call)
    proposal_id, now = uuid7(), timezone.now()
    return Proposal(
        id=proposal_id,
        run_id=run.id,
        tool_slug=tool.slug,
        tool_name=tool.name,
        effect=tool.effect.value,
        source=run.source.value,
        is_test=run.is_test,
        payload=_sealed(proposal_id, call.payload, draft),
        shown=previews.shown_input(tool, call.payload),
        input_hash=digest(call.payload),
        versions=versions(tool),
        summary=found.summary,
        target=found.target,
        diff=previews.diff_of(found),
        caller_kind=run.principal.kind.value,
        caller_id=run.principal.id,
        caller_label=run.principal.label,
        user_id=run.principal.user_id,
        counter_of=changed.proposal_id if changed else None,
        changed_by_id=changed.by.user_id if changed else None,
        changed_by_label=changed.by.label if changed else "",
        created_at=now,
        expires_at=now + timedelta(seconds=settings.APPROVAL_SECONDS),
    )


def _sealed(proposal_id: UUID, payload: dict[str, Any], draft: dict[str, Any] | None) -> str:
    kept = json.dumps({"input": payload, "draft": draft})
    return vault.seal(kept, about=f"proposal {proposal_id}")


def unsealed(proposal: Proposal) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The arguments and, of a test, the draft. Raises `tenants.vault.Unreadable`."""
    kept = json.loads(vault.unseal(proposal.payload, about=f"proposal {proposal.pk}"))
    return kept["input"], kept["draft"]


def _ticket(proposal: Proposal, nonce: str) -> Ticket:
    return Ticket(
        id=proposal.pk,
        token=ticket.token_of(proposal.pk, nonce),
        summary=proposal.summary,
        target=proposal.target,
        payload=proposal.shown,
        diff=proposal.diff,
        expires_at=proposal.expires_at,
    )
