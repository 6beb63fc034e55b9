"""Runs that wait for a person, streams, and questions to clients."""

import json
from typing import Any

import pytest
from mcp_types import CallToolResult, TextContent
from mcp_types import Tool as ToolDescription

from config.redis import client as redis
from sessions_app import feeds
from sessions_app.models import SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.mcp.calling import NEW, OLD, Caller
from tests.tools_app.samples import registered, sample
from tools_app.mcp import calls, following, subscriptions
from tools_app.mcp.exchange import Ask, Exchange, Steps
from tools_app.mcp.features import ProtocolTool, features
from tools_app.models import Tool
from tools_app.resolver import catalogue_changed

PAGES: dict[str, Any] = {"io.modelcontextprotocol/clientCapabilities": {"elicitation": {"url": {}}}}


@pytest.fixture(params=[OLD, NEW])
def caller(bob: Person, request: pytest.FixtureRequest) -> Caller:
    return Caller(bob.program("tools:execute"), request.param)


@pytest.mark.parametrize("effect", ["mutate", "destructive"])
def test_what_changes_something_waits_and_can_be_looked_after(
    caller: Caller, adam: Person, effect: str
) -> None:
    with registered(sample(slug="changes", effect=effect)):
        told = {tool["name"]: tool for tool in caller("tools/list")["tools"]}["changes"]
        assert told["annotations"]["readOnlyHint"] is False
        assert told["annotations"]["destructiveHint"] is (effect == "destructive")
        assert told["outputSchema"]["properties"]["output"]
        result = caller.tool("changes", a=1)
        waits = result["structuredContent"]
        assert waits["status"] == "waiting_approval"
        assert waits["url"].startswith("http://acme.localhost/approvals/")
        assert waits["run_id"] in result["content"][0]["text"]
        again = caller.tool("check_run", run_id=waits["run_id"])
        assert again["structuredContent"]["status"] == "waiting_approval"
        stranger = Caller(adam.program("tools:execute"))
        refused = stranger.tool("check_run", run_id=waits["run_id"])
        assert json.loads(refused["content"][0]["text"])["error"]["code"] == "not_found"


def test_check_run_says_what_is_wrong_with_an_id(caller: Caller) -> None:
    for wrong in ({}, {"run_id": "x" * 36}, {"run_id": 1}, {"run": "x"}):
        result = caller.tool("check_run", **wrong)
        assert result["isError"]
        assert "faults" in json.loads(result["content"][0]["text"])["error"]


def test_a_client_that_shows_pages_is_asked_and_makes_no_second_run(
    bob: Person, adam: Person
) -> None:
    caller = Caller(bob.program("tools:execute"), NEW)
    with registered(sample(slug="changes", effect="mutate")):
        asked = caller("tools/call", name="changes", arguments={"a": 1}, _meta=PAGES)
        assert asked["resultType"] == "input_required"
        page = asked["inputRequests"]["approval"]["params"]
        assert page["mode"] == "url"
        yes = {"approval": {"action": "accept"}}
        carried = {"requestState": asked["requestState"], "inputResponses": yes}
        again = caller("tools/call", name="changes", arguments={"a": 1}, _meta=PAGES, **carried)
        assert again["inputRequests"]["approval"]["params"]["url"] == page["url"]
        with tenant_context("acme"):
            assert SessionEvent.objects.filter(type="tool.started").count() == 1
            assert not SessionEvent.objects.filter(type="tool.completed").exists()
        other = Caller(adam.program("tools:execute"), NEW)
        for who, name, state in (
            (other, "changes", asked["requestState"]),
            (caller, "changes", asked["requestState"].swapcase()),
            (caller, "quick-score", asked["requestState"]),
        ):
            assert who("tools/call", name=name, arguments={}, requestState=state)["code"] == -32602


def _asks(_exchange: Exchange, _params: Any) -> Steps:
    answer = yield Ask("elicitation/create", {"message": "?", "requestedSchema": {}})
    return CallToolResult(content=[TextContent(text=answer["content"]["word"])])


def test_a_question_is_answered_by_a_request_of_its_own(bob: Person, adam: Person) -> None:
    key, other = bob.program("tools:execute"), adam.program("tools:execute")
    schema = {"type": "object", "properties": {}}
    with features.temporarily():
        features.add_tool(
            ProtocolTool(ToolDescription(name="test_asks", input_schema=schema), _asks)
        )
        response: Any = Caller(key).post("tools/call", name="test_asks", arguments={})
        events = iter(response)
        question = json.loads(next(events).decode().split("data: ")[1])
        answer = {"jsonrpc": "2.0", "id": question["id"], "result": {"action": "accept"}}

        wrong = {**answer, "result": {"content": {"word": "not mine"}}}
        assert Caller(other).send(wrong).status_code == 202
        right = {**answer, "result": {"content": {"word": "mine"}}}
        assert Caller(key).send(right).status_code == 202
        said = [event for event in events if b"data:" in event]
        response.close()
    assert (
        json.loads(said[-1].decode().split("data: ")[1])["result"]["content"][0]["text"] == "mine"
    )
    assert not redis().keys("*mcp:ask*")


def test_whoever_listens_is_told_that_the_tools_changed(
    bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(subscriptions, "LOOK_EVERY", 0)
    response: Any = Caller(bob.program("tools:execute"), NEW).post(
        "subscriptions/listen", notifications={"toolsListChanged": True, "promptsListChanged": True}
    )
    events = iter(response)
    first = json.loads(next(events).decode().split("data: ")[1])
    assert first["method"] == "notifications/subscriptions/acknowledged"
    assert first["params"]["notifications"] == {"toolsListChanged": True}
    with tenant_context("acme"):
        catalogue_changed()
    changed = json.loads(next(events).decode().split("data: ")[1])
    assert changed["method"] == "notifications/tools/list_changed"
    response.close()


def test_too_many_streams_are_refused_before_they_begin(bob: Person, settings: Any) -> None:
    settings.WEB_STREAMS = 0
    caller = Caller(bob.program("tools:execute"), NEW)
    response = caller.post("subscriptions/listen", notifications={"toolsListChanged": True})
    assert response.status_code == 503
    assert response["Retry-After"] == "5"


def make_composition() -> None:
    number = {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]}
    step = {"id": "only", "tool": "quick-score", "input": {"criteria": []}}
    Tool.objects.create(
        slug="chain",
        kind=Tool.Kind.CUSTOM,
        name="Chain",
        effect="read",
        input_schema=number,
        output_schema=number,
        execution={"shape": "composition", "steps": [step]},
    )
    catalogue_changed()


def test_a_long_run_goes_on_and_can_be_cancelled(
    bob: Person, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.RUNS_IN_BACKGROUND = True
    # Its thread would not see what the test writes.
    monkeypatch.setattr(feeds.hub, "_start", lambda: None)
    monkeypatch.setattr(calls, "WAITS_SECONDS", 0.05)
    monkeypatch.setattr(following, "PATIENCE", 0.05)
    monkeypatch.setattr(following, "PATIENCE_WITH_NEWS", 0.05)
    with tenant_context("acme"):
        make_composition()
    caller = Caller(bob.program("tools:execute"))
    client = {
        "protocolVersion": OLD,
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    session = {"mcp-session-id": caller.post("initialize", **client)["Mcp-Session-Id"]}
    params = {"name": "chain", "arguments": {"a": 1}, "_meta": {"progressToken": "p"}}
    message = {"jsonrpc": "2.0", "id": 77, "method": "tools/call", "params": params}
    events = b"".join(caller.send(message, **session)).decode()
    said = [json.loads(row[6:]) for row in events.splitlines() if row.startswith("data: ")]
    assert said[0]["method"] == "notifications/progress"
    assert said[0]["params"]["progressToken"] == "p"
    stands = said[-1]["result"]["structuredContent"]
    assert stands["status"] in {"queued", "running"}
    cancel = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 77}}
    caller.send(cancel)  # of no session
    assert (
        caller.tool("check_run", run_id=stands["run_id"])["structuredContent"]["status"]
        == stands["status"]
    )
    caller.send(cancel, **session)
    ended = caller.tool("check_run", run_id=stands["run_id"])
    assert ended["structuredContent"]["status"] == "cancelled"


def test_a_session_is_only_good_for_whoever_it_was_made_for(bob: Person, adam: Person) -> None:
    caller, other = Caller(bob.program("tools:execute")), Caller(adam.program("tools:execute"))
    client = {
        "protocolVersion": OLD,
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    session = {"mcp-session-id": caller.post("initialize", **client)["Mcp-Session-Id"]}
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert caller.send(ping, **session).status_code == 200
    assert other.send(ping, **session).status_code == 404
    assert caller.send(ping, **{"mcp-session-id": "guess"}).status_code == 404
