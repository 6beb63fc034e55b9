"""Who somebody is now, when all that was kept is a kind and an id.

For work that began in one request and goes on in another: what was allowed then may not be any
more. Apps above this one register the kinds of principals that they make.
"""

from collections.abc import Callable
from uuid import UUID

from accounts.callers import principal_of_key
from accounts.models import User
from accounts.principal import Kind, Principal, principal_of_user
from config.errors import PermissionDenied

Recaller = Callable[[UUID, UUID], Principal | None]
"""(id of the principal, id of the person behind it) → who it is now, or None if it is gone"""


class CallerGone(PermissionDenied):
    code, title = "caller_gone", "Whoever asked may not ask any more"


class DuplicateRecaller(Exception):
    pass


class Recallers:
    def __init__(self) -> None:
        self._recallers: dict[Kind, Recaller] = {}

    def register(self, kind: Kind, recaller: Recaller) -> None:
        if kind in self._recallers:
            raise DuplicateRecaller(kind)
        self._recallers[kind] = recaller

    def recall(self, *, kind: Kind, id: UUID, user_id: UUID, label: str) -> Principal:  # noqa: A002
        """The principal with the rights it holds now. Raises `CallerGone`; so does a kind that
        nobody knows how to recall."""
        recaller = self._recallers.get(kind)
        found = recaller(id, user_id) if recaller else None
        if found is None:
            raise CallerGone(f"{label} was removed, revoked or deactivated.")
        return found


def _person(person_id: UUID, _user_id: UUID) -> Principal | None:
    person = User.objects.with_groups().filter(pk=person_id, is_active=True).first()
    return principal_of_user(person) if person else None


def _key(key_id: UUID, _user_id: UUID) -> Principal | None:
    return principal_of_key(key_id)


recallers = Recallers()
recallers.register(Kind.USER, _person)
recallers.register(Kind.API_KEY, _key)
