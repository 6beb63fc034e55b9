"""The page of a tool: its form, the result beside it, its history below."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.urls import reverse

from accounts.http import SignedInRequest, form_page, requires
from config.errors import InvalidInput, NotFound
from sessions_app.access import OWN
from sessions_app.events import Source
from tenants.context import current_tenant
from tools_app import access
from tools_app.budgets import BudgetSpent, left
from tools_app.execution.run import run_tool
from tools_app.forms.edits import apply_edit
from tools_app.icons import icon_or_fallback
from tools_app.resolved import ResolvedTool
from tools_app.schemas.secrets import masked
from tools_app.snippets import Snippet, snippets
from tools_app.views.given import (
    Given,
    form_context,
    is_complete,
    read_given,
    spec_of,
    view_of,
)
from tools_app.views.history import history
from tools_app.views.library import first_line
from tools_app.views.prefill import example_of, prefilled
from tools_app.views.shown import ShownRun, show

RUNS_SHOWN = 8
# What a worker has done by then is shown at once; what takes longer is followed.
WAITS_SECONDS = 1.0


@form_page
@requires("tools.team.read")
def page(request: SignedInRequest, slug: str) -> HttpResponseBase:
    tool = access.tool_to_open(principal=request.principal, slug=slug)
    if request.method == "POST":
        request.principal.require("tools.team.execute")
        return _sent(request, tool)
    return _page(request, tool, prefilled(tool, request.GET, request.principal))


def _sent(request: SignedInRequest, tool: ResolvedTool) -> HttpResponseBase:
    """A change of the form (another view, a row more) or a run."""
    given = read_given(tool, request.POST)
    if given.faults:
        return _refused(request, tool, given)
    if "_switch" in request.POST:
        other = Given(given.value, view_of(request.POST["_switch"]))
        return _changed(request, tool, other)
    edit = apply_edit(given.value, request.POST, schema=tool.input_schema, spec=spec_of(tool))
    if edit and given.view == "form":
        value, focus = edit
        return _changed(request, tool, replace(given, value=value, focus=focus))
    return _run(request, tool, given)


def _run(request: SignedInRequest, tool: ResolvedTool, given: Given) -> HttpResponseBase:
    try:
        result = run_tool(
            principal=request.principal,
            slug=tool.slug,
            payload=given.value,
            source=Source.WEB,
            wait_seconds=WAITS_SECONDS,
        )
    except InvalidInput as error:
        return _refused(request, tool, replace(given, faults=error.faults))
    except BudgetSpent as error:
        notes = (f"Nothing was run. {error.detail}",)
        return _changed(request, tool, replace(given, notes=notes), status=error.status)
    if not request.htmx:
        address = reverse("run", args=[result.run_id])
        return HttpResponse(status=303, headers={"Location": address})
    shown = show(request.principal, result.run_id, output=result.output)
    context = _context(request, tool, given) | {
        "shown": shown,
        "refresh_form": _had_faults(request),
    }
    response = render(request, "tools/_ran.html", context)
    response["HX-Trigger"] = "tool-ran"
    if shown.is_live:
        # Loaded again, the page shows this run and what it was given.
        response["HX-Replace-Url"] = f"{reverse('tool', args=[tool.slug])}?from={result.run_id}"
    return response


def _had_faults(request: SignedInRequest) -> bool:
    return request.POST.get("_faulty") == "yes"


def _refused(request: SignedInRequest, tool: ResolvedTool, given: Given) -> HttpResponse:
    """Nothing was run and nothing typed is lost."""
    return _changed(request, tool, given, status=400)


def _changed(
    request: SignedInRequest, tool: ResolvedTool, given: Given, *, status: int = 200
) -> HttpResponse:
    if not request.htmx:
        return _page(request, tool, given, status=status)
    response = render(request, "tools/_form.html", _context(request, tool, given), status=status)
    response["HX-Retarget"], response["HX-Reswap"] = "#tool-form", "outerHTML"
    return response


def _page(
    request: SignedInRequest, tool: ResolvedTool, given: Given, *, status: int = 200
) -> HttpResponse:
    context = _context(request, tool, given) | {"shown": _followed(request, tool)}
    if request.principal.has(OWN):
        own = history(request.principal, QueryDict(), tool=tool.slug, limit=RUNS_SHOWN)
        context |= {"history": own}
    return render(request, "tools/tool.html", context, status=status)


def _followed(request: SignedInRequest, tool: ResolvedTool) -> ShownRun | None:
    """The run that the form was filled in from, while it goes on."""
    try:
        shown = show(request.principal, UUID(request.GET.get("from", "")))
    except (ValueError, NotFound):
        return None
    return shown if shown.is_live and shown.run.tool_slug == tool.slug else None


def _context(request: SignedInRequest, tool: ResolvedTool, given: Given) -> dict[str, Any]:
    shown: ShownRun | None = None
    return {
        "tool": tool,
        "tool_url": reverse("tool", args=[tool.slug]),
        "icon": icon_or_fallback(tool.icon),
        "line": first_line(tool),
        "more": "\n\n".join(tool.description.split("\n\n")[1:]),
        "given": given,
        "may_run": access.may_run(request.principal, tool),
        "has_example": example_of(tool) is not None,
        "snippets": _snippets(request, tool, given),
        "shown": shown,
        "budget": left(request.principal),
        **form_context(request.principal, tool, given),
    }


def _snippets(request: SignedInRequest, tool: ResolvedTool, given: Given) -> list[Snippet]:
    """With what the form holds, or the example while that is not complete. Secrets stay in the
    form."""
    value = given.value if is_complete(tool, given.value) else example_of(tool) or given.value
    payload = masked(tool.input_schema, value) if tool.has_secrets else value
    site, name = request.build_absolute_uri("/").rstrip("/"), current_tenant().slug
    return snippets(site=site, name=name, tool=tool.slug, payload=payload)
