"""Taking a group's answers away."""

from uuid import UUID

from django.http import HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from accounts.http import SignedInRequest, requires
from together import access
from together.exports import answers_csv
from together.seen import seen
from together.views.session import room_to_see


@require_safe
@requires(access.SEE)
def answers(request: SignedInRequest, slug: str, session_id: UUID) -> HttpResponseBase:
    room = room_to_see(request, slug, session_id)
    found = seen(room.group, room.tool, access.submissions_of(room.group))
    headers = {"Content-Disposition": f'attachment; filename="{slug}-{session_id}.csv"'}
    text = answers_csv(room.group, found)
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)
