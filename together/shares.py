"""Share links: making, regenerating, revoking; and who comes by one."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.catalogue import Role
from accounts.principal import Kind, Principal
from config.errors import Fault, InvalidInput
from sessions_app.events import EventType, Source
from together.models import GroupSession, ShareLink
from together.sessions import note, require_active
from together.tokens import digest_of, new_token
from tools_app.composed import slugs_within
from tools_app.resolver import catalogue

MOST_SUBMISSIONS = 200
LONGEST_NAME = 60
RIGHTS = frozenset({"tools.team.read", "tools.team.execute"})


def share(
    *,
    principal: Principal,
    group: GroupSession,
    source: Source,
    expires_at: datetime | None = None,
    submission_limit: int = MOST_SUBMISSIONS,
) -> tuple[ShareLink, str]:
    """A link for guests; the one before it is dead. The token is returned this once."""
    faults = _faults(expires_at, submission_limit)
    if faults:
        raise InvalidInput(faults=faults)
    token = new_token()
    with transaction.atomic():
        require_active(group)
        _revoke(group)
        link = ShareLink.objects.create(
            group=group,
            digest=digest_of(token),
            submission_limit=submission_limit,
            created_by_label=principal.label,
            expires_at=expires_at,
        )
        note(
            principal=principal,
            group=group,
            source=source,
            kind=EventType.SESSION_SHARED,
            link=str(link.pk),
            expires_at=expires_at.isoformat() if expires_at else None,
            submission_limit=submission_limit,
        )
    return link, token


def _faults(expires_at: datetime | None, submission_limit: int) -> list[Fault]:
    faults = []
    if expires_at and expires_at <= timezone.now():
        faults.append(Fault("/expires_at", "past", "The expiry must be in the future."))
    if not 1 <= submission_limit <= MOST_SUBMISSIONS:
        words = f"From 1 to {MOST_SUBMISSIONS}."
        faults.append(Fault("/submission_limit", "range", words))
    return faults


def revoke(*, principal: Principal, group: GroupSession, source: Source) -> None:
    """Whoever comes by the link is refused at once. Revoking twice is no error."""
    with transaction.atomic():
        if _revoke(group):
            note(
                principal=principal,
                group=group,
                source=source,
                kind=EventType.SHARE_REVOKED,
            )


def _revoke(group: GroupSession) -> int:
    return group.links.filter(revoked_at=None).update(revoked_at=timezone.now())


def guest(*, link: ShareLink, guest_id: UUID, name: str) -> Principal:
    """Whoever came by the link: may run the session's tool, and nothing else."""
    tools = catalogue().tools
    tool = tools.get(link.group.tool_slug)
    return Principal(
        kind=Kind.SHARE,
        id=guest_id,
        label=f"{name} (guest)",
        permissions=RIGHTS,
        role=Role.GUEST,
        user_id=guest_id,
        email="",
        tools=slugs_within(tool, tools) if tool else frozenset(),
    )
