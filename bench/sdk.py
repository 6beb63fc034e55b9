"""A bare server of the official SDK: stateless, streamable HTTP, uvicorn. No token, no validation, no
events, no database; the same computation, and the same descriptions of tools from memory."""

import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import django
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp_types import CallToolResult, ListToolsResult, TextContent, Tool
from starlette.applications import Starlette
from starlette.routing import Mount

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from toolbox.general.quick_score import QuickScoreInput, quick_score  # noqa: E402 - the apps come first

FOLDER = Path(os.environ["DATA_DIR"])


async def _call(_context: Any, params: Any) -> CallToolResult:
    given = QuickScoreInput.model_validate(params.arguments)
    output = quick_score(given, None).model_dump(mode="json", by_alias=True)  # type: ignore[arg-type]
    return CallToolResult(content=[TextContent(text=json.dumps(output))], structured_content=output)


def _lists(number: int) -> Callable[..., Awaitable[ListToolsResult]]:
    described = json.loads((FOLDER / f"tools-{number}.json").read_bytes())["result"]["tools"]
    tools = [Tool.model_validate(tool) for tool in described]

    async def listed(_context: Any, _params: Any) -> ListToolsResult:
        return ListToolsResult(tools=tools)

    return listed


def _manager(**handlers: Any) -> StreamableHTTPSessionManager:
    server: Server[Any] = Server("bare", version="1", **handlers)
    return StreamableHTTPSessionManager(app=server, json_response=True, stateless=True)


MANAGERS = {
    "/score": _manager(on_call_tool=_call),
    "/list50": _manager(on_list_tools=_lists(50)),
    "/list1000": _manager(on_list_tools=_lists(1000)),
}


@asynccontextmanager
async def _lifespan(_app: Starlette) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for manager in MANAGERS.values():
            await stack.enter_async_context(manager.run())
        yield


application = Starlette(
    routes=[Mount(path, app=manager.handle_request) for path, manager in MANAGERS.items()],
    lifespan=_lifespan,
)
