"""What a human says to a proposal: yes, no, or yes to something else.

`approve` never takes arguments: what was sealed is what runs, as the very run that was proposed.
"""

from typing import Any

from accounts.principal import Principal
from config.errors import Conflict
from sessions_app.events import Source
from tenants.context import working_in
from tools_app import access as tools
from tools_app.approvals import closing, standing
from tools_app.approvals.authority import (
    require_confirmed,
    require_may_approve,
    require_may_decide,
)
from tools_app.approvals.closing import Status
from tools_app.approvals.errors import ProposalClosed, ProposalVoid
from tools_app.approvals.proposing import Changed, unsealed
from tools_app.approvals.reopening import held_still, now, proposer_of, reopened
from tools_app.execution.call import Call
from tools_app.execution.proceeding import take_up
from tools_app.execution.result import RunResult
from tools_app.execution.run import run_tool
from tools_app.models import Proposal
from tools_app.schemas.secrets import MASK, redacted_text


def approve(
    *,
    principal: Principal,
    proposal: Proposal,
    source: Source,
    confirm: str = "",
    always: bool = False,
) -> RunResult:
    """Let it run, once; with `always`, also whatever this person's programs ask of the tool later.

    Of any number at the same time one wins; the others get `ProposalClosed`. Raises `ProposalVoid`
    and closes it when anything has changed, and `PermissionDenied` naming what is missing."""
    require_open(proposal)
    require_confirmed(proposal, confirm)
    try:
        with held_still() as tenant:
            call = _agreed(now(principal), proposal, source, always=always)
            taken = take_up(call, proposal.session_id)
    except ProposalVoid as error:
        _void(principal, proposal, source, error.detail)
        raise
    with working_in(tenant):
        return taken.carry_out()


def require_open(proposal: Proposal) -> None:
    """Raises `ProposalClosed` or `ProposalExpired`, which is noted then."""
    if proposal.is_open:
        return
    if proposal.status == Status.PROPOSED:
        closing.expire(proposal)
    raise closing.why(proposal)


def _agreed(principal: Principal, proposal: Proposal, source: Source, *, always: bool) -> Call:
    require_may_approve(principal, proposal)
    if not proposal.is_test:
        tools.tool_to_run(principal=principal, slug=proposal.tool_slug)
    call = reopened(proposal)
    if always:
        standing.grant(principal=principal, tool=call.tool, user_id=proposal.user_id)
    closing.close(proposal, Status.APPLIED, actor=principal, source=source, always=always)
    return call


def _void(principal: Principal, proposal: Proposal, source: Source, words: str) -> None:
    try:
        closing.close(proposal, Status.VOID, actor=principal, source=source, reason=words)
    except ProposalClosed:
        return


def decline(*, principal: Principal, proposal: Proposal, source: Source, reason: str = "") -> None:
    """The run ends; its caller is told why. Raises `ProposalClosed`."""
    require_open(proposal)
    require_may_decide(principal, proposal)
    said = redacted_text(reason.strip()) or f"{principal.label} declined it."
    closing.close(proposal, Status.DECLINED, actor=principal, source=source, reason=said)


def cancel(*, principal: Principal, proposal: Proposal, source: Source) -> None:
    """Taken back by the person whose program proposed it. Raises `ProposalClosed`."""
    require_open(proposal)
    if principal.user_id != proposal.user_id:
        require_may_decide(principal, proposal)
    closing.close(proposal, Status.CANCELLED, actor=principal, source=source, reason="cancelled")


def counter(
    *, principal: Principal, proposal: Proposal, payload: dict[str, Any], source: Source
) -> RunResult:
    """Other arguments: a new proposal for the same caller takes the place of this one, and waits
    like it. A masked secret stands for the one that was given. Raises `InvalidInput` at the
    arguments; then nothing has changed."""
    require_open(proposal)
    with held_still():
        principal = now(principal)
        require_may_decide(principal, proposal)
        known, draft = unsealed(proposal)
        result = run_tool(
            principal=proposer_of(proposal),
            slug=proposal.tool_slug,
            payload=_unmasked(payload, known),
            source=Source(proposal.source),
            is_test=proposal.is_test,
            draft=draft,
            changed=Changed(proposal.pk, principal),
        )
        if result.error:
            raise Conflict(result.error.message, code=result.error.code)
        reason = f"{principal.label} proposed other arguments."
        closing.close(
            proposal,
            Status.REPLACED,
            actor=principal,
            source=source,
            reason=reason,
            replaced_by=str(result.run_id),
        )
    return result


def _unmasked(value: Any, known: Any) -> Any:
    if value == MASK:
        return known
    if isinstance(value, dict) and isinstance(known, dict):
        return {key: _unmasked(child, known.get(key, child)) for key, child in value.items()}
    if isinstance(value, list) and isinstance(known, list):
        rest = [*known, *value[len(known) :]]
        return [_unmasked(child, rest[place]) for place, child in enumerate(value)]
    return value
