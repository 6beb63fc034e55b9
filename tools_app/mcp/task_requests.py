"""Tasks as 2025-11-25 has them: the client asks for one with its call, polls `tasks/get`, and fetches
the result of the call by `tasks/result`."""

from dataclasses import replace
from typing import Any
from uuid import UUID

from mcp_types import (
    INVALID_PARAMS,
    CallToolResult,
    CancelTaskRequestParams,
    GetTaskPayloadRequestParams,
    GetTaskRequestParams,
    PaginatedRequestParams,
    ServerTasksCapability,
    ServerTasksRequestsCapability,
    TasksCallCapability,
    TasksCancelCapability,
    TasksListCapability,
    TasksToolsCapability,
)

from config.errors import NotFound
from sessions_app import access
from sessions_app.events import Source
from sessions_app.runs import RunFilter
from tools_app.mcp import inbound, outbound
from tools_app.mcp.approval import can_open_pages, page_request
from tools_app.mcp.errors import UNAVAILABLE, ProtocolError
from tools_app.mcp.exchange import Ask, Encoded, Exchange, Handler, Steps
from tools_app.mcp.features import features
from tools_app.mcp.following import awaited
from tools_app.mcp.run_tasks import task_of
from tools_app.mcp.standing import standing_of
from tools_app.mcp.tasks import Task, no_task

RELATED = "io.modelcontextprotocol/related-task"
PAGE = 50
# `tasks/result` is answered when the task is over; a client may ask again.
PATIENCE = 10 * 60.0
CAPABILITY = ServerTasksCapability(
    list=TasksListCapability(),
    cancel=TasksCancelCapability(),
    requests=ServerTasksRequestsCapability(tools=TasksToolsCapability(call=TasksCallCapability())),
)


def created(exchange: Exchange, task: Task) -> Encoded:
    return outbound.written(exchange, {"task": _told(task)})


def _get(exchange: Exchange, params: dict[str, Any]) -> Encoded:
    wanted = inbound.parsed(GetTaskRequestParams, params)
    return outbound.written(exchange, _told(_found(exchange, wanted.task_id)))


def _cancel(exchange: Exchange, params: dict[str, Any]) -> Encoded:
    wanted = inbound.parsed(CancelTaskRequestParams, params)
    task = _found(exchange, wanted.task_id)
    if task.is_over or not _cancelled(exchange, task.id):
        raise ProtocolError(INVALID_PARAMS, f"The task is over: {task.status}.")
    return outbound.written(exchange, _told(_found(exchange, task.id)))


def _cancelled(exchange: Exchange, task_id: str) -> bool:
    return any(source.cancel(exchange, task_id) for source in features.tasks.values())


def _list(exchange: Exchange, params: dict[str, Any]) -> Encoded:
    """Of one's own runs, those that were asked for here, the newest first."""
    wanted = inbound.parsed(PaginatedRequestParams, params)
    found = RunFilter(
        user_id=exchange.principal.user_id,
        source=Source.MCP,
        before=_before(wanted.cursor),
        limit=PAGE,
    )
    runs = access.visible_runs(principal=exchange.principal, found=found)
    listed: dict[str, Any] = {"tasks": [_told(task_of(exchange, run.id)) for run in runs]}
    if len(runs) == PAGE:
        listed["nextCursor"] = str(runs[-1].id)
    return outbound.written(exchange, listed)


def _before(cursor: str | None) -> UUID | None:
    try:
        return UUID(cursor) if cursor else None
    except ValueError as error:
        raise ProtocolError(INVALID_PARAMS, "The cursor is not one of ours.") from error


def _result(exchange: Exchange, params: dict[str, Any]) -> Steps:
    """What the call would have given. Until it is there the client is told nothing, but asked to show
    the page where a person decides, if it can."""
    wanted = inbound.parsed(GetTaskPayloadRequestParams, params)
    task = _found(exchange, wanted.task_id)
    if task.asked and can_open_pages(exchange):
        asked = page_request(exchange, UUID(task.id)).params
        yield Ask("elicitation/create", {**outbound.plain(asked), "_meta": _related(task)})
    if not task.is_over:
        run = standing_of(exchange.principal, UUID(task.id)).run
        yield from awaited(run.session_id, run.id, PATIENCE)
        task = _found(exchange, task.id)
    return _payload(exchange, task)


def _payload(exchange: Exchange, task: Task) -> Encoded:
    if task.result is not None:
        told = outbound.dumped(exchange, "tools/call", task.result)
    elif task.status == "cancelled":
        ended = standing_of(exchange.principal, UUID(task.id)).result(url="")
        told = outbound.dumped(exchange, "tools/call", ended)
    else:
        raise ProtocolError(UNAVAILABLE, "It has not ended yet. Ask again.")
    return outbound.written(
        exchange, {**told, "_meta": {**told.get("_meta", {}), **_related(task)}}
    )


def _related(task: Task) -> dict[str, Any]:
    return {RELATED: {"taskId": task.id}}


def _found(exchange: Exchange, task_id: str) -> Task:
    try:
        task = task_of(exchange, UUID(task_id))
    except (ValueError, NotFound) as error:
        raise no_task() from error
    failed = isinstance(task.result, CallToolResult) and task.result.is_error
    return replace(task, status="failed") if failed else task


def _told(task: Task) -> dict[str, Any]:
    return {**task.facts(), "ttl": None, "pollInterval": task.poll_ms}


HANDLERS: dict[str, Handler] = {
    "tasks/get": _get,
    "tasks/result": _result,
    "tasks/cancel": _cancel,
    "tasks/list": _list,
}
