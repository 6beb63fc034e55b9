"""Secrets go in by every door; none may turn up where something is kept, logged or shown."""

import json
from typing import Any

import pytest
from django.core.management import call_command

from agents import asking
from config import redis
from tests.agents.canaries import BY_NAME, BY_SCHEMA, IN_TEXT, INPUT, TEMPLATE, kept, stored
from tests.agents.making import author, connect, events, run, send
from tests.agents.wire import LEAK, Call, provider
from tests.conftest import Person
from tests.tools_app.samples import registered, sample

KEYS = ["sk-canary-first-0001", "plain+canary=0002", "canary-third-0003", "canary~rotated-0004"]
CRASH = "canary-0018-in-a-traceback"
IN_INSTRUCTIONS = "sk-canary0019abcdefgh"
CANARIES = [
    *KEYS,
    *IN_TEXT.values(),
    *BY_SCHEMA,
    *BY_NAME.values(),
    CRASH,
    IN_INSTRUCTIONS,
    LEAK,
]


def test_no_secret_is_kept_logged_or_shown(
    alice: Person,
    settings: Any,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert len(CANARIES) == 20
    client = alice.browser()
    seen: list[str] = []

    def get(path: str) -> None:
        seen.append(client.get(path).content.decode())

    def tell(method: str, path: str, body: Any) -> Any:
        answer = send(client, method, path, body)
        seen.append(answer.content.decode())
        return answer

    replies: list[Any] = [400, 401, 403, 404, 429, 500, 529]
    broken = [f"data: {{{LEAK}\n\n".encode(), f"{LEAK}".encode()]
    with (
        registered(sample()),
        provider(*replies, *broken, Call("sample", f"{{{LEAK}"), "Fine.") as wire,
    ):
        connect(client, wire, settings, key=KEYS[0])
        tell("PATCH", "/api/connections/wire", {"key": KEYS[1]})
        client.post("/connections/wire", {"name": "Wire", "key": KEYS[2], "provider": "nonsense"})
        tell("PATCH", "/api/connections/wire", {"key": f"{KEYS[2]} with a space"})
        tell("PATCH", "/api/connections/wire", {"key": KEYS[3]})
        tell("POST", "/api/agents", {"slug": "hh", "name": "H", "instructions": IN_INSTRUCTIONS})
        author(client, input_schema=INPUT, execution={"template": TEMPLATE})
        task = {"shape": "prompt", "mode": "agent", "agent": "assistant", "instructions": TEMPLATE}
        author(client, "delegate", input_schema=INPUT, execution=task)
        given: dict[str, Any] = {
            "about": json.dumps(IN_TEXT),
            "code": BY_SCHEMA[0],
            "more": {"pin": BY_SCHEMA[1]},
            "settings": BY_NAME,
        }
        for _ in range(len(replies) + len(broken)):
            _note(client, run(client, **given).json(), seen)
        _note(client, run(client, "delegate", **given).json(), seen)
        tell("POST", "/api/connections/wire/test", {})
        monkeypatch.setattr(asking, "_parameters", _crash)
        _note(client, run(client, **given).json(), seen)
        settings.ENCRYPTION_KEYS = ["another", *settings.ENCRYPTION_KEYS]
        call_command("rotate_secrets", verbosity=0)
        sent = str(wire.headers) + str(wire.bodies)
    assert KEYS[3] in sent
    assert BY_SCHEMA[0] in sent, "they did go where they were meant to go"
    for path in ("/connections", "/connections/wire", "/api/connections", "/agents/hh", "/runs"):
        get(path)
    get("/api/agents/hh/versions")
    get("/usage")
    get("/api/audit")
    places = {
        "answers and pages": "".join(seen),
        "logs": caplog.text,
        "tables": kept("acme"),
        "Redis": stored(redis.client()),
    }
    assert "asker" in places["tables"]
    assert "could not be read" in places["logs"]
    assert "Answered by" in places["answers and pages"]
    hits = [
        (name, canary) for name, text in places.items() for canary in CANARIES if canary in text
    ]
    assert hits == []


def _note(client: Any, done: dict[str, Any], seen: list[str]) -> None:
    seen.append(json.dumps(done))
    seen.append(str(events(client, done["run_id"])))
    seen.append(client.get(f"/runs/{done['run_id']}").content.decode())


def _crash(*_args: Any) -> Any:
    raise RuntimeError(CRASH)
