"""Whoever calls, in one shape. Authenticators build it; everything after them takes it."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from uuid import UUID

from accounts.catalogue import RIGHTS, Role
from accounts.models import User
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
    # The only tools there are for a guest with a link or a visitor of an embed.
    tools: frozenset[str] | None = None
    # Whose budget of runs it takes from, where many share one principal: visitors of an embed.
    budget: str = ""

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
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
    held = user.held
    return Principal(
        kind=Kind.USER,
        id=user.pk,
        label=str(user),
        permissions=held.codes,
        role=held.role,
        user_id=user.pk,
        email=user.email,
    )
