"""The page of a group's session, for people of the workspace."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.http import SignedInRequest, form_page, requires
from config.errors import AppError
from sessions_app import streams
from sessions_app.events import Source
from together import access, submissions
from together.access import SessionNotFound
from together.room import Room, begun, known_version, mine, page_context, polled, room_to_see
from together.stream import Watched, changes
from together.views.answering import answered
from tools_app.icons import icon_or_fallback
from tools_app.views.given import Given


def room_at(request: SignedInRequest, slug: str, session_id: UUID) -> Room:
    """What the address names. Raises `NotFound`."""
    room = room_to_see(principal=request.principal, session_id=session_id)
    if room.tool.slug != slug:
        raise SessionNotFound(f"It is no session of {slug}.")
    return room


@form_page
@never_cache
@requires(access.SEE)
def page(request: SignedInRequest, slug: str, session_id: UUID) -> HttpResponseBase:
    room = room_at(request, slug, session_id)
    if request.method == "POST":
        return _answer(request, room)
    return _show(request, room, begun(room, mine(request.principal, room.group)))


def _answer(request: SignedInRequest, room: Room) -> HttpResponseBase:
    principal = request.principal
    access.group_to_join(principal=principal, session_id=room.group.pk)

    def submit(given: Given) -> None:
        submissions.submit(
            principal=principal, group=room.group, payload=given.value, source=Source.WEB
        )

    def done() -> HttpResponseBase:
        messages.success(
            request, "Your answer counts. You can change it while the session is open."
        )
        return HttpResponse(status=303, headers={"Location": request.path})

    def show(given: Given, problem: str, status: int) -> HttpResponseBase:
        return _show(request, room, given, problem=problem, status=status)

    return answered(request, room, submit=submit, done=done, show=show)


def _show(
    request: SignedInRequest, room: Room, given: Given, *, problem: str = "", status: int = 200
) -> HttpResponse:
    principal, group = request.principal, room.group
    own = mine(principal, group)
    manages = access.may_manage(principal, group)
    context = page_context(room, principal, given, own, problem) | {
        "icon": icon_or_fallback(room.tool.icon),
        "may_join": access.may_join(principal, group),
        "may_manage": manages,
        "link": access.link_of(group) if manages else None,
        "live_url": reverse("group-live", args=[room.tool.slug, group.pk]),
        "stream_url": reverse("group-stream", args=[room.tool.slug, group.pk]),
        "url": request.build_absolute_uri(request.path),
    }
    return render(request, "together/session.html", context, status=status)


@require_safe
@requires(access.SEE)
def stream(request: SignedInRequest, slug: str, session_id: UUID) -> HttpResponseBase:
    """The same as it changes, for as long as one looks."""
    room_at(request, slug, session_id)

    def still_open() -> bool:
        try:
            room_at(request, slug, session_id)
        except AppError:
            return False
        return True

    watched = Watched(request.tenant, session_id, known_version(request), still_open)
    return streams.sent(who=str(request.principal), frames=changes(watched))


@require_safe
@requires(access.SEE)
def live(request: SignedInRequest, slug: str, session_id: UUID) -> HttpResponseBase:
    """204 while nothing has happened since `?seen=`."""
    return polled(room_at(request, slug, session_id), request.GET)
