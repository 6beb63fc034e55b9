"""Sessions: all that one may see, and each as its log tells it."""

from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.http import HttpResponseBase, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.http import SignedInRequest, requires
from sessions_app import access as log_access
from sessions_app.chain import first_break
from sessions_app.models import Session
from together import logbook
from tools_app.views.history import midnight, people

SHOWN = 25
TYPES = [
    ("", "Any"),
    ("tool", "A run"),
    ("response", "A group"),
    ("agent", "An agent"),
    ("mixed", "A visit of an embed"),
]
CHIPS = {
    "pending": {"label": "Pending", "tone": "", "icon": "circle-dashed"},
    "running": {"label": "Active", "tone": "info", "icon": "radio"},
    "waiting_approval": {"label": "Waits for approval", "tone": "warning", "icon": "hourglass"},
    "completed": {"label": "Completed", "tone": "success", "icon": "circle-check"},
    "failed": {"label": "Failed", "tone": "danger", "icon": "circle-x"},
    "cancelled": {"label": "Cancelled", "tone": "", "icon": "ban"},
}
STATUSES = [("", "Any"), *((name, chip["label"]) for name, chip in CHIPS.items())]


class Filters(forms.Form):
    """A filter that makes no sense is left out."""

    type = forms.ChoiceField(required=False, choices=TYPES)
    status = forms.ChoiceField(required=False, choices=STATUSES)
    person = forms.UUIDField(required=False)
    text = forms.CharField(required=False, max_length=200)
    since = forms.DateField(required=False)
    until = forms.DateField(required=False)
    cursor = forms.UUIDField(required=False)


@require_safe
@requires(log_access.OWN)
@vary_on_headers("HX-Request")
def index(request: SignedInRequest) -> HttpResponseBase:
    asked = _asked(request.GET)
    rows = list(_found(request, asked)[: SHOWN + 1])
    shown, more = rows[:SHOWN], len(rows) > SHOWN
    context = {
        "rows": [_row(each) for each in shown],
        "asked": asked,
        "types": TYPES,
        "statuses": STATUSES,
        "people": people(request.principal),
        "narrowed": any(value for name, value in asked.items() if name != "cursor"),
        "older_url": _url({**asked, "cursor": shown[-1].pk}) if more else "",
        "newest_url": _url({**asked, "cursor": None}) if asked["cursor"] else "",
    }
    template = "sessions/_list.html" if request.htmx else "sessions/list.html"
    return render(request, template, context)


def _asked(query: QueryDict) -> dict[str, Any]:
    form = Filters(query)
    form.is_valid()
    return {name: form.cleaned_data.get(name) or None for name in form.fields}


def _found(request: SignedInRequest, asked: dict[str, Any]) -> Any:
    given = {
        "session_type": asked["type"],
        "status": asked["status"],
        "user_id": asked["person"],
        "title__icontains": asked["text"],
        "created_at__gte": midnight(asked["since"]),
        "created_at__lt": midnight(asked["until"], days=1),
        "pk__lt": asked["cursor"],
    }
    rows = logbook.visible(principal=request.principal)
    return rows.filter(**{name: value for name, value in given.items() if value})


def _row(session: Session) -> dict[str, Any]:
    kind = dict(TYPES).get(session.session_type, session.get_session_type_display())
    return {"session": session, "kind": kind, "chip": CHIPS[session.status]}


def _url(asked: dict[str, Any]) -> str:
    given = {name: str(value) for name, value in asked.items() if value}
    return f"{reverse('sessions')}?{urlencode(given)}" if given else reverse("sessions")


@require_safe
@requires(log_access.OWN)
def one(request: SignedInRequest, session_id: UUID) -> HttpResponseBase:
    return _page(request, session_id)


@require_POST
@requires(log_access.OWN)
def verify(request: SignedInRequest, session_id: UUID) -> HttpResponseBase:
    """Look whether the events are as they were written."""
    return _page(request, session_id, verified=True)


def _page(
    request: SignedInRequest, session_id: UUID, *, verified: bool = False
) -> HttpResponseBase:
    principal = request.principal
    session = logbook.session_to_read(principal=principal, session_id=session_id)
    after = request.GET.get("after", "")
    items = logbook.items(
        principal=principal, session=session, after=int(after) if after.isdecimal() else 0
    )
    last = logbook.last_seq(items)
    context = {
        "session": session,
        "group": getattr(session, "group", None),
        "chip": CHIPS[session.status],
        "kind": _row(session)["kind"],
        "items": items,
        "more_after": last if last and last < session.events_count else 0,
        "verified": verified,
        "break": first_break(session) if verified else None,
    }
    return render(request, "sessions/session.html", context)
