"""What humans have allowed once and for all: a tool, for one person's programs and agents."""

from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.principal import Kind, Principal
from tools_app import gate
from tools_app.approvals.errors import NotGrantable
from tools_app.approvals.seal import substance
from tools_app.gate import Mode
from tools_app.models import StandingGrant
from tools_app.resolved import ResolvedTool

RIGHT = "tools.tenant.approve"


def holds(principal: Principal, tool: ResolvedTool) -> bool:
    """Whether there is one, for the tool as it is now."""
    found = StandingGrant.objects.filter(
        tool_slug=tool.slug, user_id=principal.user_id, revoked_at=None
    ).first()
    return found is not None and found.substance == substance(tool)


def is_grantable(tool: ResolvedTool) -> bool:
    """Not what deletes, and not what always asks."""
    return gate.may_be_granted(
        effect=tool.effect, policy=tool.policy, mode=Mode.APPROVE, caller=Kind.AGENT
    )


def require_grantable(principal: Principal, tool: ResolvedTool) -> None:
    """Raises `PermissionDenied` or `NotGrantable`."""
    principal.require(RIGHT)
    if not is_grantable(tool):
        raise NotGrantable("Allow it this once, or decline it.")


def grant(*, principal: Principal, tool: ResolvedTool, user_id: UUID) -> StandingGrant:
    """Takes the place of one for the tool as it was. Raises as `require_grantable`."""
    require_grantable(principal, tool)
    person = User.objects.filter(pk=user_id).first()
    with transaction.atomic():
        known = StandingGrant.objects.filter(tool_slug=tool.slug, user_id=user_id, revoked_at=None)
        known.update(revoked_at=timezone.now(), revoked_by_label=principal.label)
        return StandingGrant.objects.create(
            tool_slug=tool.slug,
            tool_name=tool.name,
            user_id=user_id,
            user_label=str(person or ""),
            substance=substance(tool),
            granted_by_id=principal.user_id,
            granted_by_label=principal.label,
        )


def revoke(*, principal: Principal, standing: StandingGrant) -> None:
    """By whoever may approve, and by the person whose programs it is for. Twice is no error."""
    if standing.user_id != principal.user_id:
        principal.require(RIGHT)
    StandingGrant.objects.filter(pk=standing.pk, revoked_at=None).update(
        revoked_at=timezone.now(), revoked_by_label=principal.label
    )
