"""Long runs as tasks, in both revisions that have them. A task is its run."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from config.ids import uuid7
from sessions_app import feeds
from sessions_app.models import SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.approvals.changing import call
from tests.tools_app.driving import drive
from tests.tools_app.mcp.calling import NEW, OLD, Caller
from tests.tools_app.samples import refuse, registered, sample
from tools_app.mcp import calls, task_requests

CAN = "io.modelcontextprotocol/clientCapabilities"
TASKS: dict[str, Any] = {"extensions": {"io.modelcontextprotocol/tasks": {}}}
PAGES: dict[str, Any] = {"elicitation": {"url": {}}}
NUMBER = {"type": "integer"}
METHODS: dict[str, dict[str, Any]] = {"get": {}, "update": {"inputResponses": {}}, "cancel": {}}


def _chain(slug: str, step: str) -> dict[str, Any]:
    given = {"id": "only", "tool": step, "input": {"a": {"var": "input.n"}, "b": 2}}
    return {
        "slug": slug,
        "name": slug,
        "effect": "read",
        "input_schema": {"type": "object", "properties": {"n": NUMBER}, "required": ["n"]},
        "output_schema": {"type": "object", "properties": {"total": NUMBER}},
        "execution": {"shape": "composition", "steps": [given]},
    }


@pytest.fixture(autouse=True)
def _long_tools(alice: Person, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What the workspace has made is left to a worker, which the tests are."""
    settings.RUNS_IN_BACKGROUND = True
    # Its thread would not see what the test writes.
    monkeypatch.setattr(feeds.hub, "_start", lambda: None)
    monkeypatch.setattr(calls, "WAITS_SECONDS", 0.01)
    monkeypatch.setattr(task_requests, "PATIENCE", 0.01)
    with registered(
        sample(),
        sample(refuse, slug="refusing"),
        sample(slug="changes", effect="mutate"),
    ):
        for slug, step in (("chain", "sample"), ("broken", "refusing")):
            made = call(alice.browser(), "POST", "/api/tools", _chain(slug, step))
            assert made.status_code == 201, made.content
        yield


class Tasker(Caller):
    """A client that says with each request what it can do."""

    can: dict[str, Any] = TASKS

    def post(self, method: str, **params: Any) -> Any:
        return super().post(method, **params, _meta={CAN: self.can})


@pytest.fixture
def tasker(bob: Person) -> Tasker:
    return Tasker(bob.program("tools:execute"), NEW)


def _worked() -> None:
    with tenant_context("acme"):
        assert drive() == 1


def test_a_long_run_is_a_task_until_its_result_is_there(tasker: Tasker) -> None:
    assert (
        "io.modelcontextprotocol/tasks" in tasker("server/discover")["capabilities"]["extensions"]
    )
    made = tasker.tool("chain", n=5)
    assert (made["resultType"], made["status"]) == ("task", "working")
    assert made["ttlMs"] is None
    assert made["pollIntervalMs"] > 0
    assert {"result", "task", "requestState"}.isdisjoint(made)
    task = {"taskId": made["taskId"]}
    seen = tasker("tasks/get", **task)
    assert (seen["resultType"], seen["status"]) == ("complete", "working")
    assert seen["statusMessage"] == "It waits for a worker."
    _worked()
    done = tasker("tasks/get", **task)
    assert done["status"] == "completed"
    assert done["lastUpdatedAt"] >= done["createdAt"]
    assert done["result"]["structuredContent"]["output"] == {"total": 7}
    assert done["result"]["structuredContent"]["run_id"] == made["taskId"]
    assert set(tasker("tasks/cancel", **task)) == {"resultType", "_meta"}
    assert tasker("tasks/get", **task)["status"] == "completed"


def test_what_goes_wrong_in_a_tool_is_a_result(tasker: Tasker) -> None:
    made = tasker.tool("broken", n=1)
    _worked()
    ended = tasker("tasks/get", taskId=made["taskId"])
    assert (ended["status"], ended["result"]["isError"]) == ("completed", True)
    assert "It was refused." in json.dumps(ended["result"])
    assert "error" not in ended


def test_a_task_is_cancelled_once_and_for_all(tasker: Tasker) -> None:
    task = {"taskId": tasker.tool("chain", n=5)["taskId"]}
    assert tasker("tasks/cancel", **task)["resultType"] == "complete"
    assert tasker("tasks/get", **task)["status"] == "cancelled"
    with tenant_context("acme"):
        assert drive() == 0
        kinds = SessionEvent.objects.filter(run_id=task["taskId"]).values_list("type", flat=True)
        assert list(kinds.order_by("seq")) == ["tool.started", "tool.cancelled"]


def test_another_persons_task_is_not_there(tasker: Tasker, adam: Person, dana: Person) -> None:
    """For reading, answering and cancelling alike, and like one that never was."""
    mine = tasker.tool("chain", n=5)["taskId"]
    strangers = [Tasker(who.program("tools:execute"), NEW) for who in (adam, dana)]
    for who, task_id in [
        *((who, mine) for who in strangers),
        (tasker, str(uuid7())),
        (tasker, "x"),
    ]:
        for method, more in METHODS.items():
            refused = who(f"tasks/{method}", taskId=task_id, **more)
            assert (refused["code"], refused["message"]) == (-32602, "Task not found")
    assert tasker("tasks/get", taskId=mine)["status"] == "working"


def test_only_a_client_that_takes_tasks_is_given_any(tasker: Tasker) -> None:
    mine = tasker.tool("chain", n=5)["taskId"]
    tasker.can = {}
    for method, more in METHODS.items():
        refused = tasker(f"tasks/{method}", taskId=mine, **more)
        assert refused["code"] == -32021
        assert refused["data"]["requiredCapabilities"] == TASKS
    for method in ("tasks/result", "tasks/list"):
        assert tasker(method, taskId=mine)["code"] == -32601


def test_the_header_names_the_same_task(tasker: Tasker) -> None:
    meta = {
        CAN: TASKS,
        "io.modelcontextprotocol/protocolVersion": NEW,
    }
    body = {"jsonrpc": "2.0", "id": 1, "method": "tasks/get"}
    sent = {**body, "params": {"taskId": str(uuid7()), "_meta": meta}}
    for headers in ({"mcp-name": str(uuid7())}, {}):
        refused = tasker.send(sent, **{"mcp-method": "tasks/get", **headers})
        assert (refused.status_code, refused.json()["error"]["code"]) == (400, -32020)


def test_a_run_that_waits_for_a_person_asks_for_the_page_once(
    tasker: Tasker, alice: Person
) -> None:
    tasker.can = {**TASKS, **PAGES}
    made = tasker.tool("changes", a=1)
    assert (made["resultType"], made["status"]) == ("task", "input_required")
    task = {"taskId": made["taskId"]}
    waiting = tasker("tasks/get", **task)
    page = waiting["inputRequests"]["approval"]
    assert (page["method"], page["params"]["mode"]) == ("elicitation/create", "url")
    told = {"approval": {"action": "accept"}, "never-asked": {"action": "accept"}}
    assert set(tasker("tasks/update", **task, inputResponses=told)) == {"resultType", "_meta"}
    shown = tasker("tasks/get", **task)
    assert shown["status"] == "working", "what the client says is no agreement"
    assert page["params"]["url"] in shown["statusMessage"]
    proposal = page["params"]["url"].rsplit("/", 1)[1]
    agreed = call(alice.browser(), "POST", f"/api/approvals/{proposal}/approve")
    assert agreed.status_code == 200, agreed.content
    done = tasker("tasks/get", **task)
    assert (done["status"], done["result"]["structuredContent"]["output"]) == (
        "completed",
        {"total": 2},
    )


def test_a_client_that_opens_no_pages_is_told_where_a_person_decides(tasker: Tasker) -> None:
    made = tasker.tool("changes", a=1)
    assert made["status"] == "working"
    assert "/approvals/" in made["statusMessage"]
    assert "inputRequests" not in tasker("tasks/get", taskId=made["taskId"])


class TestOnRequest:
    """2025-11-25: the client asks for a task with its call."""

    @pytest.fixture
    def older(self, bob: Person) -> Caller:
        return Caller(bob.program("tools:execute"), OLD)

    def _made(self, older: Caller, name: str = "chain", **arguments: Any) -> dict[str, Any]:
        return older("tools/call", name=name, arguments=arguments, task={"ttl": 60_000})

    def test_it_is_offered_where_the_revision_has_it(self, older: Caller) -> None:
        client = {"capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
        told = older("initialize", protocolVersion=OLD, **client)["capabilities"]
        assert told["tasks"] == {"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}}
        assert (
            "tasks"
            not in older("initialize", protocolVersion="2025-06-18", **client)["capabilities"]
        )
        tools = {tool["name"]: tool for tool in older("tools/list")["tools"]}
        assert tools["chain"]["execution"] == {"taskSupport": "optional"}
        assert "execution" not in tools["quick-score"]
        older.version = "2025-06-18"
        assert older("tasks/list")["code"] == -32601

    def test_its_result_is_what_the_call_would_have_given(self, older: Caller) -> None:
        made = self._made(older, n=5)["task"]
        assert (made["status"], made["ttl"]) == ("working", None)
        task = {"taskId": made["taskId"]}
        assert older("tasks/get", **task)["pollInterval"] > 0
        assert older("tasks/result", **task)["message"] == "It has not ended yet. Ask again."
        _worked()
        assert older("tasks/get", **task)["status"] == "completed"
        told = older("tasks/result", **task)
        assert told["structuredContent"]["output"] == {"total": 7}
        assert told["_meta"]["io.modelcontextprotocol/related-task"] == task
        assert older("tasks/cancel", **task)["message"] == "The task is over: completed."

    def test_a_tools_fault_is_a_failed_task(self, older: Caller) -> None:
        task = {"taskId": self._made(older, "broken", n=1)["task"]["taskId"]}
        _worked()
        assert older("tasks/get", **task)["status"] == "failed"
        assert older("tasks/result", **task)["isError"] is True

    def test_they_are_listed_and_cancelled_by_their_owner(
        self, older: Caller, adam: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(task_requests, "PAGE", 2)
        made = [self._made(older, n=n)["task"]["taskId"] for n in range(3)]
        first = older("tasks/list")
        rest = older("tasks/list", cursor=first["nextCursor"])
        assert [task["taskId"] for task in [*first["tasks"], *rest["tasks"]]] == made[::-1]
        assert "nextCursor" not in rest
        assert older("tasks/list", cursor="x")["code"] == -32602
        other = Caller(adam.program("tools:execute"), OLD)
        assert other("tasks/list")["tasks"] == []
        for method in ("get", "result", "cancel"):
            assert other(f"tasks/{method}", taskId=made[0])["message"] == "Task not found"
        assert older("tasks/cancel", taskId=made[0])["status"] == "cancelled"
        assert older("tasks/result", taskId=made[0])["structuredContent"]["status"] == "cancelled"

    def test_what_cannot_be_one_is_an_error(self, older: Caller) -> None:
        assert self._made(older, "quick-score", criteria=[])["code"] == -32601
        wrong = self._made(older, n="five")
        assert (wrong["code"], wrong["data"]["code"]) == (-32602, "invalid_input")
        assert self._made(older, "no-such-tool")["message"] == "Unknown tool: no-such-tool"
