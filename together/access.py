"""Fetching authorises: sessions that a principal may see, join or manage; links and embeds by what
visitors bring."""

from uuid import UUID

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.principal import Principal
from config.errors import NotFound, PermissionDenied
from together.models import Embed, GroupSession, Join, ShareLink, Submission
from together.tokens import digest_of

SEE = "tool_sessions.team.read"
JOIN = "tool_sessions.team.update"
START = "tool_sessions.team.create"
MANAGE = "tool_sessions.tenant.manage"
PUBLISH = "tools.tenant.manage"


class SessionNotFound(NotFound):
    code, title = "session_not_found", "There is no such session"


def visible_groups(*, principal: Principal) -> QuerySet[GroupSession]:
    """Those for the whole team, those one was asked into, and one's own; all with the right."""
    rows = GroupSession.objects.select_related("session")
    if principal.has(MANAGE):
        return rows
    principal.require(SEE)
    mine = Q(session__user_id=principal.user_id) | Q(people__contains=[principal.user_id])
    return rows.filter(Q(join=Join.TEAM) | mine)


def group_to_see(*, principal: Principal, session_id: UUID) -> GroupSession:
    found = visible_groups(principal=principal).filter(pk=session_id).first()
    if found is None:
        raise SessionNotFound("It does not exist, or you were not asked to take part.")
    return found


def group_of(session_id: UUID) -> GroupSession:
    """Of somebody who was let in before; who may see it was asked then."""
    return GroupSession.objects.select_related("session").get(pk=session_id)


def group_to_join(*, principal: Principal, session_id: UUID) -> GroupSession:
    """To answer in. Who only manages a session takes no part in it."""
    group = group_to_see(principal=principal, session_id=session_id)
    principal.require(JOIN)
    if not may_join(principal, group):
        raise PermissionDenied("Only those who were asked take part in this session.")
    return group


def may_join(principal: Principal, group: GroupSession) -> bool:
    if not principal.has(JOIN):
        return False
    asked = group.join == Join.TEAM or principal.user_id in group.people
    return asked or group.session.user_id == principal.user_id


def group_to_manage(*, principal: Principal, session_id: UUID) -> GroupSession:
    """To close, cancel and share: the creator's, and whoever may manage anyone's."""
    group = group_to_see(principal=principal, session_id=session_id)
    if not may_manage(principal, group):
        raise PermissionDenied("Only who opened the session, or an administrator, may do this.")
    return group


def may_manage(principal: Principal, group: GroupSession) -> bool:
    own = group.session.user_id == principal.user_id and principal.has(START)
    return own or principal.has(MANAGE)


def people_to_ask(*, principal: Principal) -> QuerySet[User]:
    """Active people of the workspace, to choose participants from."""
    principal.require(START)
    return User.objects.filter(is_active=True)


def submissions_of(group: GroupSession) -> list[Submission]:
    """Of a group that was fetched for somebody; what they may see of it is `together.seen`'s."""
    return list(group.submissions.all())


def submission_of(group: GroupSession, *, participant_id: UUID) -> Submission | None:
    return group.submissions.filter(participant_id=participant_id).first()


def link_of(group: GroupSession) -> ShareLink | None:
    """The one that is not revoked, if there is one."""
    return group.links.filter(revoked_at=None).first()


def link_for_token(token: str) -> ShareLink | None:
    """An open link, with its session; None for any other token, whatever is wrong with it."""
    rows = ShareLink.objects.select_related("group__session")
    link = rows.filter(digest=digest_of(token)).first()
    return link if link and link.is_open else None


def visible_embeds(*, principal: Principal) -> QuerySet[Embed]:
    principal.require(PUBLISH)
    return Embed.objects.all()


def embed_to_manage(*, principal: Principal, embed_id: UUID) -> Embed:
    found = visible_embeds(principal=principal).filter(pk=embed_id).first()
    if found is None:
        raise NotFound("There is no such embed.")
    return found


def embed_for_token(token: str) -> Embed | None:
    """Open or not: an embed that was turned off says so on the pages that show it."""
    return Embed.objects.filter(token=token).first()
