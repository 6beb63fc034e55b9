"""API keys, for the person who owns them."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from accounts import access, keys
from accounts.forms import KeyForm, RotateForm, add_faults
from accounts.http import SignedInRequest, form_page, posted, requires
from accounts.models import ApiKey
from accounts.principal import Principal
from config.errors import Fault, InvalidInput


@require_safe
@requires("api_keys.own.read")
def index(request: SignedInRequest) -> HttpResponseBase:
    principal = request.principal
    rows = [_row(principal, key) for key in access.visible_keys(principal=principal)]
    context = {"keys": rows, "may_create": principal.has("api_keys.own.manage")}
    return render(request, "accounts/keys.html", context)


def _row(principal: Principal, key: ApiKey) -> dict[str, Any]:
    own = key.user_id == principal.user_id and principal.has("api_keys.own.manage")
    active = key.status == "active"
    return {
        "name": key.name,
        "prefix": key.prefix,
        "scopes": key.scopes,
        "created_at": key.created_at,
        "last_used_at": key.last_used_at,
        "expires_at": key.expires_at,
        "status": key.status,
        "owner_label": key.owner_label,
        "own": key.user_id == principal.user_id,
        "may_rotate": active and own,
        "may_revoke": active and (own or principal.has("api_keys.tenant.manage")),
        "rotate_url": reverse("key-rotate", args=[key.pk]),
        "revoke_url": reverse("key-revoke", args=[key.pk]),
    }


@form_page
@sensitive_variables("secret")
@never_cache
@requires("api_keys.own.manage")
def create(request: SignedInRequest) -> HttpResponseBase:
    form = KeyForm(keys.scopes_offered_to(request.principal), posted(request))
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        try:
            key, secret = keys.create_key(
                principal=request.principal,
                name=data["name"],
                scopes=data["scopes"],
                expires_at=form.expires_at,
            )
        except InvalidInput as error:
            add_faults(form, error)
        else:
            return _show(request, key, secret)
    status = 400 if form.is_bound else 200
    return render(request, "accounts/key_create.html", {"form": form}, status=status)


@sensitive_variables("secret")
@never_cache
@require_POST
@requires("api_keys.own.manage")
def rotate(request: SignedInRequest, key_id: UUID) -> HttpResponseBase:
    form = RotateForm(request.POST)
    if not form.is_valid():
        raise InvalidInput(faults=[Fault("/grace_hours", "invalid", "Choose one of the times.")])
    key = access.key_to_rotate(principal=request.principal, key_id=key_id)
    grace = timedelta(hours=form.cleaned_data["grace_hours"])
    made, secret = keys.rotate_key(principal=request.principal, key=key, grace=grace)
    return _show(request, made, secret)


def _show(request: SignedInRequest, key: ApiKey, secret: str) -> HttpResponseBase:
    """The only answer that ever carries the key."""
    address = request.build_absolute_uri(reverse("api-me"))
    curl = f'curl -H "Authorization: Bearer {secret}" {address}'
    context = {"key": key, "plaintext": secret, "curl": curl}
    return render(request, "accounts/key_created.html", context)


@require_POST
@requires("api_keys.own.read")
def revoke(request: SignedInRequest, key_id: UUID) -> HttpResponseBase:
    key = access.key_to_revoke(principal=request.principal, key_id=key_id)
    keys.revoke_key(key=key)
    messages.success(request, f"The key “{key.name}” is revoked; it works no longer.")
    return redirect("keys")
