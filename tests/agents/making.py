"""Prompt tools and connections, made as an admin makes them."""

import json
from typing import Any

from django.test import Client

from tests.agents.wire import Provider

TEXT = {
    "type": "object",
    "properties": {"text": {"type": "string"}},
    "required": ["text"],
    "additionalProperties": False,
}
LABEL = {
    "type": "object",
    "properties": {
        "label": {"enum": ["good", "bad"]},
        "why": {"type": "string", "maxLength": 200, "x-help": "ours"},
    },
    "required": ["label", "why"],
    "additionalProperties": False,
}
INPUT = {
    "type": "object",
    "properties": {"about": {"type": "string", "maxLength": 50_000}},
    "required": ["about"],
    "additionalProperties": False,
}
KEY = "sk-canary-0123456789abcdef"


def send(client: Client, method: str, path: str, body: Any = None) -> Any:
    return client.generic(method, path, json.dumps(body or {}), content_type="application/json")


def connect(client: Client, wire: Provider, settings: Any, **changes: Any) -> None:
    """The provider becomes the default."""
    settings.OUTBOUND_ALLOW = f"127.0.0.1:{wire.port}"
    body = {
        "slug": "wire",
        "name": "Wire",
        "provider": "openai",
        "base_url": wire.url,
        "key": KEY,
        "default_model": "small",
        "allowed_models": ["large"],
        "is_default": True,
        "price_input": "2",
        "price_output": "10",
        "price_cached": "0.5",
        **changes,
    }
    if body["provider"] == "anthropic":
        body["base_url"] = wire.url.removesuffix("/v1")
    answer = send(client, "POST", "/api/connections", body)
    assert answer.status_code == 201, answer.content


def author(client: Client, slug: str = "asker", **changes: Any) -> Any:
    """With an execution that names its mode, this is all of it."""
    spec = {"shape": "prompt", "mode": "direct", "template": "Tell me about {{ about }}."}
    given = changes.pop("execution", {})
    body = {
        "slug": slug,
        "name": "Asker",
        "effect": "read",
        "input_schema": INPUT,
        "output_schema": TEXT,
        **changes,
        "execution": given if "mode" in given else {**spec, **given},
    }
    answer = send(client, "POST", "/api/tools", body)
    assert answer.status_code == 201, answer.content


def run(client: Client, slug: str = "asker", **payload: Any) -> Any:
    return send(client, "POST", f"/api/tools/{slug}/run", {"input": payload or {"about": "bees"}})


def events(client: Client, run_id: str) -> list[dict[str, Any]]:
    found = client.get(f"/api/runs/{run_id}/events").json()
    return list(found["results"] if isinstance(found, dict) else found)
