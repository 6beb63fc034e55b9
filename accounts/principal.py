"""Whoever calls, in one shape. Authenticators build it; everything after them takes it."""

from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from accounts.catalogue import RIGHTS, Role, rights_in
from accounts.models import ApiKey, User
from config.errors import PermissionDenied


class Kind(StrEnum):
    USER = "user"
    API_KEY = "api_key"
    OAUTH = "oauth"
    AGENT = "agent"
    SHARE = "share"
    EMBED = "embed"
    SYSTEM = "system"


@dataclass(frozen=True)
class Principal:
    """`permissions` is what it holds now: the person's rights, narrowed by the scopes of a key."""

    kind: Kind
    id: UUID
    label: str
    permissions: frozenset[str]
    role: Role
    user_id: UUID
    email: str
    scopes: tuple[str, ...] | None = None

    def __str__(self) -> str:
        return f"{self.kind}:{self.id}"

    @property
    def role_label(self) -> str:
        return self.role.label

    def has(self, code: str) -> bool:
        return RIGHTS[code].code in self.permissions

    def require(self, code: str) -> None:
        """Raises `PermissionDenied` naming the right that is missing."""
        if not self.has(code):
            raise PermissionDenied(f"This needs the right “{RIGHTS[code].words}” ({code}).")


def principal_of_user(user: User) -> Principal:
    """`user` comes from `with_rights`."""
    return Principal(
        kind=Kind.USER,
        id=user.pk,
        label=str(user),
        permissions=frozenset(user.right_codes),
        role=user.role,
        user_id=user.pk,
        email=user.email,
    )


def principal_of_key(key: ApiKey) -> Principal:
    """`key` comes from `with_rights`: the owner's rights now, within the key's scopes."""
    key.user.role_names = key.role_names
    return Principal(
        kind=Kind.API_KEY,
        id=key.pk,
        label=f"{key.name} of {key.user}",
        permissions=frozenset(key.right_codes) & rights_in(key.scopes),
        role=key.user.role,
        user_id=key.user_id,
        email=key.user.email,
        scopes=tuple(key.scopes),
    )
