"""A proposal made into a call again, if nothing has changed.

Everything is looked at anew, as it is now: who proposed and what they may do, the tool, the
arguments against its schema. `held_still` keeps it so until the decision is written.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction

from accounts.principal import Kind, Principal
from accounts.recall import recallers
from config.errors import InvalidInput, NotFound, PermissionDenied
from sessions_app.events import Source
from sessions_app.log import Run
from tenants.backend.base import connection
from tenants.context import current_tenant, find_tenant, working_in
from tenants.models import Tenant
from tenants.vault import Unreadable
from tools_app import access, trials
from tools_app.approvals import seal
from tools_app.approvals.errors import ProposalVoid
from tools_app.approvals.proposing import unsealed
from tools_app.execution import inline
from tools_app.execution.call import Call
from tools_app.forms.conditions import effective_schema
from tools_app.models import Proposal
from tools_app.resolved import ResolvedTool
from tools_app.resolver import resolve
from tools_app.schemas.canonical import digest
from tools_app.schemas.validation import require_valid

HOLD = "SELECT 1 FROM public.tenants_tenant WHERE id = %s FOR SHARE"


class ProposerLacks(PermissionDenied):
    code, title = "proposer_lacks_right", "Whoever proposed it may not do it any more"


@contextmanager
def held_still() -> Iterator[Tenant]:
    """A transaction in which neither tools nor rights of this tenant change.

    Every change to them raises a version in the tenant's row; whoever makes one waits until we
    are done, and what was changed before is seen."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(HOLD, [current_tenant().pk])
        with working_in(find_tenant(current_tenant().slug)) as tenant:
            yield tenant


def now(principal: Principal) -> Principal:
    """The same principal with the rights it holds at this moment. Raises `CallerGone`."""
    return recallers.recall(
        kind=principal.kind, id=principal.id, user_id=principal.user_id, label=principal.label
    )


def proposer_of(proposal: Proposal) -> Principal:
    return recallers.recall(
        kind=Kind(proposal.caller_kind),
        id=proposal.caller_id,
        user_id=proposal.user_id,
        label=proposal.caller_label,
    )


def reopened(proposal: Proposal) -> Call:
    """Raises `ProposalVoid` saying what has changed, `CallerGone` and `ProposerLacks`."""
    if not seal.is_whole(proposal):
        raise ProposalVoid("What is stored is not what was proposed.")
    payload, draft = _opened(proposal)
    proposer = proposer_of(proposal)
    tool = tool_for(proposer, proposal, draft)
    words = seal.changed(proposal.versions, seal.versions(tool))
    if words:
        raise ProposalVoid(f"{tool.name} has changed: {words}. Ask for it again.")
    run = Run(
        id=proposal.run_id,
        tool_slug=tool.slug,
        principal=proposer,
        source=Source(proposal.source),
        is_test=proposal.is_test,
    )
    try:
        require_valid(effective_schema(tool.input_schema, payload), payload)
        return Call(run, tool, payload, inline.parse(tool, payload), None)
    except InvalidInput as error:
        raise ProposalVoid("The arguments are not valid any more.") from error


def _opened(proposal: Proposal) -> tuple[dict[str, Any], dict[str, Any] | None]:
    try:
        payload, draft = unsealed(proposal)
    except Unreadable as error:
        raise ProposalVoid("What was proposed cannot be read any more.") from error
    if digest(payload) != proposal.input_hash:
        raise ProposalVoid("The arguments are not those that were proposed.")
    return payload, draft


def tool_for(who: Principal, proposal: Proposal, draft: dict[str, Any] | None) -> ResolvedTool:
    """As the proposer may run it now. Raises `ProposerLacks` naming the right."""
    if not proposal.is_test and resolve(proposal.tool_slug) is None:
        raise ProposalVoid(f"{proposal.tool_name} is not there any more.")
    try:
        if proposal.is_test:
            return trials.tool_to_test(principal=who, slug=proposal.tool_slug, draft=draft)
        return access.tool_to_run(principal=who, slug=proposal.tool_slug)
    except PermissionDenied as error:
        raise ProposerLacks(f"{who.label}: {error.detail}") from error
    except InvalidInput as error:
        raise ProposalVoid("The draft is not valid any more.") from error
    except NotFound as error:
        raise ProposerLacks(f"{who.label}: {_missing(who, proposal)}") from error


def _missing(who: Principal, proposal: Proposal) -> str:
    tool = resolve(proposal.tool_slug)
    lacking = sorted((tool.required_permissions if tool else frozenset()) - who.permissions)
    if lacking:
        return f"this needs the right {', '.join(lacking)}."
    return f"may not use {proposal.tool_name}."
