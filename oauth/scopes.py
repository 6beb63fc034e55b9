"""Scopes that a program may be given.

The names that API keys know, and for each other resource a bundle `<resource>:read` or
`<resource>:write`, which is whatever the catalogue has for it now. What would outlive a token, or give
it to others (keys, people, administration, other workspaces), cannot be asked for.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from accounts.catalogue import CATALOGUE, SCOPES, Right, Scope

OFFLINE = "offline_access"
KEPT_BACK = {"api_keys", "members", "admin", "tenants", "sandbox"}
NOT_OFFERED = {"keys:read", "keys:write", "platform:read"}
# What a program gets that asks for nothing in particular.
USUAL = ("tools:execute",)


@cache
def offered() -> dict[str, Scope]:
    named = {name: scope for name, scope in SCOPES.items() if name not in NOT_OFFERED}
    return {**_bundles(), **named}


def _bundles() -> dict[str, Scope]:
    resources = sorted({right.resource for right in CATALOGUE} - KEPT_BACK)
    found = {}
    for resource in resources:
        rights = [right for right in CATALOGUE if right.resource == resource]
        found[f"{_name(resource)}:read"] = _bundle([r for r in rights if r.action == "read"])
        found[f"{_name(resource)}:write"] = _bundle(rights)
    return {name: scope for name, scope in found.items() if scope.rights}


def _name(resource: str) -> str:
    return resource.replace("_", "-")


def _bundle(rights: Sequence[Right]) -> Scope:
    kept = [right for right in rights if not right.platform_only]
    words = "; ".join(right.words for right in kept)
    return Scope(words, frozenset(right.code for right in kept))


def names() -> list[str]:
    return [*offered(), OFFLINE]


def words_for(scope: str) -> str:
    if scope == OFFLINE:
        return "Stay connected while you are away, until you revoke it"
    return offered()[scope].words


def rights_in(scopes: Iterable[str]) -> frozenset[str]:
    """The rights that the scopes name now. One that no longer exists grants nothing."""
    known = offered()
    return frozenset().union(*(known[scope].rights for scope in scopes if scope in known))


def scopes_for(rights: Iterable[str]) -> list[str]:
    """The fewest named scopes that a program must ask for to get these rights."""
    missing, found = set(rights), []
    for name, scope in SCOPES.items():
        if name in offered() and missing & scope.rights:
            found.append(name)
            missing -= scope.rights
    return found
