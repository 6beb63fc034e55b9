"""Prompt tools, from the API to a provider and back."""

from typing import Any

import pytest

from agents.demo import add_prompt_tools
from agents.models import ModelUse
from tenants.context import tenant_context
from tests.agents.making import KEY, LABEL, author, connect, events, run, send
from tests.agents.wire import LEAK, provider
from tests.conftest import Person


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_text_is_streamed_and_its_pieces_are_the_output(
    kind: str, alice: Person, settings: Any
) -> None:
    client = alice.browser()
    with provider(["Bees ", "make ", "honey.\n"]) as wire:
        connect(client, wire, settings, provider=kind)
        author(client, execution={"max_tokens": 50, "temperature": 0.5, "model": "large"})
        done = run(client).json()
    assert (done["status"], done["output"]) == ("success", {"text": "Bees make honey.\n"})
    found = events(client, done["run_id"])
    pieces = [each["payload"]["text"] for each in found if each["type"] == "tool.output_appended"]
    assert "".join(pieces) == done["output"]["text"]
    usage = found[-1]["payload"]["usage"]
    assert usage["model"] == {"openai": "wire-1", "anthropic": "wire-a"}[kind]
    counted = (usage["input_tokens"], usage["cached_tokens"], usage["output_tokens"])
    assert counted == (100, 40, 20)
    # 60 fresh at 2, 40 cached at 0.5, 20 out at 10, for a million each.
    assert usage["cost"] == "0.000340"
    page = client.get(f"/runs/{done['run_id']}").content.decode()
    assert f"Answered by {usage['model']} · 100 + 20 tokens · 0.000340 USD" in page
    body = wire.bodies[0]
    assert (body["model"], body["max_tokens"], body["temperature"]) == ("large", 50, 0.5)
    assert "Tell me about bees." in str(body["messages"])


def test_json_is_checked_and_repaired_once(alice: Person, settings: Any) -> None:
    client = alice.browser()
    good = '{"label": "good", "why": "It is."}'
    replies = ['{"label": "fine"}', f"Sure:\n```json\n{good}\n```", "no", "{}", good]
    with provider(*replies) as wire:
        connect(client, wire, settings)
        author(client, output_schema=LABEL, execution={"output": "json"})
        repaired, failed, right = run(client).json(), run(client).json(), run(client).json()
    assert repaired["output"] == {"label": "good", "why": "It is."}
    assert "/label" in str(wire.bodies[1]["messages"][-1])
    assert failed["error"]["code"] == "output_schema_mismatch"
    assert right["status"] == "success"
    assert len(wire.bodies) == 5
    assert (
        wire.bodies[0]["response_format"]["json_schema"]["schema"]["required"] == LABEL["required"]
    )
    assert "x-help" not in str(wire.bodies)
    kinds = {each["type"] for each in events(client, repaired["run_id"])}
    assert "tool.output_appended" not in kinds


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
@pytest.mark.parametrize(
    ("reply", "code"),
    [
        (401, "model_auth"),
        (403, "model_auth"),
        (404, "model_unknown"),
        (429, "model_rate_limited"),
        (500, "model_failed"),
        (302, "model_malformed"),
        (b"data: {broken\n\n", "model_malformed"),
        (b"", "model_malformed"),
    ],
)
def test_what_a_provider_does_wrong_is_said_without_its_words(
    kind: str, reply: Any, code: str, alice: Person, settings: Any, caplog: Any
) -> None:
    client = alice.browser()
    with provider(reply) as wire:
        connect(client, wire, settings, provider=kind)
        author(client)
        failed = run(client).json()
    found = str(failed) + str(events(client, failed["run_id"])) + caplog.text
    assert (failed["status"], failed["error"]["code"]) == ("error", code)
    assert not [secret for secret in (LEAK, KEY) if secret in found]
    assert len(wire.bodies) == 1, "nothing is sent twice in silence"


def test_a_model_that_is_not_allowed_any_more_becomes_the_default(
    alice: Person, settings: Any
) -> None:
    client = alice.browser()
    models = ["", "forbidden", "large", "wire:large", "wire:other"]
    with provider("ok ok ok") as wire:
        connect(client, wire, settings, allowed_models=["large", "forbidden", "other"])
        for index, model in enumerate(models):
            author(client, slug=f"asker-{index}", execution={"model": model})
        send(client, "PATCH", "/api/connections/wire", {"allowed_models": ["large"]})
        for index in range(len(models)):
            assert run(client, f"asker-{index}").json()["status"] == "success"
    assert [body["model"] for body in wire.bodies] == ["small", "small", "large", "large", "small"]


def test_the_spend_cap_refuses_before_a_run_is_begun(
    alice: Person, bob: Person, settings: Any
) -> None:
    client = alice.browser()
    with provider("ok ok ok") as wire:
        connect(client, wire, settings, token_budget=200, window_minutes=60)
        author(client)
        first = run(client)
        keyed = run(alice.program("tools:execute"))
        refused = run(client)
        other = run(bob.browser())
    assert (first.status_code, keyed.status_code, other.status_code) == (200, 200, 200)
    assert (refused.status_code, refused.json()["code"]) == (429, "spend_cap")
    assert int(refused.headers["Retry-After"]) > 0
    assert len(wire.bodies) == 3
    with tenant_context("acme"):
        assert ModelUse.objects.filter(settled=False).count() == 0
        uses = ModelUse.objects.filter(user_id=alice.user.pk)
        assert [use.input_tokens for use in uses] == [100, 100]


def test_what_is_under_way_counts_against_the_cap(alice: Person, settings: Any) -> None:
    """A request that never came back counts with what it could take."""
    client = alice.browser()
    with provider("ok ok ok") as wire:
        connect(client, wire, settings, token_budget=200, window_minutes=60)
        author(client, execution={"max_tokens": 300})
        with tenant_context("acme"):
            from agents.choosing import chosen_model
            from agents.spending import Cause, reserve

            reserve(chosen_model(), Cause(alice.principal), most_tokens=300)
        assert run(client).status_code == 429


def test_without_a_default_it_says_what_is_missing(alice: Person) -> None:
    client = alice.browser()
    author(client)
    with tenant_context("acme"):
        from agents.models import ModelConnection

        ModelConnection.objects.all().delete()
    refused = run(client)
    assert (refused.status_code, refused.json()["code"]) == (409, "no_model")


def test_the_offline_model_gives_what_the_schema_allows(alice: Person) -> None:
    client = alice.browser()
    author(client, output_schema=LABEL, execution={"output": "json"})
    done = run(client).json()
    assert done["output"] == {"label": "good", "why": "offline"}
    usage = events(client, done["run_id"])[-1]["payload"]["usage"]
    assert usage["model"] == "offline"


def test_the_demos_tools_are_answered_for_real(
    embedded_model: str, alice: Person, settings: Any
) -> None:
    settings.MODEL_URL = embedded_model
    client = alice.browser()
    with tenant_context("acme") as tenant:
        add_prompt_tools(tenant)
        add_prompt_tools(tenant)
    text = run(client, "summarise-text", text="Bees make honey. They live in hives.").json()
    label = run(client, "sort-feedback", message="I love it, thank you!").json()
    assert (text["status"], label["status"]) == ("success", "success"), (text, label)
    assert text["output"]["text"]
    assert label["output"]["kind"] in {"praise", "complaint", "question"}
    usage = events(client, text["run_id"])[-1]["payload"]["usage"]
    assert usage["model"] == "smollm2-135m-instruct"
    assert 0 < usage["output_tokens"] <= 150
    # Tenants cannot name the address that the platform opens for itself.
    refused = send(
        client,
        "POST",
        "/api/connections",
        {
            "slug": "x",
            "name": "x",
            "provider": "openai",
            "base_url": embedded_model,
            "default_model": "m",
        },
    )
    assert refused.status_code == 400
