"""Runs: the history of all tools, and each run under an address of its own."""

import json
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.http import SignedInRequest, requires
from config.errors import NotFound
from sessions_app import access as runs_access
from sessions_app.log import RunEnded
from tools_app import access
from tools_app.execution.cancelling import cancel_run
from tools_app.interactions import links
from tools_app.outputs.kinds import TableBlock
from tools_app.outputs.tables import csv_of
from tools_app.printing import printed
from tools_app.results import blocks_of_run
from tools_app.views.history import history
from tools_app.views.shown import show


@require_safe
@requires(runs_access.OWN)
@vary_on_headers("HX-Request")
def index(request: SignedInRequest) -> HttpResponseBase:
    found = history(request.principal, request.GET)
    tool = access.tool_if_seen(principal=request.principal, slug=found["asked"]["tool"] or "")
    template = "tools/_history.html" if request.htmx else "tools/runs.html"
    return render(request, template, {"history": found, "tool": tool})


@require_safe
@requires(runs_access.OWN)
@vary_on_headers("HX-Request")
def permalink(request: SignedInRequest, run_id: UUID) -> HttpResponseBase:
    """The page; for a run that a page follows, only the part that has changed when it ended."""
    shown = show(request.principal, run_id)
    if request.htmx:
        beside_the_form = request.htmx.target == "tool-result"
        part = "tools/_result.html" if beside_the_form else "tools/_run_card.html"
        return render(request, part, {"shown": shown, "tool": shown.tool})
    may_run = bool(shown.tool and access.may_run(request.principal, shown.tool))
    url = request.build_absolute_uri(request.path)
    return render(
        request,
        "tools/run.html",
        {"shown": shown, "may_run": may_run, "url": url, "link": links.find("run")},
    )


@require_POST
@requires("tools.team.execute")
def cancel(request: SignedInRequest, run_id: UUID) -> HttpResponseBase:
    try:
        cancel_run(principal=request.principal, run_id=run_id)
    except RunEnded:
        messages.info(request, "It had ended before it could be cancelled.")
    else:
        messages.success(request, "The run is cancelled. What still comes of it is dropped.")
    return redirect("run", run_id=run_id)


@require_safe
@requires(runs_access.OWN)
def output(request: SignedInRequest, run_id: UUID) -> HttpResponseBase:
    run = runs_access.run_to_see(principal=request.principal, run_id=run_id)
    text = json.dumps(run.output, indent=2, ensure_ascii=False)
    return _download(text, "application/json", f"{run.tool_slug}-{run_id}.json")


@require_safe
@requires(runs_access.OWN)
def table(request: SignedInRequest, run_id: UUID, number: int) -> HttpResponseBase:
    """The tables of the result, counted from 1."""
    run = runs_access.run_to_see(principal=request.principal, run_id=run_id)
    tool = access.tool_if_seen(principal=request.principal, slug=run.tool_slug)
    found = blocks_of_run(request.principal, tool, run, run.output)
    tables = [each for each in found if isinstance(each, TableBlock)]
    if not 1 <= number <= len(tables):
        raise NotFound("The result of this run has no such table.")
    name = f"{run.tool_slug}-{run_id}-{number}.csv"
    return _download(csv_of(tables[number - 1]), "text/csv; charset=utf-8", name)


@require_safe
@requires(runs_access.OWN)
def pdf(request: SignedInRequest, run_id: UUID) -> HttpResponseBase:
    url = request.build_absolute_uri(reverse("run", args=[run_id]))
    content = printed(request.principal, run_id, url=url)
    return _download(content, "application/pdf", f"run-{run_id}.pdf")


def _download(text: str | bytes, content_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=content_type, headers=headers)
