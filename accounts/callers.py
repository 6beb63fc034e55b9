"""Who calls with an API key.

The answer is kept in memory under the tenant's `access_version`, which triggers in the database
raise with any change to a key, its owner or their role: a known key costs no query, and one that
was revoked is refused by the next request everywhere.
"""

import json
import time
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from uuid import UUID

from django.utils import timezone

from accounts.catalogue import rights_in
from accounts.keys import MARK, digest_of
from accounts.models import ApiKey
from accounts.principal import Kind, Principal
from accounts.rights import held_by
from tenants.backend.base import connection
from tenants.backend.hot import HotStatement
from tenants.context import current_tenant

# "Last used" is written at most this often, by each process.
NOTED_EVERY = timedelta(minutes=1)

# Written by hand: the ORM takes longer to build this than PostgreSQL to answer it.
SELECT = """
SELECT json_build_array(
  key.id, key.name, key.scopes, key.expires_at, person.id, person.name, person.email,
  ARRAY(SELECT group_id FROM accounts_user_groups WHERE user_id = person.id)
)
FROM accounts_apikey AS key
JOIN accounts_user AS person ON person.id = key.user_id
WHERE key.revoked_at IS NULL AND person.is_active
"""
FIND = HotStatement(f"{SELECT} AND key.digest = $1")
FIND_BY_ID = HotStatement(f"{SELECT} AND key.id = $1::uuid")


@dataclass(frozen=True)
class Caller:
    principal: Principal
    expires_at: datetime | None


class _Unknown(Exception):
    """Not kept: a key may be made in the next moment, which raises no version."""


def principal_of_secret(secret: str) -> Principal | None:
    """Who calls with this key: the owner's rights now, within the key's scopes. Notes the use."""
    if not secret.startswith(MARK):
        return None
    tenant = current_tenant()
    try:
        caller = _found(tenant.pk, tenant.access_version, digest_of(secret))
    except _Unknown:
        return None
    if caller.expires_at and caller.expires_at <= timezone.now():
        return None
    _note_use(caller.principal.id)
    return caller.principal


def principal_of_key(key_id: UUID) -> Principal | None:
    """Who would call with this key now, for work that it began earlier. Read anew each time."""
    try:
        caller = _caller(FIND_BY_ID, str(key_id))
    except _Unknown:
        return None
    expired = caller.expires_at and caller.expires_at <= timezone.now()
    return None if expired else caller.principal


@lru_cache(maxsize=10_000)
def _found(tenant_id: UUID, access_version: int, digest: str) -> Caller:  # noqa: ARG001 - the key
    return _caller(FIND, digest)


def _caller(statement: HotStatement, value: str) -> Caller:
    """Raises `_Unknown`."""
    rows = connection.hot(statement, value)
    if not rows:
        raise _Unknown
    key_id, name, scopes, expires_at, user_id, person, email, group_ids = json.loads(
        rows[0][0] or ""
    )
    held = held_by(group_ids)
    principal = Principal(
        kind=Kind.API_KEY,
        id=UUID(key_id),
        label=f"{name} of {person or email}",
        permissions=held.codes & rights_in(tuple(scopes)),
        role=held.role,
        user_id=UUID(user_id),
        email=email,
        scopes=tuple(scopes),
    )
    return Caller(principal, datetime.fromisoformat(expires_at) if expires_at else None)


_noted: dict[UUID, float] = {}


def _note_use(key_id: UUID) -> None:
    now = time.monotonic()
    if now - _noted.get(key_id, -NOTED_EVERY.total_seconds()) >= NOTED_EVERY.total_seconds():
        _noted[key_id] = now
        ApiKey.objects.filter(pk=key_id).update(last_used_at=timezone.now())
