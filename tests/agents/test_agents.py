"""Agents at work: their tools, their limits, whose rights they have."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from agents.clamping import NOTE, clamped
from agents.config import AgentConfig, read_config
from agents.models import Agent, ModelUse
from sessions_app.models import SessionEvent
from tenants.context import tenant_context
from tests.agents.making import LABEL, author, connect, events, run, send
from tests.agents.wire import Call, provider
from tests.conftest import Person
from tests.tools_app.mcp.calling import Caller
from tests.tools_app.samples import registered, sample

TASK = {
    "shape": "prompt",
    "mode": "agent",
    "agent": "assistant",
    "instructions": "Find out about {{ about }}.",
}


@pytest.fixture(autouse=True)
def _samples() -> Iterator[None]:
    secret = sample(slug="owners-only", required_permissions=["audit.tenant.read"])
    with registered(sample(), sample(slug="writer", effect="mutate"), secret):
        yield


def hand_over(client: Any, slug: str = "delegate", **changes: Any) -> None:
    """A tool that an agent carries out."""
    author(client, slug, **{**changes, "execution": {**TASK, **changes.get("execution", {})}})


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_an_agent_uses_tools_for_whoever_asks(
    kind: str, alice: Person, bob: Person, settings: Any
) -> None:
    with provider(Call("sample", {"a": 2, "b": 3}), "It is five.") as wire:
        connect(alice.browser(), wire, settings, provider=kind)
        hand_over(alice.browser())
        done = run(bob.browser(), "delegate").json()
    assert done["output"] == {"text": "It is five."}
    offered = [each.get("name") or each["function"]["name"] for each in wire.bodies[0]["tools"]]
    assert offered == sorted(offered)
    assert {"sample", "writer"} <= set(offered)
    assert not {"owners-only", "delegate"} & set(offered), "what Bob may not run is not offered"
    _keeps_what_is_stable(kind, wire.bodies[0])
    assert '"total": 5' in str(wire.bodies[1]["messages"])
    usage = events(bob.browser(), done["run_id"])[-1]["payload"]["usage"]
    assert (usage["requests"], usage["input_tokens"], usage["agent"]) == (2, 200, "assistant")
    with tenant_context("acme"):
        nested = SessionEvent.objects.get(type="tool.started", tool_slug="sample")
        assert (nested.actor_kind, nested.source) == ("agent", "agent")
        assert nested.actor_label == "Assistant for Bob"
        assert nested.user_id == bob.user.pk
        assert set(ModelUse.objects.values_list("user_id", "agent_slug")) == {
            (bob.user.pk, "assistant")
        }
    for axis, name in (("agent", "assistant"), ("tool", "delegate"), ("model", usage["model"])):
        (line,) = alice.browser().get(f"/api/usage?by={axis}").json()
        assert (line["name"], line["requests"], line["cost"]) == (name, 2, "0.000680")
    page = alice.browser().get("/usage?days=7").content.decode()
    assert "assistant" in page
    assert "0.0007 USD" in page


def _keeps_what_is_stable(kind: str, body: dict[str, Any]) -> None:
    """One marker after the last definition and one after the instructions, where there are markers."""
    marked = [bool(each.get("cache_control")) for each in body["tools"]]
    if kind == "anthropic":
        assert marked == [False] * (len(marked) - 1) + [True]
        assert body["system"][-1]["cache_control"]["type"] == "ephemeral"
    else:
        assert "cache_control" not in json.dumps(body)


def test_models_are_told_of_a_tool_what_mcp_clients_are(
    alice: Person, bob: Person, settings: Any
) -> None:
    """In the same plain words: what a tenant wrote cannot hide anything from whoever reads it."""
    poisoned = sample(slug="poisoned", name="Po\u202eis\u200boned")
    with registered(poisoned), provider("Nothing.") as wire:
        connect(alice.browser(), wire, settings)
        hand_over(alice.browser())
        assert run(bob.browser(), "delegate").json()["status"] == "success"
        told = {
            tool["name"]: tool
            for tool in Caller(bob.program("tools:execute"))("tools/list")["tools"]
        }
    offered = {each["function"]["name"]: each["function"] for each in wire.bodies[0]["tools"]}
    assert set(offered) == {*told} - {"delegate", "check_run"}
    for name, function in offered.items():
        assert function["description"] == told[name]["description"][:2_000]
        # Titles are left out on the way to this provider.
        for key in ("required", "additionalProperties"):
            assert function["parameters"].get(key) == told[name]["inputSchema"].get(key)
        assert list(function["parameters"]["properties"]) == list(
            told[name]["inputSchema"]["properties"]
        )
    assert told["poisoned"]["title"] == "Poisoned"


def test_what_a_call_did_not_do_is_told_to_the_model(alice: Person, settings: Any) -> None:
    calls = [
        Call("writer", {"a": 1}, id="c1"),
        Call("sample", {"a": "x"}, id="c2"),
        Call("owners-nothing", {}, id="c3"),
        Call("sample", "{broken", id="c4"),
    ]
    with provider(*calls, "Done.") as wire:
        connect(alice.browser(), wire, settings)
        hand_over(alice.browser())
        done = run(alice.browser(), "delegate").json()
    assert done["status"] == "success"
    told = [body["messages"][-1]["content"] for body in wire.bodies[1:]]
    assert "waiting_approval" in told[0]
    assert "invalid_input" in told[1]
    assert "/a" in told[1]
    assert "tool_not_found" in told[2]
    assert "not a JSON object" in told[3]
    with tenant_context("acme"):
        waits = SessionEvent.objects.get(type="tool.needs_approval", tool_slug="writer")
    listed = alice.browser().get("/api/approvals").json()
    (waiting,) = listed["results"] if isinstance(listed, dict) else listed
    agreed = send(alice.browser(), "POST", f"/api/approvals/{waiting['id']}/approve")
    assert agreed.status_code == 200, agreed.content
    kinds = [event["type"] for event in events(alice.browser(), str(waits.run_id))]
    assert kinds[-2:] == ["tool.approved", "tool.completed"], (
        "the agent is recalled, and it is done"
    )


def test_the_last_step_has_no_tools(alice: Person, settings: Any) -> None:
    with provider(Call("sample", {"a": 1})) as wire:
        connect(alice.browser(), wire, settings)
        hand_over(alice.browser(), execution={"max_steps": 3})
        done = run(alice.browser(), "delegate").json()
    assert done["status"] == "success"
    assert [bool(body.get("tools")) for body in wire.bodies] == [True, True, False]
    assert "cannot use tools" in str(wire.bodies[2]["messages"][-1])


def test_an_agent_answers_in_json_where_the_schema_asks_for_it(
    alice: Person, settings: Any
) -> None:
    good = '{"label": "bad", "why": "So."}'
    with provider(Call("sample", {"a": 1}), '{"label": 1}', good) as wire:
        connect(alice.browser(), wire, settings)
        hand_over(alice.browser(), output_schema=LABEL)
        done = run(alice.browser(), "delegate").json()
    assert done["output"] == {"label": "bad", "why": "So."}


def test_a_skill_is_an_index_until_it_is_read(alice: Person, settings: Any) -> None:
    client = alice.browser()
    skill = {
        "slug": "tone",
        "name": "Tone",
        "description": "How we write",
        "instructions": "Warmly.",
    }
    assert send(client, "POST", "/api/skills", skill).status_code == 201
    config = {"toolGroups": [], "customTools": ["sample"], "skills": ["tone"]}
    changed = send(client, "PATCH", "/api/agents/assistant", {"config": config})
    assert changed.status_code == 200
    with provider(Call("load_skill", {"slug": "tone"}), "Dear all") as wire:
        connect(client, wire, settings)
        hand_over(client)
        assert run(client, "delegate").json()["output"] == {"text": "Dear all"}
    first, second = wire.bodies[0], wire.bodies[1]
    assert [each["function"]["name"] for each in first["tools"]] == ["load_skill", "sample"]
    assert "tone: How we write" in str(first["messages"])
    assert "Warmly." not in str(first["messages"])
    assert "Warmly." in str(second["messages"])


@pytest.mark.parametrize("agent", [None, "analyst"])
def test_a_tool_can_be_a_skill(agent: str | None, alice: Person, settings: Any) -> None:
    client = alice.browser()
    send(client, "POST", "/api/skills", {"slug": "tone", "name": "Tone", "instructions": "Warmly."})
    spec = {"shape": "prompt", "mode": "skill", "skill": "tone", "agent": agent}
    with provider("Dear all") as wire:
        connect(client, wire, settings)
        author(client, "by-skill", execution=spec)
        assert run(client, "by-skill").json()["output"] == {"text": "Dear all"}
    body = wire.bodies[0]
    assert "Warmly." in str(body["messages"])
    assert "bees" in str(body["messages"][-1])
    assert bool(body.get("tools")) == bool(agent)


def test_the_platforms_skills_are_everybodys_unless_they_have_their_own(
    alice: Person, operator: Person
) -> None:
    skill = {"slug": "tone", "name": "Tone", "instructions": "From the platform."}
    assert send(operator.browser(), "POST", "/api/skills", skill).status_code == 201
    with tenant_context("acme"):
        from agents.knowledge import find_skills

        assert [each.instructions for each in find_skills(["tone"])] == ["From the platform."]
    own = {**skill, "instructions": "Our own.", "enabled": True}
    assert send(alice.browser(), "POST", "/api/skills", own).status_code == 201
    with tenant_context("acme"):
        assert [each.instructions for each in find_skills(["tone"])] == ["Our own."]
    send(alice.browser(), "PATCH", "/api/skills/tone", {"enabled": False})
    with tenant_context("acme"):
        assert find_skills(["tone"]) == []


def test_agents_do_not_hand_work_round_in_circles(alice: Person, settings: Any) -> None:
    """The inner tool is the same agent's: it is refused before its model is asked."""
    with provider(Call("inner", {"about": "x"}), "Then not.") as wire:
        connect(alice.browser(), wire, settings)
        hand_over(alice.browser(), "inner")
        hand_over(alice.browser())
        done = run(alice.browser(), "delegate").json()
    assert done["output"] == {"text": "Then not."}
    assert "agents_in_a_circle" in str(wire.bodies[1]["messages"][-1])
    assert len(wire.bodies) == 2


def test_an_agent_that_is_off_is_not_asked(alice: Person) -> None:
    client = alice.browser()
    hand_over(client)
    assert send(client, "PATCH", "/api/agents/assistant", {"enabled": False}).status_code == 200
    refused = run(client, "delegate")
    assert (refused.status_code, refused.json()["code"]) == (409, "agent_unavailable")


def test_changes_are_versions_and_nobody_overwrites_what_they_have_not_seen(
    alice: Person, bob: Person
) -> None:
    client = alice.browser()
    body = {"slug": "helper", "name": "Helper", "instructions": "My key is sk-abcdefgh12345678."}
    made = send(client, "POST", "/api/agents", body)
    assert (made.status_code, made.headers["ETag"]) == (201, '"1"')
    assert "sk-abcdefgh" not in made.content.decode(), "secrets are scrubbed on save"
    stale = client.generic(
        "PATCH",
        "/api/agents/helper",
        "{}",
        content_type="application/json",
        headers={"If-Match": '"7"'},
    )
    assert stale.status_code == 412
    send(client, "PATCH", "/api/agents/helper", {"name": "Better"})
    versions = client.get("/api/agents/helper/versions").json()
    assert [(each["number"], each["values"]["name"]) for each in versions] == [
        (2, "Better"),
        (1, "Helper"),
    ]
    wrong = send(client, "PATCH", "/api/agents/helper", {"config": {"toolGroups": ["x"]}})
    assert wrong.json()["errors"][0]["pointer"] == "/config/toolGroups/0"
    assert send(bob.browser(), "PATCH", "/api/agents/helper", {}).status_code == 403
    assert client.delete("/api/agents/assistant").status_code == 409
    assert client.delete("/api/agents/helper").status_code == 204


def test_the_pages_make_change_and_delete(alice: Person) -> None:
    client = alice.browser()
    form = {
        "slug": "helper",
        "name": "Helper",
        "instructions": "Help.",
        "enabled": "on",
        "tool_groups": ["tools"],
        "custom_tools": "sample",
        "skills": "",
    }
    assert client.post("/agents/new", {**form, "custom_tools": "Not A Slug"}).status_code == 400
    assert client.post("/agents/new", form).status_code == 302
    form["revision"] = "1"
    assert client.post("/agents/helper", {**form, "name": "Other"}).status_code == 302
    stale = client.post("/agents/helper", {**form, "name": "Kept text"})
    assert stale.status_code == 400
    assert "Kept text" in stale.content.decode()
    assert client.post("/agents/helper/delete").status_code == 302
    written = {"slug": "tone", "name": "Tone", "instructions": "Warmly.", "enabled": "on"}
    assert client.post("/skills/new", written).status_code == 302
    assert "Tone" in client.get("/skills").content.decode()
    with tenant_context("acme"):
        assert set(Agent.objects.values_list("slug", flat=True)) == {
            *("analyst", "assistant", "researcher"),
        }


@pytest.mark.parametrize("stored", [None, "x", {"toolGroups": 3}, {"skills": ["a", 1]}, {"no": 1}])
def test_a_config_that_cannot_be_read_becomes_the_defaults(stored: Any) -> None:
    assert read_config(stored) == AgentConfig()


def test_long_results_lose_the_tails_of_their_longest_lists() -> None:
    value = {"rows": [{"n": n, "tags": ["x"] * 3} for n in range(5_000)], "short": [1, 2]}
    text = clamped(value)
    found = json.loads(text)
    assert len(text) <= 12_000
    assert (found["short"], found["rows"][0]["n"]) == ([1, 2], 0)
    assert "left out" in found[NOTE]
    assert len(clamped("x" * 50_000)) <= 12_000
    assert json.loads(clamped(list(range(10_000))))["items"][:2] == [0, 1]
    assert clamped({"a": 1}) == '{"a": 1}'


def test_a_page_keeps_what_it_does_not_show(alice: Person) -> None:
    client = alice.browser()
    config = {
        "toolGroups": ["tools", "entity"],
        "customTools": ["gone-by-now", "sample"],
        "heartbeat": {"enabled": True, "schedule": "0 9 * * *", "prompt": "Look.", "mode": "auto"},
    }
    send(client, "PATCH", "/api/agents/assistant", {"config": config})
    page = client.get("/agents/assistant").content.decode()
    assert "gone-by-now (not here any more)" in page
    form = {"name": "Assistant", "enabled": "on", "custom_tools": ["sample", "gone-by-now"]}
    assert client.post("/agents/assistant", form).status_code == 302
    kept = client.get("/api/agents/assistant").json()["config"]
    assert kept["heartbeat"] == config["heartbeat"]
    assert kept["toolGroups"] == ["entity"], "of those that the page shows none was ticked"
    assert kept["customTools"] == ["gone-by-now", "sample"], "in their order"
