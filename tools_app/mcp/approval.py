"""A person's agreement: which page it is given on, and how a client is asked to show that page.

The person agrees on our page, signed in: no client can agree in their place.
"""

from uuid import UUID

from django.urls import reverse
from mcp_types import ElicitRequest, ElicitRequestURLParams, InputRequiredResult

from tools_app.approvals.access import found_proposals
from tools_app.mcp import state
from tools_app.mcp.exchange import Exchange
from tools_app.models import Proposal

APPROVAL = "approval"


def can_open_pages(exchange: Exchange) -> bool:
    can = exchange.capabilities
    return bool(can and can.elicitation and can.elicitation.url is not None)


def may_be_sent(exchange: Exchange) -> bool:
    """Whether the client can be asked to show a page and to call again."""
    return exchange.is_modern and can_open_pages(exchange)


def page_of(exchange: Exchange, run_id: UUID) -> str:
    """Where a person decides about a run that waits, or looks at any other."""
    proposals = found_proposals(principal=exchange.principal, run_id=run_id)
    asked = proposals.filter(status=Proposal.Status.PROPOSED).first()
    path = reverse("proposal", args=[asked.pk]) if asked else reverse("run", args=[run_id])
    return exchange.origin + path


def page_request(exchange: Exchange, run_id: UUID) -> ElicitRequest:
    return ElicitRequest(
        params=ElicitRequestURLParams(
            message="A person must agree before this is done. Open the page, look, and decide.",
            url=page_of(exchange, run_id),
            elicitation_id=str(run_id),
        )
    )


def asked_to_call_again(exchange: Exchange, name: str, run_id: UUID) -> InputRequiredResult:
    return InputRequiredResult(
        input_requests={APPROVAL: page_request(exchange, run_id)},
        request_state=state.sealed(exchange.principal, f"{APPROVAL} {name}", str(run_id)),
    )


def run_asked_about(exchange: Exchange, name: str, text: str) -> UUID:
    """The run of a call that comes again. Raises `ProtocolError` for a state that is not ours."""
    return UUID(state.opened(exchange.principal, f"{APPROVAL} {name}", text))
