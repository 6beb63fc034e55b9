"""Which function answers which method, and what the server says of itself."""

from collections.abc import Mapping

from mcp_types import (
    CompletionsCapability,
    DiscoverResult,
    EmptyResult,
    InitializeRequestParams,
    InitializeResult,
    LoggingCapability,
    PromptsCapability,
    ResourcesCapability,
    ServerCapabilities,
    ToolsCapability,
)
from mcp_types.version import LATEST_HANDSHAKE_VERSION

from tools_app.mcp import (
    calls,
    completion,
    listing,
    prompts,
    resources,
    subscriptions,
    task_extension,
    task_requests,
)
from tools_app.mcp.exchange import TASKS, TASKS_ON_REQUEST, Answer, Exchange, Handler
from tools_app.mcp.features import features
from tools_app.mcp.inbound import HANDSHAKES, SUPPORTED, parameters, unknown_method
from tools_app.mcp.outbound import SERVER

INSTRUCTIONS = (
    "The tools of one workspace. What they read runs at once. What changes something may wait for a "
    "person: the call then gives back a run_id and the address of a page; tell the user, and call "
    "check_run later instead of calling the tool again. Arguments that are not valid come back with "
    "the path, what is expected and what was sent: mend them and call again."
)


def _initialize(exchange: Exchange, params: InitializeRequestParams) -> InitializeResult:
    """Nothing is remembered of it: each request stands for itself."""
    asked = params.protocol_version
    agreed = asked if asked in HANDSHAKES else LATEST_HANDSHAKE_VERSION
    capabilities = _capabilities(exchange)
    if agreed == TASKS_ON_REQUEST:
        capabilities.tasks = task_requests.CAPABILITY
    return InitializeResult(
        protocol_version=agreed,
        capabilities=capabilities,
        server_info=SERVER,
        instructions=INSTRUCTIONS,
    )


def _discover(exchange: Exchange, _params: object) -> DiscoverResult:
    return DiscoverResult(
        supported_versions=list(SUPPORTED),
        capabilities=_capabilities(exchange),
        instructions=INSTRUCTIONS,
    )


def _capabilities(exchange: Exchange) -> ServerCapabilities:
    """Changes are told to those who listen, which older clients cannot do here."""
    listens = exchange.is_modern or None
    return ServerCapabilities(
        tools=ToolsCapability(list_changed=listens),
        resources=ResourcesCapability(),
        prompts=PromptsCapability(list_changed=listens) if features.prompts else None,
        completions=CompletionsCapability(),
        extensions={TASKS: {}} if exchange.is_modern else None,
        logging=None if exchange.is_modern else LoggingCapability(),
    )


def _nothing(_exchange: Exchange, _params: object) -> EmptyResult:
    return EmptyResult()


HANDLERS: dict[str, Handler] = {
    "initialize": _initialize,
    "server/discover": _discover,
    "ping": _nothing,
    "logging/setLevel": _nothing,
    "tools/list": listing.list_tools,
    "tools/call": calls.call_tool,
    "resources/list": resources.list_resources,
    "resources/templates/list": resources.list_templates,
    "resources/read": resources.read_resource,
    "resources/subscribe": resources.subscribe,
    "resources/unsubscribe": resources.subscribe,
    "prompts/list": prompts.list_prompts,
    "prompts/get": prompts.get_prompt,
    "completion/complete": completion.complete,
    "subscriptions/listen": subscriptions.listen,
}


def _tasks(exchange: Exchange) -> Mapping[str, Handler]:
    """The methods of tasks, which each revision has in its own way or not at all. The SDK leaves
    them to whoever offers them."""
    if exchange.is_modern:
        return task_extension.HANDLERS
    return task_requests.HANDLERS if exchange.may_ask_for_tasks else {}


def answer(exchange: Exchange, method: str, params: dict[str, object] | None) -> Answer:
    """Raises `ProtocolError`, or what a service raises."""
    if method.startswith("tasks/") and (of_tasks := _tasks(exchange).get(method)):
        return of_tasks(exchange, params or {})
    if method == "subscriptions/listen":
        subscriptions.check_asked(exchange, params or {})
    handler = HANDLERS.get(method)
    if handler is None:
        raise unknown_method(method)
    return handler(exchange, parameters(method, exchange.version, params))
