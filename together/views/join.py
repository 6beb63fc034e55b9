"""What a share link opens: one session, for whoever has the link, and nothing else."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.http import VisitorRequest, client_address, form_page, posted
from accounts.throttles import count
from config.errors import NotFound
from sessions_app import streams
from sessions_app.events import Source
from together import access, shares, submissions
from together.forms import GuestForm
from together.guests import Guest, clean_name, known_guest, new_guest, remember
from together.models import ShareLink
from together.room import Room, begun, known_version, mine, page_context, polled
from together.stream import Watched, changes
from together.tokens import count_guess
from together.views.answering import answered
from tools_app import access as tools_access
from tools_app.views.given import Given

ANSWERS_A_MINUTE = 30


class LinkNotFound(NotFound):
    """The same for a wrong, an expired and a revoked one: it tells nobody which."""

    code, title = "link_not_found", "This link does not work"


def address_of(request: HttpRequest, token: str) -> str:
    return request.build_absolute_uri(reverse("join", args=[token]))


def _link(request: HttpRequest, token: str) -> ShareLink:
    link = access.link_for_token(token)
    if link is None:
        count_guess(address=client_address(request))
        raise LinkNotFound("It may be mistyped or no longer valid. Ask whoever sent it to you.")
    return link


def _room(link: ShareLink, guest: Guest) -> Room:
    principal = shares.guest(link=link, guest_id=guest.id, name=guest.name)
    tool = tools_access.tool_to_open(principal=principal, slug=link.group.tool_slug)
    return Room(link.group, tool)


@form_page
@never_cache
def page(request: VisitorRequest, token: str) -> HttpResponseBase:
    link = _link(request, token)
    guest = known_guest(request, link)
    if guest is None:
        return _welcome(request, token, link)
    room = _room(link, guest)
    if request.method == "POST":
        return _answer(request, link, room, guest)
    principal = shares.guest(link=link, guest_id=guest.id, name=guest.name)
    return _show(request, link, room, guest, begun(room, mine(principal, room.group)))


def _welcome(request: VisitorRequest, token: str, link: ShareLink) -> HttpResponseBase:
    """A name first: the others should know who answers."""
    form = GuestForm(posted(request))
    if form.is_valid() and clean_name(form.cleaned_data["name"]):
        path = reverse("join", args=[token])
        response = HttpResponse(status=303, headers={"Location": path})
        guest = new_guest(form.cleaned_data["name"])
        remember(response, link=link, guest=guest, path=path)
        return response
    context = {"form": form, "group": link.group, "link": link}
    status = 400 if form.is_bound else 200
    return render(request, "together/welcome.html", context, status=status)


def _answer(
    request: VisitorRequest, link: ShareLink, room: Room, guest: Guest
) -> HttpResponseBase:  # fmt: skip
    principal = shares.guest(link=link, guest_id=guest.id, name=guest.name)

    def submit(given: Given) -> None:
        what = "Too many answers at once."
        count("guest", str(guest.id), limit=ANSWERS_A_MINUTE, window=60, what=what)
        submissions.submit(
            principal=principal,
            group=room.group,
            payload=given.value,
            source=Source.WEB,
            link=link,
        )

    def done() -> HttpResponseBase:
        return HttpResponse(status=303, headers={"Location": f"{request.path}?answered=1"})

    def show(given: Given, problem: str, status: int) -> HttpResponseBase:
        return _show(request, link, room, guest, given, problem=problem, status=status)

    return answered(request, room, submit=submit, done=done, show=show)


def _show(
    request: VisitorRequest,
    link: ShareLink,
    room: Room,
    guest: Guest,
    given: Given,
    *,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    principal = shares.guest(link=link, guest_id=guest.id, name=guest.name)
    own = mine(principal, room.group)
    context = page_context(room, principal, given, own, problem) | {
        "guest": guest,
        "may_join": True,
        "answered": "answered" in request.GET,
        "live_url": f"{request.path}/live",
        "stream_url": f"{request.path}/stream",
    }
    return render(request, "together/guest.html", context, status=status)


@require_safe
@never_cache
def stream(request: VisitorRequest, token: str) -> HttpResponseBase:
    link = _link(request, token)
    guest = known_guest(request, link)
    if guest is None:
        raise LinkNotFound("Open the link itself and say your name first.")

    def still_open() -> bool:
        return access.link_for_token(token) is not None

    watched = Watched(request.tenant, link.group.pk, known_version(request), still_open)
    return streams.sent(who=f"guest:{guest.id}", frames=changes(watched))


@require_safe
@never_cache
def live(request: VisitorRequest, token: str) -> HttpResponseBase:
    link = _link(request, token)
    guest = known_guest(request, link)
    if guest is None:
        raise LinkNotFound("Open the link itself and say your name first.")
    return polled(_room(link, guest), request.GET)
