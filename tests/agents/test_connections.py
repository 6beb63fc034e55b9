"""Model connections: setting them up, their keys, trying them."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from agents.models import ModelConnection
from tenants.context import tenant_context
from tenants.vault import Unreadable
from tests.agents.wire import LEAK, SLOW, provider
from tests.conftest import Person

KEY = "sk-canary-0123456789"
NEW: dict[str, Any] = {
    "slug": "remote",
    "name": "Remote",
    "provider": "openai",
    "base_url": "https://models.example.com/v1",
    "key": KEY,
    "default_model": "small",
    "allowed_models": ["large"],
}


def send(browser: Client, path: str, body: dict[str, Any], method: str = "post") -> Any:
    return getattr(browser, method)(path, body, content_type="application/json")


def test_a_key_goes_in_and_never_comes_out(alice: Person) -> None:
    browser = alice.browser()
    made = send(browser, "/api/connections", NEW)
    assert made.status_code == 201, made.content
    answers = [
        made,
        browser.get("/api/connections"),
        browser.get("/api/connections/remote"),
        send(browser, "/api/connections/remote", {"name": "Other"}, "patch"),
        browser.get("/connections"),
        browser.get("/connections/remote"),
    ]
    assert all(answer.status_code in {200, 201} for answer in answers)
    assert not [answer for answer in answers if KEY in answer.content.decode()]
    assert made.json()["has_key"] is True
    assert "sealed_key" not in made.json()
    with tenant_context("acme"):
        row = ModelConnection.objects.get(slug="remote")
        assert (row.key(), KEY in row.sealed_key) == (KEY, False)


def test_a_sealed_key_opens_only_in_its_tenant_and_row(alice: Person) -> None:
    send(alice.browser(), "/api/connections", NEW)
    with tenant_context("acme"):
        row = ModelConnection.objects.get(slug="remote")
        other = ModelConnection.objects.get(slug="built-in")
        other.sealed_key = row.sealed_key
        with pytest.raises(Unreadable):
            other.key()
    with tenant_context("ims"), pytest.raises(Unreadable):
        row.key()


def test_keys_outlive_a_change_of_the_master_key(alice: Person, settings: Any) -> None:
    send(alice.browser(), "/api/connections", NEW)
    old = settings.ENCRYPTION_KEYS[0]
    settings.ENCRYPTION_KEYS = ["a new master key"]
    with pytest.raises(CommandError):
        call_command("rotate_secrets", verbosity=0)
    settings.ENCRYPTION_KEYS = ["a new master key", old]
    call_command("rotate_secrets", verbosity=0)
    settings.ENCRYPTION_KEYS = ["a new master key"]
    with tenant_context("acme"):
        assert ModelConnection.objects.get(slug="remote").key() == KEY


def test_a_key_does_not_follow_to_another_host(alice: Person) -> None:
    browser = alice.browser()
    send(browser, "/api/connections", NEW)
    moved = {"base_url": "https://elsewhere.example.com/v1"}
    refused = send(browser, "/api/connections/remote", moved, "patch")
    assert refused.status_code == 400
    assert [fault["pointer"] for fault in refused.json()["errors"]] == ["/key"]
    for change in ({"base_url": NEW["base_url"] + "/x"}, {**moved, "key": "another"}):
        assert send(browser, "/api/connections/remote", change, "patch").status_code == 200


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"base_url": "http://169.254.169.254/"}, "/base_url"),
        ({"base_url": "http://localhost:11434/v1"}, "/base_url"),
        ({"base_url": "ftp://example.com"}, "/base_url"),
        ({"slug": "Not A Slug"}, "/slug"),
        ({"slug": "new"}, "/slug"),
        ({"slug": "built-in"}, "/slug"),
        ({"provider": "guess"}, "/provider"),
        ({"default_model": ""}, "/default_model"),
        ({"token_budget": 10}, "/window_minutes"),
        ({"key": "two words"}, "/key"),
        ({"provider": "anthropic", "key": ""}, "/key"),
        ({"currency": "euro"}, "/currency"),
        ({"is_default": True, "enabled": False}, "/enabled"),
        ({"surprise": 1}, "/surprise"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    change: dict[str, Any], pointer: str, alice: Person
) -> None:
    answer = send(alice.browser(), "/api/connections", {**NEW, **change})
    assert answer.status_code == 400
    assert [fault["pointer"] for fault in answer.json()["errors"]] == [pointer]


def test_there_is_always_one_default(alice: Person) -> None:
    browser = alice.browser()
    assert browser.delete("/api/connections/built-in").status_code == 409
    send(browser, "/api/connections", {**NEW, "is_default": True})
    rows = {row["slug"]: row["is_default"] for row in browser.get("/api/connections").json()}
    assert rows == {"remote": True, "built-in": False}
    assert browser.delete("/api/connections/built-in").status_code == 204
    refused = send(browser, "/api/connections/remote", {"is_default": False}, "patch")
    assert refused.status_code == 400


def test_the_pages_set_up_change_and_remove(alice: Person) -> None:
    browser = alice.browser()
    form = {**NEW, "allowed_models": "large\nhuge", "currency": "USD", "enabled": "on"}
    assert browser.post("/connections/new", {**form, "base_url": "x"}).status_code == 400
    assert browser.post("/connections/new", form).status_code == 302
    form.update(name="Renamed", key="")
    assert browser.post("/connections/remote", form).status_code == 302
    with tenant_context("acme"):
        row = ModelConnection.objects.get(slug="remote")
        assert (row.name, row.key(), row.models) == ("Renamed", KEY, ["small", "large", "huge"])
    assert browser.post("/connections/remote/forget-key").status_code == 302
    assert browser.post("/connections/remote/delete").status_code == 302
    with tenant_context("acme"):
        assert not ModelConnection.objects.filter(slug="remote").exists()


@pytest.mark.parametrize("kind", ["openai", "anthropic"])
def test_a_connection_can_be_tried(kind: str, alice: Person, settings: Any) -> None:
    browser = alice.browser()
    with provider("Hello", 401, 429, b"data: {not json\n\n") as wire:
        settings.OUTBOUND_ALLOW = f"127.0.0.1:{wire.port}"
        base = wire.url if kind == "openai" else wire.url.removesuffix("/v1")
        made = send(browser, "/api/connections", {**NEW, "provider": kind, "base_url": base})
        assert made.status_code == 201, made.content
        trials = [send(browser, "/api/connections/remote/test", {}) for _ in range(4)]
    found = [trial.json() for trial in trials]
    assert (found[0]["ok"], found[0]["words"]) == (True, "Hello")
    assert found[0]["model"].startswith("wire-")
    assert [trial["ok"] for trial in found[1:]] == [False] * 3
    assert "key" in found[1]["words"]
    assert "slow down" in found[2]["words"]
    assert "cannot be read" in found[3]["words"]
    assert LEAK not in str(found)
    assert KEY in str(wire.headers[0])
    page = browser.post("/connections/remote/try", follow=True)
    assert "Remote:" in page.content.decode()


def test_what_cannot_be_reached_is_said_without_a_reason(alice: Person, settings: Any) -> None:
    browser = alice.browser()
    settings.OUTBOUND_ALLOW = "127.0.0.1:9"
    send(browser, "/api/connections", {**NEW, "base_url": "http://127.0.0.1:9/v1"})
    settings.OUTBOUND_ALLOW = ""
    words = [send(browser, "/api/connections/remote/test", {}).json()["words"]]
    settings.OUTBOUND_ALLOW = "127.0.0.1:9"
    words.append(send(browser, "/api/connections/remote/test", {}).json()["words"])
    assert words[0] == words[1]
    assert "cannot be reached" in words[0]


def test_a_stream_that_is_too_slow_is_given_up(
    alice: Person, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from agents import opening
    from config.outbound.limits import Limits

    monkeypatch.setattr(opening, "LIMITS", Limits(seconds=0.3))
    with provider(SLOW) as wire:
        settings.OUTBOUND_ALLOW = f"127.0.0.1:{wire.port}"
        send(alice.browser(), "/api/connections", {**NEW, "base_url": wire.url})
        trial = send(alice.browser(), "/api/connections/remote/test", {}).json()
    assert (trial["ok"], "too long" in trial["words"]) == (False, True)


def test_without_any_model_the_offline_one_says_what_it_is(alice: Person) -> None:
    trial = send(alice.browser(), "/api/connections/built-in/test", {}).json()
    assert (trial["ok"], trial["model"]) == (True, "offline")
    assert "no language model is connected" in trial["words"]


def test_programs_reach_models_agents_and_usage_within_their_scopes(alice: Person) -> None:
    reads = alice.program("connections:read", "agents:read", "usage:read")
    for path in ("/api/connections", "/api/agents", "/api/usage"):
        assert reads.get(path).status_code == 200
        assert alice.program("tools:execute").get(path).status_code == 403
    assert send(reads, "/api/connections", NEW).status_code == 403
    writes = alice.program("connections:write", "agents:write", "skills:write")
    assert send(writes, "/api/connections", NEW).status_code == 201
    for path in ("/api/agents", "/api/skills"):
        made = send(writes, path, {"slug": "made", "name": "Made"})
        assert made.status_code == 201, made.content
        assert writes.delete(f"{path}/made").status_code == 204
    assert writes.delete("/api/connections/remote").status_code == 204
