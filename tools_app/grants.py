"""Who may run a tool, beyond the rights that everybody with a role has: nobody named means all."""

from collections.abc import Container, Sequence
from uuid import UUID

from django.db import transaction

from accounts.access import people_to_grant
from accounts.catalogue import Role
from accounts.principal import Principal
from config.errors import Fault, InvalidInput
from tools_app import access
from tools_app.activity import record
from tools_app.authoring import locked_row
from tools_app.models import ToolAction
from tools_app.resolved import Grants
from tools_app.resolver import catalogue_changed


def grants_to_see(*, principal: Principal, slug: str) -> Grants:
    principal.require("tools.tenant.manage")
    return access.tool_to_see(principal=principal, slug=slug).grants


def restrict_tool(
    *, principal: Principal, slug: str, people: Sequence[UUID], roles: Sequence[str]
) -> Grants:
    """Only these people and roles may see and run it, and those who manage tools; with neither,
    everybody with the rights may again. Of a code tool, this hangs on the tenant's override.

    Raises `InvalidInput` naming whoever is not here."""
    principal.require("tools.tenant.manage")
    tool = access.tool_to_see(principal=principal, slug=slug)
    found = people_to_grant(principal=principal, ids=people)
    faults = [*_unknown_people(people, found), *_unknown_roles(roles)]
    if faults:
        raise InvalidInput(faults=faults)
    with transaction.atomic():
        row = locked_row(tool)
        # No new revision: nothing that a save could overwrite changes.
        row.save()
        access.set_grants(row, [found[each] for each in dict.fromkeys(people)], roles)
        before, after = _shown(tool.grants), _shown(Grants(frozenset(people), frozenset(roles)))
        action = ToolAction.GRANTED
        record(principal=principal, action=action, row=row, before=before, after=after)
        catalogue_changed()
    return Grants(frozenset(people), frozenset(roles))


def _shown(grants: Grants) -> dict[str, list[str]]:
    return {"people": sorted(map(str, grants.users)), "roles": sorted(grants.roles)}


def _unknown_people(people: Sequence[UUID], found: Container[UUID]) -> list[Fault]:
    return [
        Fault(f"/people/{index}", "unknown", "Nobody here has this id.")
        for index, each in enumerate(people)
        if each not in found
    ]


def _unknown_roles(roles: Sequence[str]) -> list[Fault]:
    known = ", ".join(role.value for role in Role)
    return [
        Fault(f"/roles/{index}", "unknown", f"One of {known}.")
        for index, each in enumerate(roles)
        if each not in set(Role)
    ]
