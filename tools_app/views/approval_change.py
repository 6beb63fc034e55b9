"""Other arguments for a proposal: the tool's own form, filled in with what was proposed."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from accounts.http import SignedInRequest, form_page, requires
from config.errors import InvalidInput
from sessions_app.events import Source
from tools_app import access as tools
from tools_app.approvals import access, deciding
from tools_app.approvals.authority import require_may_decide
from tools_app.forms.edits import apply_edit
from tools_app.models import Proposal
from tools_app.resolved import ResolvedTool
from tools_app.views.given import Given, form_context, read_given, spec_of, view_of
from tools_app.views.prefill import without_masks


@form_page
@never_cache
@requires("tools.team.execute")
def page(request: SignedInRequest, proposal_id: UUID) -> HttpResponseBase:
    proposal = access.proposal_to_see(principal=request.principal, proposal_id=proposal_id)
    deciding.require_open(proposal)
    require_may_decide(request.principal, proposal)
    tool = tools.tool_to_run(principal=request.principal, slug=proposal.tool_slug)
    if request.method == "POST":
        return _sent(request, proposal, tool)
    value = without_masks(proposal.shown)
    notes = () if value == proposal.shown else ("Secrets are not shown: type them again.",)
    given = Given(value, view_of(request.GET.get("view")), notes=notes)
    return _page(request, proposal, tool, given)


def _sent(request: SignedInRequest, proposal: Proposal, tool: ResolvedTool) -> HttpResponseBase:
    """A change of the form (another view, a row more), or the new proposal."""
    given = read_given(tool, request.POST)
    if given.faults:
        return _page(request, proposal, tool, given, status=400)
    if "_switch" in request.POST:
        other = Given(given.value, view_of(request.POST["_switch"]))
        return _page(request, proposal, tool, other)
    edit = apply_edit(given.value, request.POST, schema=tool.input_schema, spec=spec_of(tool))
    if edit and given.view == "form":
        value, focus = edit
        return _page(request, proposal, tool, replace(given, value=value, focus=focus))
    return _proposed(request, proposal, tool, given)


def _proposed(
    request: SignedInRequest, proposal: Proposal, tool: ResolvedTool, given: Given
) -> HttpResponseBase:
    try:
        result = deciding.counter(
            principal=request.principal,
            proposal=proposal,
            payload=given.value,
            source=Source.WEB,
        )
    except InvalidInput as error:
        return _page(request, proposal, tool, replace(given, faults=error.faults), status=400)
    messages.success(request, "This is the new proposal. It waits like the one before.")
    made = access.proposal_of_run(principal=request.principal, run_id=result.run_id)
    return redirect("proposal", made.pk)


def _page(
    request: SignedInRequest,
    proposal: Proposal,
    tool: ResolvedTool,
    given: Given,
    *,
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        "proposal": proposal,
        "tool": tool,
        "given": given,
        **form_context(request.principal, tool, given),
    }
    return render(request, "approvals/change.html", context, status=status)
