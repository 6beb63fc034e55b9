"""The inbox of approvals: what waits for a human, and each proposal under an address of its own."""

import json
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.http import SignedInRequest, requires
from config.errors import AppError
from sessions_app.access import EVERYONES
from sessions_app.events import Source
from tools_app import access as tools
from tools_app.approvals import access, deciding, standing
from tools_app.approvals.authority import why_not
from tools_app.approvals.errors import NotConfirmed
from tools_app.approvals.standing import is_grantable
from tools_app.execution.result import RunResult, RunStatus
from tools_app.models import Proposal

DECIDED_SHOWN = 20


@require_safe
@never_cache
@requires(access.OWN)
def index(request: SignedInRequest) -> HttpResponseBase:
    principal = request.principal
    waiting = list(access.open_proposals(principal=principal)[:100])
    decided = access.found_proposals(principal=principal, status="all").exclude(
        pk__in=[proposal.pk for proposal in waiting]
    )
    context = {
        "waiting": waiting,
        "decided": decided[:DECIDED_SHOWN],
        "grants": access.visible_grants(principal=principal),
        "sees_all": principal.has(access.APPROVE),
        "may_manage": principal.has(access.MANAGE),
        "now": timezone.now(),
    }
    return render(request, "approvals/index.html", context)


@require_safe
@never_cache
@requires(access.OWN)
def show(request: SignedInRequest, proposal_id: UUID) -> HttpResponseBase:
    proposal = access.proposal_to_see(principal=request.principal, proposal_id=proposal_id)
    return _page(request, proposal)


def _page(
    request: SignedInRequest, proposal: Proposal, *, error: AppError | None = None, reason: str = ""
) -> HttpResponse:
    principal = request.principal
    tool = tools.tool_if_seen(principal=principal, slug=proposal.tool_slug)
    refusal = why_not(principal, proposal) if proposal.is_open else ""
    context: dict[str, Any] = {
        "proposal": proposal,
        "tool": tool,
        "shown_json": json.dumps(proposal.shown, indent=2, ensure_ascii=False),
        "error": error,
        "reason": reason,
        "refusal": refusal,
        "may_decline": proposal.is_open and not why_not(principal, proposal, to_agree=False),
        "may_always": bool(tool and is_grantable(tool) and principal.has(access.APPROVE)),
        "sees_run": proposal.user_id == principal.user_id or principal.has(EVERYONES),
        "now": timezone.now(),
        **_related(request, proposal),
    }
    status = error.status if error else 200
    return render(request, "approvals/proposal.html", context, status=status)


def _related(request: SignedInRequest, proposal: Proposal) -> dict[str, Any]:
    """What it replaced, and what replaced it."""
    seen = access.visible_proposals(principal=request.principal)
    return {
        "before": seen.filter(pk=proposal.counter_of).first() if proposal.counter_of else None,
        "after": seen.filter(counter_of=proposal.pk).first(),
    }


@require_POST
@requires("tools.team.execute")
def approve(request: SignedInRequest, proposal_id: UUID) -> HttpResponseBase:
    proposal = access.proposal_to_see(principal=request.principal, proposal_id=proposal_id)
    try:
        result = deciding.approve(
            principal=request.principal,
            proposal=proposal,
            source=Source.WEB,
            confirm=request.POST.get("confirm", ""),
            always=request.POST.get("always") == "yes",
        )
    except NotConfirmed as error:
        return _page(request, proposal, error=error)
    _say(request, proposal, result)
    return redirect("proposal", proposal.pk)


def _say(request: SignedInRequest, proposal: Proposal, result: RunResult) -> None:
    if result.status == RunStatus.ERROR and result.error:
        messages.error(request, f"You agreed, but it failed: {result.error.message}")
    else:
        messages.success(request, f"You agreed: {proposal.summary}.")


@require_POST
@requires("tools.team.execute")
def decline(request: SignedInRequest, proposal_id: UUID) -> HttpResponseBase:
    proposal = access.proposal_to_see(principal=request.principal, proposal_id=proposal_id)
    reason = request.POST.get("reason", "")[:500]
    deciding.decline(
        principal=request.principal, proposal=proposal, source=Source.WEB, reason=reason
    )
    messages.success(request, "Declined. Nothing was done, and whoever asked is told.")
    return redirect("approvals")


@require_POST
@requires("tools.team.execute")
def cancel(request: SignedInRequest, proposal_id: UUID) -> HttpResponseBase:
    proposal = access.proposal_to_see(principal=request.principal, proposal_id=proposal_id)
    deciding.cancel(principal=request.principal, proposal=proposal, source=Source.WEB)
    messages.success(request, "Taken back. Nothing was done.")
    return redirect("approvals")


@require_POST
@requires(access.OWN)
def revoke(request: SignedInRequest, grant_id: UUID) -> HttpResponseBase:
    found = access.grant_to_revoke(principal=request.principal, grant_id=grant_id)
    standing.revoke(principal=request.principal, standing=found)
    messages.success(request, f"{found.tool_name} asks again from the next call on.")
    return redirect(f"{reverse('approvals')}#allowed")
