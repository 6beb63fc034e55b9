"""Taking a group's answers away."""

from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.http import SignedInRequest, requires
from together import access
from together.exports import answers_csv, result_pdf
from together.views.session import room_at

CSV, PDF = "text/csv; charset=utf-8", "application/pdf"


@require_safe
@requires(access.SEE)
def answers(request: SignedInRequest, slug: str, session_id: UUID) -> HttpResponseBase:
    text = answers_csv(room_at(request, slug, session_id))
    return download(text, CSV, f"{slug}-{session_id}.csv")


@require_safe
@requires(access.SEE)
def pdf(request: SignedInRequest, slug: str, session_id: UUID) -> HttpResponseBase:
    room = room_at(request, slug, session_id)
    url = request.build_absolute_uri(reverse("group", args=[slug, session_id]))
    return download(result_pdf(room, url=url), PDF, f"{slug}-{session_id}.pdf")


def download(content: str | bytes, kind: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=kind, headers=headers)
