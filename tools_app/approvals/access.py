"""Fetching authorises: proposals and standing grants that a principal may see or decide.

One sees what one's own programs propose; with the right to approve, also what others' do, as far
as one may see the tool.
"""

from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.principal import Principal
from tools_app.access import visible_tools
from tools_app.approvals import ticket
from tools_app.approvals.errors import ProposalNotFound
from tools_app.models import ApprovalRules, Proposal, StandingGrant

APPROVE = "tools.tenant.approve"
OWN = "tool_sessions.own.read"
MANAGE = "tools.tenant.manage"


def visible_proposals(*, principal: Principal) -> QuerySet[Proposal]:
    """Newest first."""
    own = Q(user_id=principal.user_id)
    if not principal.has(APPROVE):
        principal.require(OWN)
        return Proposal.objects.filter(own)
    seen = [tool.slug for tool in visible_tools(principal=principal)]
    return Proposal.objects.filter(own | Q(tool_slug__in=seen))


def open_proposals(*, principal: Principal) -> QuerySet[Proposal]:
    """Those that wait, the most urgent first."""
    rows = visible_proposals(principal=principal)
    return rows.filter(status=Proposal.Status.PROPOSED, expires_at__gt=timezone.now()).order_by(
        "expires_at"
    )


MOST_COUNTED = 99


def number_waiting(principal: Principal) -> int:
    """For the sidebar of every page: one short question, answered by a small index."""
    rows = Proposal.objects.filter(status=Proposal.Status.PROPOSED, expires_at__gt=timezone.now())
    if not principal.has(APPROVE):
        return rows.filter(user_id=principal.user_id)[:MOST_COUNTED].count()
    waiting = rows.values_list("tool_slug", "user_id")[:MOST_COUNTED]
    seen = {tool.slug for tool in visible_tools(principal=principal)}
    return sum(slug in seen or user_id == principal.user_id for slug, user_id in waiting)


def found_proposals(
    *, principal: Principal, status: str = "", tool: str = "", run_id: UUID | None = None
) -> QuerySet[Proposal]:
    """Newest first. One whose time is over counts as expired, noted or not."""
    rows = visible_proposals(principal=principal).order_by("-id")
    over = Q(status=Proposal.Status.PROPOSED, expires_at__lte=timezone.now())
    if tool:
        rows = rows.filter(tool_slug=tool)
    if run_id:
        return rows.filter(run_id=run_id)
    if status == Proposal.Status.EXPIRED:
        return rows.filter(Q(status=status) | over)
    return rows if status in {"", "all"} else rows.filter(status=status).exclude(over)


def proposal_of_run(*, principal: Principal, run_id: UUID) -> Proposal:
    found = found_proposals(principal=principal, run_id=run_id).first()
    if found is None:
        raise ProposalNotFound("This run waits for nobody.")
    return found


def proposal_to_see(*, principal: Principal, proposal_id: UUID) -> Proposal:
    found = visible_proposals(principal=principal).filter(pk=proposal_id).first()
    if found is None:
        raise ProposalNotFound("There is none with this id, or it is not yours to see.")
    return found


def proposal_of_token(*, principal: Principal, token: str) -> Proposal:
    """A wrong nonce and an unknown id are told apart by nobody."""
    parsed = ticket.parse(token)
    if parsed:
        found = visible_proposals(principal=principal).filter(pk=parsed[0]).first()
        if ticket.is_nonce(parsed[1], found.nonce_hash if found else "") and found:
            return found
    raise ProposalNotFound("This token stands for nothing here.")


def visible_grants(*, principal: Principal) -> QuerySet[StandingGrant]:
    """Those that hold: of one's own programs; everybody's with the right to approve."""
    grants = StandingGrant.objects.filter(revoked_at=None)
    if principal.has(APPROVE):
        return grants
    principal.require(OWN)
    return grants.filter(user_id=principal.user_id)


def grant_to_revoke(*, principal: Principal, grant_id: UUID) -> StandingGrant:
    found = visible_grants(principal=principal).filter(pk=grant_id).first()
    if found is None:
        raise ProposalNotFound("There is no such standing permission.")
    return found


def rules_to_see(*, principal: Principal) -> ApprovalRules:
    principal.require(MANAGE)
    return rules()


def rules() -> ApprovalRules:
    """Of the tenant in use."""
    return ApprovalRules.objects.first() or ApprovalRules()
