"""`tools/call`: through `run_tool`, like every other call."""

from typing import Any
from uuid import UUID

from mcp_types import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    CallToolRequestParams,
    CallToolResult,
    InputRequiredResult,
)

from accounts.principal import Principal
from config.errors import AppError, InvalidInput, NotFound
from sessions_app.events import Source
from tools_app.execution.result import RunResult, RunStatus
from tools_app.execution.run import run_tool
from tools_app.mcp import outbound, results, task_extension, task_requests
from tools_app.mcp.approval import (
    asked_to_call_again,
    can_open_pages,
    may_be_sent,
    page_of,
    page_request,
    run_asked_about,
)
from tools_app.mcp.descriptions import answers_at_once
from tools_app.mcp.errors import InsufficientScope, ProtocolError, of_app_error
from tools_app.mcp.exchange import Answer, Ask, Encoded, Exchange, Steps
from tools_app.mcp.following import followed
from tools_app.mcp.listing import usable
from tools_app.mcp.names import tools_of
from tools_app.mcp.run_tasks import task_of
from tools_app.mcp.standing import standing_of
from tools_app.mcp.stepping import scopes_missing
from tools_app.resolved import ResolvedTool

# For what a worker carries out; then the answer becomes a stream, or a task. A client that wants to
# hear how it goes on hears it from the beginning.
WAITS_SECONDS = 2.0


def call_tool(exchange: Exchange, params: CallToolRequestParams) -> Answer:
    """What is wrong with the call itself is an error of the protocol; what is wrong with the
    arguments, or goes wrong in the tool, is a result that the model can read."""
    tool = tools_of(exchange.principal).get(params.name)
    if tool is None:
        return _protocol_tool(exchange, params)
    if params.request_state:
        return _asked_before(exchange, params.name, params.request_state)
    if params.task and exchange.may_ask_for_tasks:
        return _as_task(exchange, params.name, tool, params.arguments or {})
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
    listens = exchange.progress_token is not None and not exchange.takes_tasks
    waits = None if listens else WAITS_SECONDS
    try:
        run = _run(exchange, name, tool, payload, waits)
    except InvalidInput as error:
        return results.faulty(tool.input_schema, payload, error)
    except AppError as error:
        if error.status >= 429:
            raise
        return results.of_app_error(error)
    if run.status.is_open:
        return _not_yet(exchange, name, run)
    if run.error is None and answers_at_once(tool):
        return results.output_of(exchange, run)
    return results.result_of(tool, run)


def _run(
    exchange: Exchange, name: str, tool: ResolvedTool, payload: dict[str, Any], waits: float | None
) -> RunResult:
    try:
        return run_tool(
            principal=exchange.principal,
            slug=tool.slug,
            payload=payload,
            source=Source.MCP,
            wait_seconds=waits,
        )
    except NotFound as error:
        raise unknown_tool(name) from error


def _as_task(exchange: Exchange, name: str, tool: ResolvedTool, payload: dict[str, Any]) -> Encoded:
    """A client of 2025-11-25 says that it wants a task, and gets that or an error."""
    if answers_at_once(tool):
        raise ProtocolError(METHOD_NOT_FOUND, f"{name} answers at once, and not by a task.")
    try:
        run = _run(exchange, name, tool, payload, None)
    except AppError as error:
        raise of_app_error(error) from error
    return task_requests.created(exchange, task_of(exchange, run.run_id))


def _not_yet(exchange: Exchange, name: str, run: RunResult) -> Answer:
    """A run that has not ended, told in the best way that the client has."""
    if exchange.takes_tasks:
        return task_extension.created(exchange, task_of(exchange, run.run_id))
    if run.status != RunStatus.WAITING:
        return _awaited(exchange, run)
    if may_be_sent(exchange):
        return asked_to_call_again(exchange, name, run.run_id)
    if can_open_pages(exchange):
        return _shown(exchange, run.run_id)
    return _standing(exchange, run.run_id)


def _awaited(exchange: Exchange, run: RunResult) -> Steps:
    yield from followed(exchange, run)
    return _standing(exchange, run.run_id)


def _shown(exchange: Exchange, run_id: UUID) -> Steps:
    """An older client cannot be told to call again: it shows the page, and gets how the run stands."""
    yield Ask("elicitation/create", outbound.plain(page_request(exchange, run_id).params))
    return _standing(exchange, run_id)


def _asked_before(exchange: Exchange, name: str, text: str) -> CallToolResult | InputRequiredResult:
    """The call comes again after the person was asked: no second run, but how the first stands."""
    run_id = run_asked_about(exchange, name, text)
    stands = standing_of(exchange.principal, run_id)
    if stands.is_waiting and may_be_sent(exchange):
        return asked_to_call_again(exchange, name, run_id)
    return stands.result(url=page_of(exchange, run_id))


def _standing(exchange: Exchange, run_id: UUID) -> CallToolResult:
    return standing_of(exchange.principal, run_id).result(url=page_of(exchange, run_id))
