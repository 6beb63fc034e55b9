"""Tools over MCP: what is listed, what a call gives back."""

import json
from typing import Any

import pytest

from config.ids import uuid7
from tests.conftest import Person
from tests.tools_app.mcp.calling import NEW, OLD, Caller
from tools_app.execution.result import RunResult, RunStatus
from tools_app.mcp import listing, outbound, results
from tools_app.mcp.exchange import Exchange

CRITERIA = [{"name": "Fit", "weight": 3, "score": 8}]


@pytest.fixture(params=[OLD, NEW])
def caller(bob: Person, request: pytest.FixtureRequest) -> Caller:
    return Caller(bob.program("tools:execute"), request.param)


def test_lists_the_tools_that_one_may_run(caller: Caller) -> None:
    tools = {tool["name"]: tool for tool in caller("tools/list")["tools"]}
    assert list(tools) == sorted(tools)
    score = tools["quick-score"]
    assert score["title"] == "Quick score"
    assert score["annotations"]["readOnlyHint"] is True
    assert score["inputSchema"]["properties"]["criteria"]
    assert score["outputSchema"]["type"] == "object"
    assert score["icons"][0]["src"].startswith("http://acme.localhost/icons/")
    assert "check_run" in tools


def test_pages_go_on_where_they_were(caller: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = [tool["name"] for tool in caller("tools/list")["tools"]]
    monkeypatch.setattr(listing, "PAGE", 4)
    found: list[str] = []
    cursor: dict[str, str] = {}
    for _ in range(len(whole)):
        page = caller("tools/list", **cursor)
        found += [tool["name"] for tool in page["tools"]]
        if "nextCursor" not in page:
            break
        cursor = {"cursor": page["nextCursor"]}
    assert found == whole


def test_a_call_gives_text_and_the_same_as_data(caller: Caller) -> None:
    result = caller.tool("quick-score", criteria=CRITERIA)
    assert result["structuredContent"]["summary"]["score"] == 8
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


@pytest.mark.parametrize("version", [OLD, NEW])
@pytest.mark.parametrize("output", [{"a": 'say "é"\n', "b": [1, None]}, {}, [1], "text", None])
def test_an_output_is_written_as_the_sdk_would_write_it(
    bob: Person, version: str, output: Any
) -> None:
    exchange = Exchange(bob.principal, version, 1, "http://acme.localhost")
    run = RunResult(uuid7(), uuid7(), RunStatus.SUCCESS, output)
    slow = outbound.encoded(exchange, "tools/call", results.told(output, run_id=run.run_id))
    assert json.loads(results.output_of(exchange, run).body) == json.loads(slow)


@pytest.mark.parametrize(
    "params", [{"name": 1}, {"arguments": {}}, {"name": "x", "arguments": [1]}, {}]
)
def test_a_call_that_is_none_is_refused(caller: Caller, params: dict[str, Any]) -> None:
    caller.version = OLD
    assert caller("tools/call", **params)["code"] == -32602


def test_a_listing_and_a_call_cost_few_statements(
    caller: Caller, django_assert_num_queries: Any
) -> None:
    caller.tool("quick-score", criteria=CRITERIA)
    caller("tools/list")
    with django_assert_num_queries(1):  # the tenant of the host
        caller("tools/list")
    with django_assert_num_queries(1):  # the events, if the tenant is as it was
        caller.tool("quick-score", criteria=CRITERIA)


def test_arguments_that_are_wrong_come_back_to_be_mended(caller: Caller) -> None:
    result = caller.tool("quick-score", criteria=[{"name": "Fit", "weight": 3, "score": 80}])
    assert result["isError"] is True
    fault = json.loads(result["content"][0]["text"])["error"]["faults"][0]
    assert fault["path"] == "/criteria/0/score"
    assert "10" in fault["expected"]
    assert fault["got"] == "80"


@pytest.mark.parametrize("name", ["no-such-tool", "ims-coverage-estimator", "quick_score", "../x"])
def test_what_is_not_there_and_what_is_not_yours_are_unknown(caller: Caller, name: str) -> None:
    error = caller.tool(name)
    assert error["code"] == -32602
    assert error["message"] == f"Unknown tool: {name}"


def test_somebody_who_may_not_run_tools_has_none(bob: Person) -> None:
    caller = Caller(bob.program("tools:read"))
    assert [tool["name"] for tool in caller("tools/list")["tools"]] == ["check_run"]
    assert caller.tool("quick-score", criteria=CRITERIA)["message"] == "Unknown tool: quick-score"
