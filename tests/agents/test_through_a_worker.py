"""Prompt tools as they are really run: accepted by a web server, carried out by a worker, followed
over a stream. And secrets that go in by every door turn up nowhere on that way."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import redis

from config.redis import client as shared
from tests.agents.canaries import (
    BY_NAME,
    BY_SCHEMA,
    FAIL,
    IN_A_TRACEBACK,
    IN_TEXT,
    INPUT,
    TEMPLATE,
    kept,
    stored,
)
from tests.agents.installation import SLUG, Installation, installation
from tests.agents.making import INPUT as ABOUT
from tests.agents.making import TEXT
from tests.agents.wire import LEAK, Call, Gated, Provider, provider

KEYS = ["sk-canary-first-0001", "plain+canary=0002", "canary-third-0003", "canary~kept-0004"]
IN_INSTRUCTIONS = "sk-canary0019abcdefgh"
CANARIES = [
    *KEYS,
    *IN_TEXT.values(),
    *BY_SCHEMA,
    *BY_NAME.values(),
    IN_A_TRACEBACK,
    IN_INSTRUCTIONS,
    LEAK,
]
DIRECT = {"shape": "prompt", "mode": "direct", "template": "Tell me about {{ about }}."}
SKILL = {"shape": "prompt", "mode": "skill", "skill": "tone", "agent": "assistant"}
AGENT = {"shape": "prompt", "mode": "agent", "agent": "assistant", "instructions": "{{ about }}"}
SCORE = {"criteria": [{"name": "Fit", "weight": 3, "score": 8}]}
ENDS = {"tool.completed", "tool.failed"}


@pytest.fixture(scope="module")
def wire() -> Iterator[Provider]:
    with provider("Fine.") as made:
        yield made


@pytest.fixture(scope="module")
def site(
    wire: Provider, tmp_path_factory: pytest.TempPathFactory, django_db_setup: None,
    django_db_blocker: Any,
) -> Iterator[Installation]:  # fmt: skip
    shared().flushall()  # what others have left to workers
    folder = tmp_path_factory.mktemp("working")
    allowed = f"127.0.0.1:{wire.port}"
    with django_db_blocker.unblock(), installation(Path(folder), OUTBOUND_ALLOW=allowed) as made:
        _prepare(made, wire)
        yield made


def _prepare(site: Installation, wire: Provider) -> None:
    connection = {
        "slug": "wire",
        "name": "Wire",
        "provider": "openai",
        "base_url": wire.url,
        "key": KEYS[0],
        "default_model": "small",
        "is_default": True,
        "price_input": "2",
        "price_output": "10",
    }
    _made(site, "/api/connections", connection)
    _made(site, "/api/skills", {"slug": "tone", "name": "Tone", "instructions": "Be brief."})
    for slug, execution in (("direct", DIRECT), ("skill", SKILL), ("agent", AGENT)):
        _author(site, slug, execution)


def _made(site: Installation, path: str, body: Any) -> None:
    answer = site.ask("POST", path, body)
    assert answer.status == 201, answer


def _author(site: Installation, slug: str, execution: Any, schema: Any = ABOUT) -> None:
    tool = {"slug": slug, "name": slug.title(), "effect": "read", "execution": execution}
    _made(site, "/api/tools", {**tool, "input_schema": schema, "output_schema": TEXT})


def _start(site: Installation, slug: str, **given: Any) -> str:
    path = f"/api/tools/{slug}/run"
    answer = site.ask("POST", path, {"input": given}, Prefer="respond-async")
    assert (answer.status, answer.body["status"]) == (202, "queued"), answer
    return str(answer.body["run_id"])


def _text(events: list[dict[str, Any]]) -> str:
    return "".join(e["payload"]["text"] for e in events if e["type"] == "tool.output_appended")


@pytest.mark.parametrize("mode", ["direct", "skill", "agent"])
def test_what_a_model_says_is_seen_while_it_says_it(
    site: Installation, wire: Provider, mode: str
) -> None:
    gated = Gated(["Bees ", "are ", "insects."])
    calls = [Call("quick-score", SCORE)] if mode == "agent" else []
    wire.replies[:] = [*calls, gated]
    run_id = _start(site, mode, about="bees")
    events = []
    for event in site.follow(run_id):
        events.append(event)
        if event["type"] == "tool.output_appended":
            # The model goes on only when its first words have been seen.
            gated.opened.set()
    assert events[0]["type"] == "tool.started"
    assert events[-1]["type"] == "tool.completed", events[-1]
    assert len({event["seq"] for event in events}) == len(events)
    output = site.ask("GET", f"/api/runs/{run_id}").body["output"]
    assert _text(events) == output["text"] == "Bees are insects."
    usage = events[-1]["payload"]["usage"]
    requests = 2 if mode == "agent" else 1
    assert (usage["requests"], usage["input_tokens"]) == (requests, 100 * requests)
    (line,) = [x for x in site.ask("GET", "/api/usage?by=tool").body if x["name"] == mode]
    assert (line["requests"], line["output_tokens"]) == (requests, 20 * requests)
    assert "Bees are insects." in site.page(f"/runs/{run_id}")
    again = {"Accept": "text/event-stream", "Last-Event-ID": str(events[-2]["seq"])}
    rest = site.ask("GET", f"/api/runs/{run_id}/events", **again)
    assert rest.text.count("data: ") == 1, "a reader goes on where it left off"


def test_no_secret_turns_up_on_the_way_through_a_worker(site: Installation, wire: Provider) -> None:
    assert len(CANARIES) == 20
    places: list[str] = []
    _connect(site)
    execution = {**DIRECT, "template": TEMPLATE}
    _author(site, "teller", execution, INPUT)
    _author(site, "delegate", {**AGENT, "instructions": TEMPLATE}, INPUT)
    given = {
        "about": json.dumps(IN_TEXT),
        "code": BY_SCHEMA[0],
        "more": {"pin": BY_SCHEMA[1]},
        "settings": BY_NAME,
    }
    broken = [f"data: {{{LEAK}\n\n".encode(), LEAK.encode()]
    ends = {"completed": 0, "failed": 0}
    for reply in (400, 401, 403, 404, 429, 500, 529, *broken, "Fine."):
        wire.replies[:] = [reply]
        ends[_carried_out(site, "teller", places, **given)] += 1
    wire.replies[:] = [Call("quick-score", f"{{{LEAK}"), "Fine."]
    ends[_carried_out(site, "delegate", places, **given)] += 1
    assert ends == {"completed": 2, "failed": 9}
    sent = str(wire.headers) + str(wire.bodies)
    assert KEYS[3] in sent
    assert BY_SCHEMA[0] in sent, "they did go where they were meant to go"
    _fail(site, places, given)
    _look_around(site)
    found = {
        **site.logs(),
        "answers, events and pages": "".join(site.seen),
        "tables": kept(SLUG),
        "Redis": "".join(places) + _everywhere(),
    }
    assert "RuntimeError" in found["log of worker"], "tracebacks are logged"
    assert "could not be read" in found["log of worker"]
    assert "A dry run failed" in found["log of web"]
    hits = [(name, each) for name, text in found.items() for each in CANARIES if each in text]
    assert hits == []


def _connect(site: Installation) -> None:
    """Keys are replaced, refused and kept."""
    site.ask("PATCH", "/api/connections/wire", {"key": KEYS[1]})
    for key in (f"{KEYS[2]} with a space", f"{KEYS[2]}\n"):
        assert site.ask("PATCH", "/api/connections/wire", {"key": key}).status == 400
    assert site.ask("PATCH", "/api/connections/wire", {"key": KEYS[3]}).status == 200
    agent = {"slug": "hh", "name": "H", "instructions": IN_INSTRUCTIONS}
    _made(site, "/api/agents", agent)


def _carried_out(site: Installation, slug: str, places: list[str], **given: Any) -> str:
    """How it ended; Redis is looked at while it is on its way."""
    run_id = _start(site, slug, **given)
    places.append(_everywhere())
    *_, last = site.follow(run_id)
    assert last["type"] in ENDS, last
    site.ask("GET", f"/api/runs/{run_id}")
    site.page(f"/runs/{run_id}")
    return str(last["type"].removeprefix("tool."))


def _fail(site: Installation, places: list[str], given: dict[str, Any]) -> None:
    """In code, in the product's own way to the model, and in a dry run."""
    secrets = {"code": BY_SCHEMA[0], "password": BY_NAME["password"]}
    assert _carried_out(site, "crash", places, **secrets) == "failed"
    failing = {**given, "about": f"{FAIL} {json.dumps(IN_TEXT)}"}
    assert _carried_out(site, "teller", places, **failing) == "failed"
    asked = site.ask("POST", "/api/tools/ask/run", {"input": secrets})
    assert (asked.status, asked.body["status"]) == (202, "waiting_approval")
    site.page(f"/approvals/{asked.body['proposal']['id']}")


def _look_around(site: Installation) -> None:
    site.ask("POST", "/api/connections/wire/test")
    for path in ("/api/connections", "/api/agents/hh/versions", "/api/audit", "/api/approvals"):
        assert site.ask("GET", path).status == 200
    for path in (
        "/connections",
        "/connections/wire",
        "/agents/hh",
        "/runs",
        "/usage",
        "/approvals",
    ):
        site.page(path)


def _everywhere() -> str:
    """Every key of every database of Redis: the product's own, and the broker's."""
    databases = [os.environ["REDIS_URL"].replace("db=0", f"db={number}") for number in range(2)]
    assert databases[0] != databases[1]
    return "".join(stored(redis.Redis.from_url(url)) for url in databases)
