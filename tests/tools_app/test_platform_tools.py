"""The platform's own tools: endpoints for models, and authoring that always asks."""

import json
from typing import Any

import pytest
from rest_framework.views import APIView

from sessions_app.api.serializers import RunSerializer
from tenants.context import tenant_context
from tests.agents.making import author, connect
from tests.agents.making import run as run_prompt
from tests.agents.wire import Call, provider
from tests.conftest import Person
from tests.tools_app.mcp.calling import Caller
from tools_app.definitions import DefinitionError
from tools_app.models import Proposal, Tool
from tools_app.projection import expose
from tools_app.registry import registry
from tools_app.resolver import catalogue_changed

PLATFORM = [found.slug for found in registry if found.module.startswith("tools_app.")]
CRITERIA = [{"name": "Fit", "weight": 3, "score": 8}]


@pytest.fixture
def _turned_on(db: None) -> None:
    with tenant_context("acme"):
        for slug in PLATFORM:
            Tool.objects.create(slug=slug, kind=Tool.Kind.OVERRIDE, enabled=True)
        catalogue_changed()


def test_nobody_has_them_until_they_are_turned_on(alice: Person) -> None:
    caller = Caller(alice.program("tools:execute", "keys:read", "tools:write"))
    assert not set(PLATFORM) & {tool["name"] for tool in caller("tools/list")["tools"]}
    assert caller.tool("list-runs")["message"] == "Unknown tool: list-runs"


@pytest.mark.usefixtures("_turned_on")
def test_an_endpoint_answers_the_same_as_a_tool(alice: Person) -> None:
    program = alice.program("tools:execute", "keys:read", "runs:read")
    caller = Caller(program)
    run_id = caller.tool("quick-score", criteria=CRITERIA)["_meta"]["tenon/run_id"]
    told = caller.tool("get-run", run_id=run_id)["structuredContent"]
    assert told == program.get(f"/api/runs/{run_id}").json()
    runs = caller.tool("list-runs", tool="quick-score", limit=1)["structuredContent"]
    assert [run["id"] for run in runs["results"]] == [run_id]
    assert runs["next_cursor"] is None
    tools = caller.tool("list-tools", search="quick")["structuredContent"]["results"]
    assert [tool["slug"] for tool in tools] == ["priority-matrix", "quick-score"]
    whole = caller.tool("get-tool", slug="quick-score")["structuredContent"]
    assert whole["input_schema"]["properties"]
    keys = caller.tool("list-keys")["structuredContent"]["results"]
    assert keys
    assert "digest" not in json.dumps(keys)
    session = caller.tool("list-sessions", limit=1)["structuredContent"]["results"][0]["id"]
    assert caller.tool("get-session", session_id=session)["structuredContent"]["id"] == session


@pytest.mark.usefixtures("_turned_on")
def test_an_endpoints_rights_are_the_tools(bob: Person, adam: Person) -> None:
    run_id = Caller(adam.program("tools:execute")).tool("quick-score", criteria=CRITERIA)["_meta"][
        "tenon/run_id"
    ]
    caller = Caller(bob.program("tools:execute"))
    names = {tool["name"] for tool in caller("tools/list")["tools"]}
    assert "list-keys" not in names
    assert "manage-tools" not in names
    refused = caller.tool("get-run", run_id=run_id)
    assert json.loads(refused["content"][0]["text"])["error"]["code"] == "not_found"
    assert caller.tool("list-runs", limit=1000)["isError"]
    seen = caller.tool("list-runs", person=str(adam.user.pk))["structuredContent"]["results"]
    assert {run["user_id"] for run in seen} <= {str(bob.user.pk)}


def test_only_an_endpoint_that_names_its_right_can_be_exposed() -> None:
    class Nothing(APIView):
        permission_classes = []

        def get(self, *_: Any) -> None: ...

    options = {"name": "x", "description": "x", "icon": "circle", "answers": RunSerializer}
    for wrong in (Nothing, object, len):
        with pytest.raises(DefinitionError):
            expose(wrong, slug="wrong", **options)  # type: ignore[arg-type]


NEW = {
    "action": "create",
    "slug": "made-by-a-model",
    "name": "Made by a model",
    "description": "Scores. Use it in tests.",
    "effect": "read",
    "inputSchema": json.dumps({"type": "object", "properties": {"a": {"type": "integer"}}}),
    "outputSchema": json.dumps({"type": "object", "properties": {"a": {"type": "integer"}}}),
    "execution": json.dumps(
        {"shape": "composition", "steps": [{"id": "s", "tool": "quick-score", "input": {}}]}
    ),
}


@pytest.mark.usefixtures("_turned_on")
def test_authoring_asks_first_and_then_does_it(alice: Person) -> None:
    caller = Caller(alice.program("tools:execute", "tools:write"))
    for given in ({"action": "list"}, {"action": "get", "slug": "quick-score"}, NEW):
        waits = caller.tool("manage-tools", **given)["structuredContent"]
        assert waits["status"] == "waiting_approval"
    with tenant_context("acme"):
        assert not Tool.objects.filter(slug="made-by-a-model").exists()


WORKING = {
    **NEW,
    "inputSchema": json.dumps({"type": "object", "properties": {}, "additionalProperties": False}),
    "outputSchema": json.dumps({"type": "object", "properties": {"score": {"type": "number"}}}),
    "execution": json.dumps(
        {
            "shape": "composition",
            "steps": [{"id": "s", "tool": "quick-score", "input": {"criteria": CRITERIA}}],
            "output": {"score": {"var": "steps.s.output.summary.score"}},
        }
    ),
}


def _agree(person: Person, run_id: str) -> None:
    """In the inbox, on the page of what waits."""
    browser = person.browser()
    inbox = browser.get("/approvals").content.decode()
    with tenant_context("acme"):
        waiting = Proposal.objects.get(run_id=run_id)
    assert f"/approvals/{waiting.pk}" in inbox
    agreed = browser.post(f"/approvals/{waiting.pk}/approve", {"confirm": WORKING["name"]})
    assert agreed.status_code == 302, agreed.content.decode()


@pytest.mark.usefixtures("_turned_on")
@pytest.mark.parametrize("through", ["mcp", "an agent"])
def test_what_a_person_agrees_to_is_made_and_can_be_called(
    alice: Person, adam: Person, settings: Any, through: str
) -> None:
    caller = Caller(adam.program("tools:execute", "tools:write"))
    assert caller.tool("made-by-a-model")["message"] == "Unknown tool: made-by-a-model"
    if through == "mcp":
        run_id = caller.tool("manage-tools", **WORKING)["structuredContent"]["run_id"]
    else:
        run_id = _proposed_by_an_agent(alice, adam, settings)
    with tenant_context("acme"):
        assert not Tool.objects.filter(slug="made-by-a-model").exists()
    _agree(alice, run_id)
    if through == "mcp":
        told = caller.tool("check_run", run_id=run_id)["structuredContent"]
        assert (told["status"], told["output"]["slug"]) == ("success", "made-by-a-model")
    assert "made-by-a-model" in [tool["name"] for tool in caller("tools/list")["tools"]]
    made = caller.tool("made-by-a-model")["structuredContent"]
    assert (made["status"], made["output"]) == ("success", {"score": 8})


def _proposed_by_an_agent(alice: Person, asker: Person, settings: Any) -> str:
    task = {"shape": "prompt", "mode": "agent", "agent": "assistant", "instructions": "Make it."}
    with provider(Call("manage-tools", WORKING), "I have asked for it.") as wire:
        connect(alice.browser(), wire, settings)
        author(alice.browser(), "delegate", execution=task)
        assert run_prompt(asker.browser(), "delegate").json()["status"] == "success"
    assert "waiting_approval" in str(wire.bodies[1]["messages"])
    with tenant_context("acme"):
        waiting = Proposal.objects.get(tool_slug="manage-tools")
        assert waiting.user_id == asker.user.pk
        return str(waiting.run_id)


@pytest.mark.usefixtures("_turned_on")
def test_who_is_asked_sees_what_would_change(alice: Person) -> None:
    """And what could not be saved is not proposed."""
    program, person = alice.program("tools:execute", "tools:write"), alice.browser()

    def ask(**given: Any) -> Any:
        path = "/api/tools/manage-tools/run"
        return program.post(path, {"input": given}, content_type="application/json").json()

    def agree(asked: Any, name: str) -> None:
        path = f"/api/approvals/{asked['proposal']['id']}/approve"
        answer = person.post(path, {"confirm": name}, content_type="application/json")
        assert answer.status_code == 200, answer.content

    created = ask(**NEW)
    assert created["proposal"]["summary"] == "Create the tool Made by a model"
    agree(created, "Made by a model")
    revision = person.get("/api/tools/made-by-a-model").json()["revision"]
    change = {"action": "update", "slug": "made-by-a-model", "revision": revision}
    changed = ask(**change, name="Renamed", effect="read")
    renamed = {"field": "name", "before": "Made by a model", "after": "Renamed"}
    assert changed["proposal"]["diff"] == [renamed]
    stale = ask(**{**change, "revision": revision + 1}, name="Renamed")
    assert (stale["status"], stale["error"]["code"]) == ("error", "stale_revision")
    broken = ask(**change, execution='{"shape": "magic"}')
    assert broken["status"] == "error"
    deleted = ask(action="delete", slug="made-by-a-model")["proposal"]
    assert deleted["target"] == "Made by a model"
    assert {"field": "name", "before": "Made by a model"} in deleted["diff"]
    agree(changed, "Made by a model")
    assert person.get("/api/tools/made-by-a-model").json()["name"] == "Renamed"


@pytest.mark.usefixtures("_turned_on")
def test_a_person_may_author_through_it(alice: Person) -> None:
    """A person who runs the form has agreed by doing so."""

    def run(**given: Any) -> Any:
        body = {"input": given}
        path = "/api/tools/manage-tools/run"
        return alice.browser().post(path, body, content_type="application/json").json()

    made = run(**NEW)
    assert made["output"]["revision"] >= 0, made
    got = run(action="get", slug="made-by-a-model")["output"]
    assert json.loads(got["document"])["name"] == "Made by a model"
    changed = run(action="update", slug="made-by-a-model", revision=got["revision"], name="Renamed")
    assert changed["status"] == "success", changed
    listed = run(action="list", search="made-by")["output"]["tools"]
    assert [tool["name"] for tool in listed] == ["Renamed"]
    assert run(action="delete", slug="made-by-a-model")["status"] == "success"
    assert run(action="list", search="made-by")["output"]["tools"] == []
    broken = run(**{**NEW, "inputSchema": "{"})
    assert "inputSchema" in json.dumps(broken)


@pytest.mark.usefixtures("_turned_on")
def test_what_an_action_lacks_is_named(alice: Person) -> None:
    caller = Caller(alice.program("tools:execute", "tools:write"))
    result = caller.tool("manage-tools", action="update", slug="x")
    assert "The action update needs revision." in result["content"][0]["text"]
    assert "needs slug" in caller.tool("manage-tools", action="delete")["content"][0]["text"]
