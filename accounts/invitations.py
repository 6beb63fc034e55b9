"""Invitations: a signed link, good for seven days, for one account, in one tenant."""

import logging
import uuid
from datetime import timedelta

from django.contrib.auth.password_validation import validate_password
from django.core import signing
from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts import tasks
from accounts.catalogue import Role
from accounts.models import Invitation, User
from accounts.principal import Principal
from accounts.roles import give_role
from config.errors import AppError, Conflict, Fault, InvalidInput, PermissionDenied
from tenants.cache import tenant_key
from tenants.context import current_tenant

logger = logging.getLogger("tenon.accounts")

LIFETIME = timedelta(days=7)


class InvitationInvalid(AppError):
    """The link leads nowhere; `detail` says why and what to do."""

    status, code, title = 410, "invitation_invalid", "This invitation cannot be used"


def invite(*, principal: Principal, email: str, role: Role) -> Invitation:
    """Invite somebody; an open invitation of the same address is replaced."""
    principal.require("members.tenant.manage")
    if not principal.role.outranks_or_equals(role):
        raise PermissionDenied(f"Only an owner can invite an {role.label.lower()}.")
    return open_invitation(email=email, role=role, invited_by=principal.label)


def open_invitation(*, email: str, role: Role, invited_by: str) -> Invitation:
    email = email.strip().lower()
    if User.objects.filter(email=email).exists():
        fault = Fault("/email", "taken", "This person has an account here already.")
        raise InvalidInput(faults=[fault])
    with transaction.atomic():
        invitation, _ = Invitation.objects.update_or_create(
            email=email,
            accepted_at=None,
            defaults={
                "role": role,
                "nonce": uuid.uuid4(),
                "invited_by_label": invited_by,
                "expires_at": timezone.now() + LIFETIME,
            },
        )
        _mail_on_commit(invitation)
    logger.info("Person invited", extra={"invitation": str(invitation.pk), "role": role})
    return invitation


def renew(*, principal: Principal, invitation: Invitation) -> Invitation:
    """A new link, mailed again; the old one is dead."""
    role = Role(invitation.role)
    return invite(principal=principal, email=invitation.email, role=role)


def withdraw(*, principal: Principal, invitation: Invitation) -> None:
    principal.require("members.tenant.manage")
    invitation.delete()


def _mail_on_commit(invitation: Invitation) -> None:
    tenant, pk = current_tenant().slug, str(invitation.pk)
    transaction.on_commit(
        lambda: tasks.enqueue(tasks.mail_invitation, tenant=tenant, invitation_id=pk)
    )


# -- The link ---------------------------------------------------------------------------------


def _salt() -> str:
    return tenant_key("invitation")


def path_of(invitation: Invitation) -> str:
    token = signing.dumps([invitation.pk.hex, invitation.nonce.hex], salt=_salt())
    return reverse("invitation", args=[token])


def path_for(email: str) -> str:
    """The path of the open invitation of an address; empty when there is none."""
    invitation = Invitation.objects.filter(email=email, accepted_at=None).first()
    return path_of(invitation) if invitation else ""


def find_by_token(token: str, *, lock: bool = False) -> Invitation:
    """The open invitation behind a link. Raises `InvitationInvalid`."""
    try:
        pk, nonce = signing.loads(token, salt=_salt())
    except signing.BadSignature as error:
        raise InvitationInvalid(
            "The link is not complete, or it belongs to another workspace. Copy it again."
        ) from error
    rows = Invitation.objects.select_for_update() if lock else Invitation.objects.all()
    invitation = rows.filter(pk=pk, nonce=nonce).first()
    if invitation is None:
        raise InvitationInvalid("It was withdrawn or replaced by a newer one.")
    if invitation.accepted_at:
        raise InvitationInvalid("It has been used already. Sign in with the account it made.")
    if invitation.is_expired:
        raise InvitationInvalid("It was good for seven days. Ask for a new one.")
    return invitation


def accept(*, token: str, name: str, password: str) -> User:
    """Make the account. Of two at the same time, one wins."""
    with transaction.atomic():
        invitation = find_by_token(token, lock=True)
        user = User(email=invitation.email, name=name.strip())
        try:
            validate_password(password, user)
        except ValidationError as error:
            faults = [Fault("/password1", "weak", words) for words in error.messages]
            raise InvalidInput(faults=faults) from error
        if User.objects.filter(email=invitation.email).exists():
            raise Conflict("This person has an account here already. Sign in instead.")
        user.set_password(password)
        user.save()
        give_role(user, Role(invitation.role))
        invitation.accepted_at = timezone.now()
        invitation.save(update_fields=["accepted_at"])
    logger.info("Invitation accepted", extra={"user": str(user.pk)})
    return user
