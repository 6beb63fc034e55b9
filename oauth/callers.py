"""Who calls with an access token: the person's rights now, within the token's scopes.

Kept in memory under the tenant's `access_version`, like API keys: a trigger raises it when a token or
a connection ends, so that a known token costs no query and a revoked one is refused by the next
request everywhere.
"""

import time
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from uuid import UUID

from django.utils import timezone

from accounts.callers import NOTED_EVERY
from accounts.principal import Kind, Principal
from accounts.rights import held_by
from oauth.models import Connection, Token
from oauth.scopes import rights_in
from oauth.secrets import ACCESS, digest_of
from tenants.context import current_tenant


@dataclass(frozen=True)
class Caller:
    principal: Principal
    expires_at: datetime
    resource: str


class _Unknown(Exception):
    """Not kept: a token may be made in the next moment, which raises no version."""


def principal_of_token(secret: str, *, resource: str) -> Principal | None:
    """None for what is unknown, too old, revoked, or meant for another audience."""
    if not secret.startswith(ACCESS):
        return None
    tenant = current_tenant()
    try:
        caller = _found(tenant.pk, tenant.access_version, digest_of(secret))
    except _Unknown:
        return None
    if caller.expires_at <= timezone.now() or caller.resource != resource:
        return None
    _note_use(caller.principal.id)
    return caller.principal


@lru_cache(maxsize=10_000)
def _found(tenant_id: UUID, access_version: int, digest: str) -> Caller:  # noqa: ARG001 - the key
    token = (
        Token.objects.filter(
            digest=digest,
            kind=Token.Kind.ACCESS,
            ended_at=None,
            connection__revoked_at=None,
            connection__user__is_active=True,
        )
        .select_related("connection__user", "connection__client")
        .first()
    )
    if token is None:
        raise _Unknown
    return Caller(_principal(token.connection, token.scopes), token.expires_at, token.resource)


def principal_of_connection(connection_id: UUID) -> Principal | None:
    """For work that goes on after the request: with all that the person agreed to."""
    rows = Connection.objects.filter(pk=connection_id, revoked_at=None, user__is_active=True)
    found = rows.select_related("user", "client").first()
    return _principal(found, found.scopes) if found else None


def _principal(connection: Connection, scopes: list[str]) -> Principal:
    person = connection.user
    held = held_by(person.groups.values_list("pk", flat=True))
    return Principal(
        kind=Kind.OAUTH,
        id=connection.pk,
        label=f"{connection.client.name} for {person}",
        permissions=held.codes & rights_in(scopes),
        role=held.role,
        user_id=person.pk,
        email=person.email,
        scopes=tuple(scopes),
    )


def person_behind(principal: Principal) -> frozenset[str]:
    """What the person holds now, whatever the token's scopes."""
    found = Connection.objects.filter(pk=principal.id).select_related("user").first()
    return held_by(found.user.groups.values_list("pk", flat=True)).codes if found else frozenset()


_noted: dict[UUID, float] = {}


def _note_use(connection_id: UUID) -> None:
    now = time.monotonic()
    if now - _noted.get(connection_id, -NOTED_EVERY.total_seconds()) >= NOTED_EVERY.total_seconds():
        _noted[connection_id] = now
        Connection.objects.filter(pk=connection_id).update(last_used_at=timezone.now())
