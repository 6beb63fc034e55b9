"""Who is here, in which role."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from accounts import access, invitations, people
from accounts.catalogue import Role
from accounts.forms import RoleForm
from accounts.http import SignedInRequest, requires
from accounts.models import Invitation, User
from accounts.principal import Principal
from config.errors import Fault, InvalidInput


@require_safe
@requires("members.tenant.read")
def index(request: SignedInRequest) -> HttpResponseBase:
    principal = request.principal
    may_invite = principal.has("members.tenant.manage")
    rows = [_row(principal, person) for person in access.visible_people(principal=principal)]
    open_ones = access.open_invitations(principal=principal) if may_invite else []
    context = {
        "people": rows,
        "roles": [(role.value, role.label) for role in people.roles_to_give(principal)],
        "may_invite": may_invite,
        "invitations": [_invitation_row(request, invitation) for invitation in open_ones],
    }
    return render(request, "accounts/people.html", context)


def _row(principal: Principal, person: User) -> dict[str, Any]:
    acts = ("role", "deactivate", "reactivate", "remove")
    return {
        "name": person.name,
        "email": person.email,
        "role": person.role.value,
        "role_label": person.role_label,
        "is_active": person.is_active,
        "last_login": person.last_login,
        "is_self": person.pk == principal.user_id,
        "manageable": people.may_manage(principal, person),
        **{f"{act}_url": reverse(f"person-{act}", args=[person.pk]) for act in acts},
    }


def _invitation_row(request: SignedInRequest, invitation: Invitation) -> dict[str, Any]:
    return {
        "email": invitation.email,
        "role_label": invitation.role_label,
        "invited_by_label": invitation.invited_by_label,
        "expires_at": invitation.expires_at,
        "link": request.build_absolute_uri(invitations.path_of(invitation)),
        "renew_url": reverse("invitation-renew", args=[invitation.pk]),
        "withdraw_url": reverse("invitation-withdraw", args=[invitation.pk]),
    }


@require_POST
@requires("members.tenant.manage")
def role(request: SignedInRequest, person_id: UUID) -> HttpResponseBase:
    form = RoleForm(request.POST)
    if not form.is_valid():
        raise InvalidInput(faults=[Fault("/role", "unknown", "There is no such role.")])
    person = access.person_to_manage(principal=request.principal, person_id=person_id)
    new = Role(form.cleaned_data["role"])
    people.change_role(principal=request.principal, person=person, role=new)
    messages.success(request, f"{person} is now {new.label.lower()}.")
    return redirect("people")


Act = Callable[..., None]


def _acting(act: Act, done: str) -> Callable[..., HttpResponseBase]:
    """A view that does one thing to one person."""

    @require_POST
    @requires("members.tenant.manage")
    def view(request: SignedInRequest, person_id: UUID) -> HttpResponseBase:
        person = access.person_to_manage(principal=request.principal, person_id=person_id)
        name = str(person)
        act(principal=request.principal, person=person)
        messages.success(request, f"{name} {done}")
        return redirect("people")

    return view


deactivate = _acting(people.deactivate, "can no longer sign in.")
reactivate = _acting(people.reactivate, "can sign in again.")
remove = _acting(people.remove, "is removed.")
