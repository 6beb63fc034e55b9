"""The protocol's own client against the running product."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from accounts.catalogue import Role
from tests.browser.scene import make_key
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser
CRITERIA = [{"name": "Fit", "weight": 3, "score": 8}]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_sdks_client_lists_and_calls(visitors: Visitors, mode: Any) -> None:
    key = make_key(visitors.person(Role.MEMBER), f"MCP {mode}", "tools:execute")
    # Only browsers know by themselves where *.localhost is.
    url = f"http://127.0.0.1:{visitors.server.port}/mcp"
    # Playwright's event loop is this thread's.
    with ThreadPoolExecutor(1) as other:
        tools, result, wrong, run = other.submit(asyncio.run, _used(url, key, mode)).result(60)
    assert {"quick-score", "check_run"} <= {tool.name for tool in tools.tools}
    assert result.structured_content["summary"]["score"] == 8
    assert wrong.is_error
    assert "/criteria" in wrong.content[0].text
    assert "quick-score" in run.contents[0].text


async def _used(url: str, key: str, mode: Any) -> Any:
    headers = {"Authorization": f"Bearer {key}", "Host": "acme.localhost"}
    async with httpx2.AsyncClient(headers=headers) as http:
        transport = streamable_http_client(url, http_client=http)
        async with Client(transport, mode=mode) as client:
            tools = await client.list_tools()
            result = await client.call_tool("quick-score", {"criteria": CRITERIA})
            wrong = await client.call_tool("quick-score", {"criteria": []})
            run_id = (result.meta or {})["tenon/run_id"]
            return tools, result, wrong, await client.read_resource(f"tenon://runs/{run_id}")
