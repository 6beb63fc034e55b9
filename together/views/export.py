"""Taking a group's answers away."""

from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.http import SignedInRequest, requires
from config.errors import Conflict
from together import access
from together.exports import answers_csv
from together.room import blocks
from together.seen import seen
from together.views.session import room_to_see
from tools_app.outputs.paper import Paper
from tools_app.outputs.surfaces import as_pdf


class NothingToPrint(Conflict):
    code, title = "nothing_to_print", "There is nothing to print yet"


@require_safe
@requires(access.SEE)
def answers(request: SignedInRequest, slug: str, session_id: UUID) -> HttpResponseBase:
    room = room_to_see(request, slug, session_id)
    found = seen(room.group, room.tool, access.submissions_of(room.group))
    text = answers_csv(room.group, found)
    return _download(text, "text/csv; charset=utf-8", f"{slug}-{session_id}.csv")


@require_safe
@requires(access.SEE)
def pdf(request: SignedInRequest, slug: str, session_id: UUID) -> HttpResponseBase:
    """What the answers say together, as the page shows it."""
    room = room_to_see(request, slug, session_id)
    group = room.group
    found = seen(group, room.tool, access.submissions_of(group))
    if found.together is None:
        raise NothingToPrint(f"With {found.least} answers there is; {found.count} have come.")
    facts = [
        ("Tool", room.tool.name),
        ("Answers", str(found.count)),
        ("Status", group.status.label),
        ("Opened by", group.session.actor_label),
        ("Opened", group.session.created_at.strftime("%-d %B %Y, %H:%M UTC")),
    ]
    url = request.build_absolute_uri(reverse("group", args=[slug, session_id]))
    content = as_pdf(blocks(room.tool, found), Paper(group.title, facts, url))
    return _download(content, "application/pdf", f"{slug}-{session_id}.pdf")


def _download(content: str | bytes, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)
