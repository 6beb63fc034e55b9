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
from tools_app.execution.result import RunStatus
from tools_app.execution.run import run_tool
from tools_app.mcp import results, state
from tools_app.mcp.errors import ProtocolError
from tools_app.mcp.exchange import Answer, Exchange
from tools_app.mcp.listing import usable
from tools_app.mcp.names import tools_of
from tools_app.mcp.standing import standing_of
from tools_app.resolved import ResolvedTool

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
    if extra is None:
        raise unknown_tool(params.name)
    return extra.call(exchange, params)


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


def _called(
    exchange: Exchange, name: str, tool: ResolvedTool, payload: dict[str, Any]
) -> CallToolResult | InputRequiredResult:
    try:
        run = run_tool(
            principal=exchange.principal, slug=tool.slug, payload=payload, source=Source.MCP
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
    return results.result_of(tool, run, url=page_of(exchange, run.run_id))


def may_be_sent(exchange: Exchange) -> bool:
    """Whether the client can show a person a page of ours."""
    can = exchange.capabilities
    return bool(exchange.is_modern and can and can.elicitation and can.elicitation.url is not None)


def ask_person(exchange: Exchange, name: str, run_id: UUID) -> InputRequiredResult:
    """The person agrees on our page, signed in: no client can agree in their place."""
    params = ElicitRequestURLParams(
        message="A person must agree before this is done. Open the page, look, and decide.",
        url=page_of(exchange, run_id),
        elicitation_id=str(run_id),
    )
    return InputRequiredResult(
        input_requests={APPROVAL: ElicitRequest(params=params)},
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
    return exchange.origin + reverse("run", args=[run_id])
