"""The history of runs: what the filters ask for, and a page of it."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from accounts.access import visible_people
from accounts.principal import Principal
from sessions_app import access
from sessions_app.runs import RunFilter, ToolRun
from tools_app.access import tool_if_seen
from tools_app.views.shown import CHIPS, Chip, duration, status_of

STATUSES = [
    ("", "Any"),
    ("success", "Succeeded"),
    ("error", "Failed"),
    ("running", "Running"),
    ("waiting_approval", "Waits for approval"),
]
MOST_PEOPLE = 200


class Filters(forms.Form):
    """A filter that makes no sense is left out."""

    tool = forms.SlugField(required=False, max_length=64)
    status = forms.ChoiceField(required=False, choices=STATUSES)
    person = forms.UUIDField(required=False)
    since = forms.DateField(required=False)
    until = forms.DateField(required=False)
    text = forms.CharField(required=False, max_length=200)
    cursor = forms.UUIDField(required=False)


@dataclass(frozen=True)
class Row:
    run: ToolRun
    chip: Chip
    name: str
    took: str
    may_run: bool


def history(
    principal: Principal, query: QueryDict, *, tool: str = "", limit: int = 25
) -> dict[str, Any]:
    """For `tools/_history.html` and the form above it. One more row than shown says whether there
    are older ones."""
    asked = _asked(query)
    one_tool = tool or asked["tool"]
    rows = access.visible_runs(
        principal=principal, found=_filter(asked, tool=one_tool, limit=limit + 1)
    )
    more = len(rows) > limit
    shown = rows[:limit]
    return {
        "rows": _rows(principal, shown),
        "asked": {**asked, "tool": one_tool},
        "statuses": STATUSES,
        "narrowed": any(value for name, value in asked.items() if name not in {"tool", "cursor"}),
        "older_url": _url({**asked, "tool": one_tool, "cursor": shown[-1].id}) if more else "",
        "newest_url": _url({**asked, "tool": one_tool, "cursor": None}) if asked["cursor"] else "",
        "people": people(principal),
    }


def _asked(query: QueryDict) -> dict[str, Any]:
    form = Filters(query)
    form.is_valid()
    return {name: form.cleaned_data.get(name) or None for name in form.fields}


def _filter(asked: dict[str, Any], *, tool: str, limit: int) -> RunFilter:
    return RunFilter(
        tool=tool or "",
        status=asked["status"] or "",
        user_id=asked["person"],
        since=midnight(asked["since"]),
        until=midnight(asked["until"], days=1),
        text=asked["text"] or "",
        before=asked["cursor"],
        limit=limit,
    )


def midnight(day: date | None, *, days: int = 0) -> datetime | None:
    if day is None:
        return None
    start = datetime.combine(day, datetime.min.time(), timezone.get_current_timezone())
    return start + timedelta(days=days)


def _rows(principal: Principal, runs: list[ToolRun]) -> list[Row]:
    found = {slug: tool_if_seen(principal=principal, slug=slug) for slug in _slugs(runs)}
    tools = {slug: tool.name for slug, tool in found.items() if tool}
    may_run = principal.has("tools.team.execute")
    return [
        Row(
            run=run,
            chip=CHIPS[status_of(run)],
            name=tools.get(run.tool_slug, run.tool_slug),
            took=duration(run.duration_ms),
            may_run=may_run and run.tool_slug in tools,
        )
        for run in runs
    ]


def _slugs(runs: list[ToolRun]) -> set[str]:
    return {run.tool_slug for run in runs}


def people(principal: Principal) -> list[tuple[UUID, str]]:
    """To choose from, for those who see everyone's runs."""
    if not (principal.has(access.EVERYONES) and principal.has("members.tenant.read")):
        return []
    rows = visible_people(principal=principal).prefetch_related(None).order_by("name", "email")
    return [(person.pk, str(person)) for person in rows[:MOST_PEOPLE]]


def _url(asked: dict[str, Any]) -> str:
    given = {name: str(value) for name, value in asked.items() if value}
    return f"{reverse('runs')}?{urlencode(given)}" if given else reverse("runs")
