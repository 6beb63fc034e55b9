"""Runs: the history of all tools, and each run under an address of its own."""

import json
from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.http import SignedInRequest, requires
from config.errors import NotFound
from sessions_app import access as runs_access
from tools_app import access
from tools_app.outputs.kinds import TableBlock
from tools_app.outputs.tables import csv_of
from tools_app.views.history import history
from tools_app.views.shown import blocks, show


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
def permalink(request: SignedInRequest, run_id: UUID) -> HttpResponseBase:
    shown = show(request.principal, run_id)
    may_run = bool(shown.tool and access.may_run(request.principal, shown.tool))
    url = request.build_absolute_uri(request.path)
    return render(request, "tools/run.html", {"shown": shown, "may_run": may_run, "url": url})


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
    found = blocks(request.principal, tool, run, run.output)
    tables = [each for each in found if isinstance(each, TableBlock)]
    if not 1 <= number <= len(tables):
        raise NotFound("The result of this run has no such table.")
    name = f"{run.tool_slug}-{run_id}-{number}.csv"
    return _download(csv_of(tables[number - 1]), "text/csv; charset=utf-8", name)


def _download(text: str, content_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(text, content_type=content_type, headers=headers)
