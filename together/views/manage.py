"""What the creator of a session, or an administrator, does with it."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST

from accounts.http import SignedInRequest, requires
from config.errors import Fault, InvalidInput
from sessions_app.events import Source
from together import access, sessions, shares
from together.access import SessionNotFound
from together.forms import ShareForm
from together.models import GroupSession
from together.views.join import address_of


def _group(request: SignedInRequest, slug: str, session_id: UUID) -> GroupSession:
    group = access.group_to_manage(principal=request.principal, session_id=session_id)
    if group.tool_slug != slug:
        raise SessionNotFound(f"It is no session of {slug}.")
    return group


@require_POST
@requires(access.START)
def complete(request: SignedInRequest, slug: str, session_id: UUID) -> HttpResponseBase:
    group = _group(request, slug, session_id)
    sessions.complete_session(principal=request.principal, group=group, source=Source.WEB)
    messages.success(request, f"“{group.title}” is closed. The result stays here.")
    return redirect("group", slug, session_id)


@require_POST
@requires(access.START)
def cancel(request: SignedInRequest, slug: str, session_id: UUID) -> HttpResponseBase:
    group = _group(request, slug, session_id)
    sessions.cancel_session(principal=request.principal, group=group, source=Source.WEB)
    messages.success(request, f"“{group.title}” is cancelled.")
    return redirect("group", slug, session_id)


@sensitive_variables("token")
@never_cache
@require_POST
@requires(access.START)
def share(request: SignedInRequest, slug: str, session_id: UUID) -> HttpResponseBase:
    """The only page that ever shows the link."""
    form = ShareForm(request.POST)
    if not form.is_valid():
        words = "Choose one of the times, and a number of answers from 1 to 200."
        raise InvalidInput(words, faults=[Fault("/submission_limit", "invalid", words)])
    group = _group(request, slug, session_id)
    link, token = shares.share(
        principal=request.principal,
        group=group,
        source=Source.WEB,
        expires_at=form.expires_at,
        submission_limit=form.cleaned_data["submission_limit"],
    )
    context = {"group": group, "slug": slug, "link": link, "url": address_of(request, token)}
    return render(request, "together/shared.html", context)


@require_POST
@requires(access.START)
def revoke(request: SignedInRequest, slug: str, session_id: UUID) -> HttpResponseBase:
    group = _group(request, slug, session_id)
    shares.revoke(principal=request.principal, group=group, source=Source.WEB)
    messages.success(request, "The link is revoked; whoever has it is refused from now on.")
    return redirect("group", slug, session_id)
