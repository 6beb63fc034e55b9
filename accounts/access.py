"""Fetching authorises: each function returns what the principal may see or change, or raises
`NotFound`. Views and the API fetch in no other way."""

from collections.abc import Iterable
from typing import TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet

from accounts.models import ApiKey, Invitation, User
from accounts.principal import Principal
from config.errors import NotFound

Row = TypeVar("Row", bound=Model)


def visible_keys(*, principal: Principal) -> QuerySet[ApiKey]:
    """One's own keys, and everyone's for those who may see them."""
    keys = ApiKey.objects.select_related("user")
    if principal.has("api_keys.tenant.read"):
        return keys
    principal.require("api_keys.own.read")
    return keys.filter(user_id=principal.user_id)


def own_keys(*, principal: Principal) -> QuerySet[ApiKey]:
    return visible_keys(principal=principal).filter(user_id=principal.user_id)


def key_to_see(*, principal: Principal, key_id: UUID) -> ApiKey:
    return _one(visible_keys(principal=principal), key_id)


def key_to_revoke(*, principal: Principal, key_id: UUID) -> ApiKey:
    """One's own; anyone's with the right to manage all keys."""
    key = key_to_see(principal=principal, key_id=key_id)
    own = key.user_id == principal.user_id and principal.has("api_keys.own.manage")
    if not own:
        principal.require("api_keys.tenant.manage")
    return key


def key_to_rotate(*, principal: Principal, key_id: UUID) -> ApiKey:
    """One's own only: rotating reveals a key that acts for its owner."""
    principal.require("api_keys.own.manage")
    return _one(own_keys(principal=principal), key_id)


def visible_people(*, principal: Principal) -> QuerySet[User]:
    principal.require("members.tenant.read")
    return User.objects.with_groups()


def people_to_grant(*, principal: Principal, ids: Iterable[UUID]) -> dict[UUID, User]:
    """Those of these ids who are active people of this tenant."""
    principal.require("tools.tenant.manage")
    return {person.pk: person for person in User.objects.filter(pk__in=ids, is_active=True)}


def person_to_manage(*, principal: Principal, person_id: UUID) -> User:
    """Somebody of this tenant. Whether the act is allowed is `accounts.people`'s to say."""
    principal.require("members.tenant.manage")
    return _one(visible_people(principal=principal), person_id)


def own_account(*, principal: Principal) -> User:
    return _one(User.objects.with_groups(), principal.user_id)


def open_invitations(*, principal: Principal) -> QuerySet[Invitation]:
    principal.require("members.tenant.manage")
    return Invitation.objects.filter(accepted_at=None)


def invitation_to_manage(*, principal: Principal, invitation_id: UUID) -> Invitation:
    return _one(open_invitations(principal=principal), invitation_id)


def _one(rows: QuerySet[Row], key: UUID) -> Row:
    row = rows.filter(pk=key).first()
    if row is None:
        raise NotFound
    return row
