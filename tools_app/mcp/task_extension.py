"""Tasks as the extension of 2026-07-28 has them: a call is answered by a task where the client
announces that it takes them, and we choose to; `tasks/get` has all of it, the result included."""

from typing import Any

from mcp_types import MISSING_REQUIRED_CLIENT_CAPABILITY, GetTaskRequestParams, RequestParams

from tools_app.mcp import inbound, outbound
from tools_app.mcp.errors import ProtocolError
from tools_app.mcp.exchange import TASKS, Answer, Encoded, Exchange, Handler
from tools_app.mcp.features import features
from tools_app.mcp.tasks import Task, no_task

# Those of which a request names the task in a header too.
NAMED = frozenset({"tasks/get", "tasks/update", "tasks/cancel"})


class UpdateTaskRequestParams(RequestParams):
    task_id: str
    input_responses: dict[str, Any]


def created(exchange: Exchange, task: Task) -> Encoded:
    """In place of the result of a call. It is there to be asked for: its run has been recorded."""
    return outbound.written(exchange, {"resultType": "task", **_told(task)})


def missing_tasks() -> ProtocolError:
    """For what cannot be done for a client that takes no tasks."""
    return ProtocolError(
        MISSING_REQUIRED_CLIENT_CAPABILITY,
        "This is for clients that take tasks.",
        data={"requiredCapabilities": {"extensions": {TASKS: {}}}},
    )


def _get(exchange: Exchange, params: dict[str, Any]) -> Encoded:
    wanted = inbound.parsed(GetTaskRequestParams, params)
    for source in features.tasks.values():
        if task := source.find(exchange, wanted.task_id):
            return outbound.written(exchange, {**_told(task), **_detail(exchange, task)})
    raise no_task()


def _cancel(exchange: Exchange, params: dict[str, Any]) -> Encoded:
    """Of what has ended already, nothing is said but that it was heard."""
    wanted = inbound.parsed(GetTaskRequestParams, params)
    for source in features.tasks.values():
        if source.cancel(exchange, wanted.task_id) is not None:
            return outbound.written(exchange, {})
    raise no_task()


def _update(exchange: Exchange, params: dict[str, Any]) -> Encoded:
    """Answers to what was never asked are passed over."""
    given = inbound.parsed(UpdateTaskRequestParams, params)
    for source in features.tasks.values():
        if source.update(exchange, given.task_id, given.input_responses) is not None:
            return outbound.written(exchange, {})
    raise no_task()


def _told(task: Task) -> dict[str, Any]:
    """For as long as there are runs, there are their tasks: no time to live."""
    return {**task.facts(), "ttlMs": None, "pollIntervalMs": task.poll_ms}


def _detail(exchange: Exchange, task: Task) -> dict[str, Any]:
    if task.result is not None:
        return {"result": outbound.dumped(exchange, "tools/call", task.result)}
    if task.error is not None:
        return {"error": outbound.plain(task.error)}
    if task.asked:
        return {"inputRequests": {key: outbound.plain(asked) for key, asked in task.asked.items()}}
    return {}


def _gated(handler: Handler) -> Handler:
    def handle(exchange: Exchange, params: dict[str, Any]) -> Answer:
        if not exchange.takes_tasks:
            raise missing_tasks()
        return handler(exchange, params)

    return handle


HANDLERS: dict[str, Handler] = {
    "tasks/get": _gated(_get),
    "tasks/update": _gated(_update),
    "tasks/cancel": _gated(_cancel),
}
