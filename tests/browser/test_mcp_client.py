"""The protocol's own client against the running product."""

import asyncio
import json
import time
from queue import Queue
from typing import Any

import pytest
from mcp import Client

from accounts.catalogue import Role
from tests.browser.mcp_clients import SECONDS, SigningIn, begun, connected, hearing, signing_in
from tests.browser.scene import make_key
from tests.browser.server import Server
from tests.browser.test_live_runs import SEND, TOOL, workers_stopped
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser
NEWEST_IS = """async ([slug, status]) => {
  const answer = await fetch(`/api/runs?tool=${slug}&limit=1`);
  return (await answer.json()).results[0].status === status;
}"""
CRITERIA = [{"name": "Fit", "weight": 3, "score": 8}]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_sdks_client_lists_and_calls(visitors: Visitors, mode: Any) -> None:
    key = make_key(visitors.person(Role.MEMBER), f"MCP {mode}", "tools:execute")

    async def used() -> Any:
        headers = {"Authorization": f"Bearer {key}"}
        async with connected(
            visitors.server.url(path="/mcp"), mode=mode, headers=headers
        ) as client:
            tools = await client.list_tools()
            result = await client.call_tool("quick-score", {"criteria": CRITERIA})
            wrong = await client.call_tool("quick-score", {"criteria": []})
            run_id = (result.meta or {})["tenon/run_id"]
            return tools, result, wrong, await client.read_resource(f"tenon://runs/{run_id}")

    tools, result, wrong, run = begun(used()).result(SECONDS)
    assert {"quick-score", "check_run"} <= {tool.name for tool in tools.tools}
    assert result.structured_content["summary"]["score"] == 8
    assert wrong.is_error
    assert "/criteria" in wrong.content[0].text
    assert "quick-score" in run.contents[0].text


def test_the_sdks_client_signs_in_by_itself_and_stays(visitors: Visitors) -> None:
    """Refused, it finds its way: metadata, registration, consent at a browser, code, token, refresh."""
    url = visitors.server.url(path="/mcp")

    async def used(program: SigningIn) -> Any:
        async with connected(url, auth=program.provider) as client:
            first = await client.call_tool("quick-score", {"criteria": CRITERIA})
            before = program.kept.tokens
            program.provider.context.token_expiry_time = time.time() - 1
            again = await client.call_tool("quick-score", {"criteria": CRITERIA})
            return first, before, again, program.kept.tokens

    page = visitors.person(Role.MEMBER)
    with signing_in(url, "The SDK") as program:
        working = begun(used(program))
        words = program.let_in(page)
        first, before, again, after = working.result(SECONDS)
    assert "Connect The SDK?" in words
    assert "Run tools" in words
    for result in (first, again):
        assert result.structured_content["summary"]["score"] == 8
    assert before.scope.split() == ["tools:execute", "offline_access"]
    assert program.asked.empty(), "the second time nobody was asked"
    assert before.access_token != after.access_token
    assert before.refresh_token != after.refresh_token
    page.goto("/clients")
    assert "The SDK" in page.locator("main").inner_text()


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_run_of_a_worker_is_told_and_can_be_cancelled(
    visitors: Visitors, server: Server, mode: Any
) -> None:
    slug = f"told-{mode}"
    page = visitors.person(Role.EDITOR)
    page.goto("/tools")
    assert page.evaluate(SEND, ["/api/tools", json.dumps({**TOOL, "slug": slug})]) == 201
    key = make_key(page, slug, "tools:execute")
    heard: Queue[str] = Queue()

    async def called(client: Client) -> Any:
        return await client.call_tool(slug, {"name": "x"}, progress_callback=hearing(heard))

    async def given_up(client: Client) -> None:
        calling = asyncio.ensure_future(called(client))
        await asyncio.to_thread(heard.get, timeout=SECONDS)
        calling.cancel()
        await asyncio.wait([calling])

    async def used(work: Any) -> Any:
        headers = {"Authorization": f"Bearer {key}"}
        async with connected(server.url(path="/mcp"), mode=mode, headers=headers) as client:
            return await work(client)

    done = begun(used(called)).result(SECONDS)
    assert done.structured_content["status"] == "success"
    words = [heard.get() for _ in range(heard.qsize())]
    assert (words[0], words[-1]) == ("tool.started", "tool.completed")
    with workers_stopped(server):
        begun(used(given_up)).result(SECONDS)
        page.wait_for_function(NEWEST_IS, arg=[slug, "cancelled"], timeout=SECONDS * 1000)
