"""Changing who may do what: roles, deactivation, removal.

The rules: nobody changes their own role or removes themselves; nobody touches somebody above
them; the last active owner stays.
"""

import logging

from django.contrib.auth.models import Group
from django.db import transaction

from accounts.catalogue import Role
from accounts.models import User
from accounts.principal import Principal
from accounts.roles import give_role
from config.errors import Conflict, PermissionDenied

logger = logging.getLogger("tenon.accounts")


class LastOwner(Conflict):
    code, title = "last_owner", "A workspace keeps at least one owner"


def may_manage(principal: Principal, person: User) -> bool:
    """Whether the principal may act on this person at all."""
    return (
        principal.has("members.tenant.manage")
        and person.pk != principal.user_id
        and principal.role.outranks_or_equals(person.role)
    )


def roles_to_give(principal: Principal) -> list[Role]:
    return [role for role in Role if principal.role.outranks_or_equals(role)]


def change_role(*, principal: Principal, person: User, role: Role) -> None:
    _require_manageable(principal, person, own="Nobody changes their own role.")
    if not principal.role.outranks_or_equals(role):
        raise PermissionDenied(f"Only an owner can make somebody {role.label.lower()}.")
    with transaction.atomic():
        if role != Role.OWNER:
            _keep_an_owner(leaving=person)
        give_role(person, role)
    logger.info("Role changed", extra={"user": str(person.pk), "role": role})


def deactivate(*, principal: Principal, person: User) -> None:
    """The person keeps the account and loses all access, keys included, at the next request."""
    _require_manageable(principal, person, own="Nobody deactivates themselves.")
    with transaction.atomic():
        _keep_an_owner(leaving=person)
        User.objects.filter(pk=person.pk).update(is_active=False)
    logger.info("Person deactivated", extra={"user": str(person.pk)})


def reactivate(*, principal: Principal, person: User) -> None:
    _require_manageable(principal, person, own="Nobody reactivates themselves.")
    User.objects.filter(pk=person.pk).update(is_active=True)
    logger.info("Person reactivated", extra={"user": str(person.pk)})


def remove(*, principal: Principal, person: User) -> None:
    """Deletes the account with its keys; what it did stays in the history under its name."""
    _require_manageable(principal, person, own="Nobody removes themselves.")
    with transaction.atomic():
        _keep_an_owner(leaving=person)
        person.delete()
    logger.info("Person removed", extra={"user": str(person.pk)})


def _require_manageable(principal: Principal, person: User, *, own: str) -> None:
    principal.require("members.tenant.manage")
    if person.pk == principal.user_id:
        raise PermissionDenied(own, code="own_account")
    if not principal.role.outranks_or_equals(person.role):
        raise PermissionDenied(f"Only an owner can do this to an {person.role.label.lower()}.")


def _keep_an_owner(*, leaving: User) -> None:
    """Locks the role, so that two owners cannot remove each other at the same time."""
    Group.objects.select_for_update().get(name=Role.OWNER)
    owners = User.objects.filter(groups__name=Role.OWNER, is_active=True)
    if set(owners.values_list("pk", flat=True)) <= {leaving.pk}:
        raise LastOwner("Make somebody else an owner first.")
