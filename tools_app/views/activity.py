"""What was done to tools, newest first."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import HttpResponseBase, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.access import visible_people
from accounts.http import SignedInRequest, requires
from accounts.principal import Principal
from tools_app.activity import ActivityFilter, activity_to_see
from tools_app.changes import SCHEMAS, FieldChange, SchemaChange, schema_changes
from tools_app.documents import FIELDS
from tools_app.models import ToolAction, ToolChange
from tools_app.templatetags.activity import as_text

A_PAGE = 30
MOST_PEOPLE = 200


class Filters(forms.Form):
    """A filter that makes no sense is left out."""

    tool = forms.SlugField(required=False, max_length=64)
    action = forms.ChoiceField(required=False, choices=ToolAction.choices)
    person = forms.UUIDField(required=False)
    since = forms.DateField(required=False)
    until = forms.DateField(required=False)
    cursor = forms.UUIDField(required=False)


@dataclass(frozen=True)
class Row:
    change: ToolChange

    @property
    def schemas(self) -> list[SchemaChange]:
        """In words; what was there before is needed for that."""
        before, after = self.change.before or {}, self.change.after or {}
        return [
            found
            for name, role in SCHEMAS.items()
            for found in schema_changes(before.get(name), after.get(name), role)
        ]

    @property
    def fields(self) -> list[FieldChange]:
        before, after = self.change.before or {}, self.change.after or {}
        told = {name for name in SCHEMAS if before.get(name) and after.get(name)}
        names = sorted({*before, *after} - told, key=_place)
        found = [FieldChange(name, before.get(name), after.get(name)) for name in names]
        return [change for change in found if as_text(change.before) or as_text(change.after)]


def _place(name: str) -> int:
    return FIELDS.index(name) if name in FIELDS else len(FIELDS)


@require_safe
@requires("tools.tenant.update")
@vary_on_headers("HX-Request")
def index(request: SignedInRequest) -> HttpResponseBase:
    asked = _asked(request.GET)
    found = activity_to_see(principal=request.principal, found=_filter(asked))
    rows = list(found[: A_PAGE + 1])
    shown = rows[:A_PAGE]
    context = {
        "rows": [Row(change) for change in shown],
        "asked": asked,
        "actions": ToolAction.choices,
        "people": _people(request.principal),
        "narrowed": any(value for name, value in asked.items() if name != "cursor"),
        "older_url": _url({**asked, "cursor": shown[-1].pk}) if len(rows) > A_PAGE else "",
        "newest_url": _url({**asked, "cursor": None}) if asked["cursor"] else "",
    }
    template = "admin_tools/_activity.html" if request.htmx else "admin_tools/activity.html"
    return render(request, template, context)


def _asked(query: QueryDict) -> dict[str, Any]:
    form = Filters(query)
    form.is_valid()
    return {name: form.cleaned_data.get(name) or None for name in form.fields}


def _filter(asked: dict[str, Any]) -> ActivityFilter:
    return ActivityFilter(
        tool=asked["tool"] or "",
        action=asked["action"] or "",
        person=asked["person"],
        since=_midnight(asked["since"]),
        until=_midnight(asked["until"], days=1),
        before=asked["cursor"],
    )


def _midnight(day: date | None, *, days: int = 0) -> datetime | None:
    if day is None:
        return None
    start = datetime.combine(day, datetime.min.time(), timezone.get_current_timezone())
    return start + timedelta(days=days)


def _people(principal: Principal) -> list[tuple[Any, str]]:
    if not principal.has("members.tenant.read"):
        return []
    rows = visible_people(principal=principal).prefetch_related(None).order_by("name", "email")
    return [(person.pk, str(person)) for person in rows[:MOST_PEOPLE]]


def _url(asked: dict[str, Any]) -> str:
    given = {name: str(value) for name, value in asked.items() if value}
    return f"{reverse('activity')}?{urlencode(given)}" if given else reverse("activity")
