"""`tools/call`: through `run_tool`, like every other call."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ElicitRequest,
    ElicitRequestURLParams,
    InputRequiredResult,
)

from accounts.principal import Principal
from config.errors import AppError, InvalidInput, NotFound
from sessions_app.events import Source
from tools_app.approvals.access import found_proposals
from tools_app.execution.result import RunResult, RunStatus
from tools_app.execution.run import run_tool
from tools_app.mcp import results, state
from tools_app.mcp.errors import InsufficientScope, ProtocolError
from tools_app.mcp.exchange import Answer, Ask, Exchange, Steps
from tools_app.mcp.following import followed
from tools_app.mcp.listing import usable
from tools_app.mcp.names import tools_of
from tools_app.mcp.standing import standing_of
from tools_app.mcp.stepping import scopes_missing
from tools_app.resolved import ResolvedTool

# For what a worker carries out; then the client is told to ask again.
WAITS_SECONDS = 20.0
APPROVAL = "approval"


def call_tool(exchange: Exchange, params: CallToolRequestParams) -> Answer:
    """What is wrong with the call itself is an error of the protocol; what is wrong with the
    arguments, or goes wrong in the tool, is a result that the model can read."""
    tool = tools_of(exchange.principal).get(params.name)
    if tool is None:
        return _protocol_tool(exchange, params)
    if params.request_state:
        return _asked_before(exchange, params.name, params.request_state)
    return _called(exchange, params.name, tool, params.arguments or {})


def _protocol_tool(exchange: Exchange, params: CallToolRequestParams) -> Answer:
    extra = usable(exchange.principal).get(params.name)
    if extra:
        return extra.call(exchange, params)
    if missing := scopes_missing(exchange.principal, params.name):
        raise InsufficientScope(missing)
    raise unknown_tool(params.name)


def mirrored_schema(principal: Principal, name: str) -> dict[str, Any] | None:
    """The input schema of a tool that wants arguments repeated in headers, if it does."""
    tool = tools_of(principal).get(name)
    if tool:
        return tool.input_schema if tool.mirrors_arguments else None
    extra = usable(principal).get(name)
    return extra.tool.input_schema if extra else None


def unknown_tool(name: str) -> ProtocolError:
    """The same words for what is not there and for what one may not use."""
    return ProtocolError(INVALID_PARAMS, f"Unknown tool: {name[:100]}")


def _called(exchange: Exchange, name: str, tool: ResolvedTool, payload: dict[str, Any]) -> Answer:
    try:
        run = run_tool(
            principal=exchange.principal,
            slug=tool.slug,
            payload=payload,
            source=Source.MCP,
            wait_seconds=WAITS_SECONDS,
        )
    except InvalidInput as error:
        return results.faulty(tool.input_schema, payload, error)
    except NotFound as error:
        raise unknown_tool(name) from error
    except AppError as error:
        if error.status >= 429:
            raise
        return results.of_app_error(error)
    if run.status == RunStatus.WAITING and may_be_sent(exchange):
        return ask_person(exchange, name, run.run_id)
    if run.status == RunStatus.WAITING and can_open_pages(exchange):
        return _shown(exchange, run.run_id)
    if run.status in {RunStatus.QUEUED, RunStatus.RUNNING}:
        return _awaited(exchange, run)
    url = page_of(exchange, run.run_id) if run.status.is_open else ""
    return results.result_of(tool, run, url=url)


def _awaited(exchange: Exchange, run: RunResult) -> Steps:
    yield from followed(exchange, run)
    stands = standing_of(exchange.principal, run.run_id)
    return stands.result(url=page_of(exchange, run.run_id))


def may_be_sent(exchange: Exchange) -> bool:
    """Whether the client can be asked to show a page and to call again."""
    return exchange.is_modern and can_open_pages(exchange)


def can_open_pages(exchange: Exchange) -> bool:
    can = exchange.capabilities
    return bool(can and can.elicitation and can.elicitation.url is not None)


def _shown(exchange: Exchange, run_id: UUID) -> Steps:
    """An older client cannot be told to call again: it shows the page, and gets how the run stands."""
    yield Ask(
        "elicitation/create",
        _page(exchange, run_id).model_dump(by_alias=True, mode="json", exclude_none=True),
    )
    return standing_of(exchange.principal, run_id).result(url=page_of(exchange, run_id))


def _page(exchange: Exchange, run_id: UUID) -> ElicitRequestURLParams:
    return ElicitRequestURLParams(
        message="A person must agree before this is done. Open the page, look, and decide.",
        url=page_of(exchange, run_id),
        elicitation_id=str(run_id),
    )


def ask_person(exchange: Exchange, name: str, run_id: UUID) -> InputRequiredResult:
    """The person agrees on our page, signed in: no client can agree in their place."""
    return InputRequiredResult(
        input_requests={APPROVAL: ElicitRequest(params=_page(exchange, run_id))},
        request_state=state.sealed(exchange.principal, f"{APPROVAL} {name}", str(run_id)),
    )


def _asked_before(exchange: Exchange, name: str, text: str) -> CallToolResult | InputRequiredResult:
    """The call comes again after the person was asked: no second run, but how the first stands."""
    run_id = UUID(state.opened(exchange.principal, f"{APPROVAL} {name}", text))
    stands = standing_of(exchange.principal, run_id)
    if stands.status == RunStatus.WAITING and may_be_sent(exchange):
        return ask_person(exchange, name, run_id)
    return stands.result(url=page_of(exchange, run_id))


def page_of(exchange: Exchange, run_id: UUID) -> str:
    """Where a person decides about a run that waits, or looks at any other."""
    asked = found_proposals(principal=exchange.principal, run_id=run_id, status="proposed").first()
    path = reverse("proposal", args=[asked.pk]) if asked else reverse("run", args=[run_id])
    return exchange.origin + path
