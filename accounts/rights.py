"""What the groups of a tenant allow, without asking the database for it on every request.

The request's lookup of its tenant brings `access_version`, which triggers in the database raise whenever roles,
memberships, people or keys of that tenant change. So what depends on them is kept in memory under
(tenant, version): reading it costs no query, and a change is seen by the next request everywhere.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

from django.contrib.auth.models import Group

from accounts.catalogue import Role
from tenants.context import current_tenant


@dataclass(frozen=True)
class Held:
    """A role and the rights that come with it."""

    role: Role
    codes: frozenset[str]


NOTHING = Held(Role.GUEST, frozenset())


def held_by(group_ids: Iterable[int]) -> Held:
    """What somebody in these groups holds in the tenant in use; nobody has more than one role."""
    tenant = current_tenant()
    table = _table(tenant.pk, tenant.access_version)
    return next((table[group_id] for group_id in group_ids if group_id in table), NOTHING)


@lru_cache(maxsize=10_000)
def _table(tenant_id: UUID, access_version: int) -> dict[int, Held]:  # noqa: ARG001 - the key
    names = {role.value for role in Role}
    groups = Group.objects.filter(name__in=names).prefetch_related("permissions")
    return {
        group.pk: Held(
            Role(group.name),
            frozenset(permission.codename for permission in group.permissions.all()),
        )
        for group in groups
    }
