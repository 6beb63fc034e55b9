"""API keys: making, rotating, revoking. (Who calls with one: `accounts.callers`.)"""

import hashlib
import logging
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.catalogue import SCOPES
from accounts.models import ApiKey
from accounts.principal import Kind, Principal
from config.errors import Conflict, Fault, InvalidInput

logger = logging.getLogger("tenon.accounts")

MARK = "tnn_"
RANDOM_BYTES = 32
PREFIX_LENGTH = 12
MOST_KEYS_A_PERSON = 50


def digest_of(secret: str) -> str:
    # The key has 256 random bits: a slow hash would protect nothing more.
    return hashlib.sha256(secret.encode()).hexdigest()


def create_key(
    *, principal: Principal, name: str, scopes: Sequence[str], expires_at: datetime | None
) -> tuple[ApiKey, str]:
    """A key that acts for the principal's person. The plaintext is returned this once.

    A key that makes a key cannot widen it: neither scopes nor life may go beyond its own.
    """
    principal.require("api_keys.own.manage")
    faults = [
        *_name_faults(name),
        *_scope_faults(principal, scopes),
        *_expiry_faults(principal, expires_at),
    ]
    if faults:
        raise InvalidInput(faults=faults)
    if (
        ApiKey.objects.filter(user_id=principal.user_id, revoked_at=None).count()
        >= MOST_KEYS_A_PERSON
    ):
        raise Conflict(
            f"You have {MOST_KEYS_A_PERSON} keys already. Revoke one first.", code="too_many_keys"
        )
    secret = MARK + secrets.token_urlsafe(RANDOM_BYTES)
    key = ApiKey.objects.create(
        user_id=principal.user_id,
        name=name.strip(),
        prefix=secret[:PREFIX_LENGTH],
        digest=digest_of(secret),
        scopes=sorted(set(scopes)),
        expires_at=expires_at,
    )
    logger.info("API key made", extra={"key": str(key.pk)})
    return key, secret


def _name_faults(name: str) -> list[Fault]:
    if name.strip():
        return []
    return [Fault("/name", "required", "Give the key a name that says what uses it.")]


def _scope_faults(principal: Principal, scopes: Sequence[str]) -> list[Fault]:
    if not scopes:
        return [Fault("/scopes", "required", "Choose at least one scope.")]
    faults = []
    offered = scopes_offered_to(principal)
    for index, scope in enumerate(scopes):
        if scope not in SCOPES:
            faults.append(Fault(f"/scopes/{index}", "unknown", f"There is no scope {scope!r}."))
        elif scope not in offered:
            words = f"You cannot give {scope!r}: you hold none of its rights yourself."
            faults.append(Fault(f"/scopes/{index}", "not_held", words))
    return faults


def scopes_offered_to(principal: Principal) -> list[str]:
    """The scopes that would grant this principal's keys anything."""
    return [
        name
        for name, scope in SCOPES.items()
        if scope.rights & principal.permissions
        and (principal.scopes is None or name in principal.scopes)
    ]


def _expiry_faults(principal: Principal, expires_at: datetime | None) -> list[Fault]:
    if expires_at and expires_at <= timezone.now():
        return [Fault("/expires_at", "past", "The expiry must be in the future.")]
    if principal.kind == Kind.API_KEY:
        limit = ApiKey.objects.values_list("expires_at", flat=True).get(pk=principal.id)
        if limit and (expires_at is None or expires_at > limit):
            words = f"A key cannot make one that outlives it: at the latest {limit.isoformat()}."
            return [Fault("/expires_at", "too_late", words)]
    return []


def rotate_key(*, principal: Principal, key: ApiKey, grace: timedelta) -> tuple[ApiKey, str]:
    """A new key with the same name and scopes; the old one works for the grace time."""
    if key.status != "active":
        raise Conflict("Only an active key can be rotated. Make a new one.", code="key_not_active")
    now = timezone.now()
    with transaction.atomic():
        made = create_key(
            principal=principal, name=key.name, scopes=key.scopes, expires_at=key.expires_at
        )
        ends = now + grace
        if grace:
            key.expires_at = min(key.expires_at or ends, ends)
        else:
            key.revoked_at = now
        key.save(update_fields=["expires_at", "revoked_at"])
    return made


def revoke_key(*, key: ApiKey) -> None:
    """Revoking twice is no error: the key is as dead as it was."""
    ApiKey.objects.filter(pk=key.pk, revoked_at=None).update(revoked_at=timezone.now())
    logger.info("API key revoked", extra={"key": str(key.pk)})
