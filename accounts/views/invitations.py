"""Inviting somebody, and accepting."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from accounts import access, invitations, people
from accounts.catalogue import Role
from accounts.forms import AcceptForm, InviteForm, add_faults
from accounts.http import SignedInRequest, VisitorRequest, form_page, posted, requires
from config.errors import InvalidInput


@form_page
@requires("members.tenant.manage")
def invite(request: SignedInRequest) -> HttpResponseBase:
    form = InviteForm(people.roles_to_give(request.principal), posted(request))
    if request.method == "POST" and form.is_valid():
        role = Role(form.cleaned_data["role"])
        try:
            invitation = invitations.invite(
                principal=request.principal, email=form.cleaned_data["email"], role=role
            )
        except InvalidInput as error:
            add_faults(form, error)
        else:
            messages.success(
                request,
                f"{invitation.email} is invited. The link is below, and on its way by mail.",
            )
            return redirect("people")
    status = 400 if form.is_bound else 200
    return render(request, "accounts/invite.html", {"form": form}, status=status)


@require_POST
@requires("members.tenant.manage")
def renew(request: SignedInRequest, invitation_id: UUID) -> HttpResponseBase:
    invitation = access.invitation_to_manage(
        principal=request.principal, invitation_id=invitation_id
    )
    invitations.renew(principal=request.principal, invitation=invitation)
    messages.success(request, f"{invitation.email} has a new link; the old one no longer works.")
    return redirect("people")


@require_POST
@requires("members.tenant.manage")
def withdraw(request: SignedInRequest, invitation_id: UUID) -> HttpResponseBase:
    invitation = access.invitation_to_manage(
        principal=request.principal, invitation_id=invitation_id
    )
    invitations.withdraw(principal=request.principal, invitation=invitation)
    messages.success(request, f"The invitation of {invitation.email} is withdrawn.")
    return redirect("people")


@form_page
@sensitive_post_parameters()
@never_cache
def accept(request: VisitorRequest, token: str) -> HttpResponse:
    try:
        invitation = invitations.find_by_token(token)
    except invitations.InvitationInvalid as error:
        why = {"reason": error.detail}
        return render(request, "accounts/invitation_invalid.html", why, status=error.status)
    form = AcceptForm(posted(request))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            user = invitations.accept(token=token, name=data["name"], password=data["password1"])
        except InvalidInput as error:
            add_faults(form, error)
        else:
            login(request, user, backend="accounts.authentication.TenantBackend")
            messages.success(request, f"Welcome to {request.tenant.name}.")
            return redirect("home")
    context = {"invitation": invitation, "form": form}
    status = 400 if form.is_bound else 200
    return render(request, "accounts/invitation.html", context, status=status)
