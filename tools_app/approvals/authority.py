"""Who may agree to what.

A person agrees, never a program. What one's own programs and agents propose, one may approve with
the right to run the tool: at the form one would not even be asked. What others' propose needs the
right to approve as well. A workspace may demand somebody else (`ApprovalRules.own`).
"""

from accounts.principal import Kind, Principal
from config.errors import PermissionDenied
from tools_app.approvals.access import APPROVE, rules
from tools_app.approvals.errors import NotConfirmed, PersonRequired, SomebodyElse
from tools_app.models import ApprovalRules, Proposal

Own = ApprovalRules.Own


def require_may_approve(principal: Principal, proposal: Proposal) -> None:
    """Raises `PersonRequired`, `SomebodyElse`, or `PermissionDenied` naming the right."""
    if principal.kind != Kind.USER:
        raise PersonRequired("Sign in and open the proposal there. A program may only decline it.")
    require_may_decide(principal, proposal)
    if _is_own(principal, proposal) and _needs_another(proposal):
        raise SomebodyElse("This workspace wants another person to agree to this.")


def require_may_decide(principal: Principal, proposal: Proposal) -> None:
    """To decline it or to change its arguments is never to let it through."""
    principal.require("tools.team.execute")
    if principal.user_id != proposal.user_id:
        principal.require(APPROVE)


def why_not(principal: Principal, proposal: Proposal, *, to_agree: bool = True) -> str:
    """Empty if it may, or else why not, in words."""
    check = require_may_approve if to_agree else require_may_decide
    try:
        check(principal, proposal)
    except PermissionDenied as error:
        return f"{error.title}. {error.detail}"
    return ""


def _is_own(principal: Principal, proposal: Proposal) -> bool:
    """Its caller is a program of this person, or its arguments are this person's."""
    return principal.user_id in {proposal.user_id, proposal.changed_by_id}


def _needs_another(proposal: Proposal) -> bool:
    own = rules().own
    return own == Own.NEVER or (own == Own.NOT_DESTRUCTIVE and proposal.is_destructive)


def require_confirmed(proposal: Proposal, typed: str) -> None:
    """What deletes is confirmed by typing the name of its target. Raises `NotConfirmed`."""
    if proposal.is_destructive and typed.strip() != proposal.target.strip():
        raise NotConfirmed(f"Type “{proposal.target}” to confirm.")
