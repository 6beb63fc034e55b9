"""Every tool of the toolbox by its page and over REST: one input, one answer."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client

from sessions_app.models import SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.wrong import wrong_inputs
from tools_app import resolver
from tools_app.definitions import ToolDefinition
from tools_app.registry import load_toolbox, registry

load_toolbox()
TOOLS = [pytest.param(definition, id=definition.slug) for definition in registry]
OWN_OF_A_CALL = {"duration_ms"}


@pytest.fixture(autouse=True)
def _every_tool_is_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resolver, "_allowed", lambda *_: True)


def _faults_on_the_page(answer: Any) -> list[tuple[str, str]]:
    found = re.findall(r'<a href="#input-json">(.*?): (.*?)</a>', answer.content.decode(), re.S)
    return [(html.unescape(place), html.unescape(words)) for place, words in found]


def _by_page(browser: Client, slug: str, value: Any) -> Any:
    sent = {"_mode": "json", "_json": json.dumps(value)}
    return browser.post(f"/tools/{slug}", sent)


def _over_rest(program: Client, slug: str, value: Any) -> Any:
    body = {"input": value}
    return program.post(f"/api/tools/{slug}/run", body, content_type="application/json")


@pytest.mark.parametrize("definition", TOOLS)
def test_what_is_wrong_is_wrong_everywhere(alice: Person, definition: ToolDefinition) -> None:
    browser, program = alice.browser(), alice.program("tools:execute")
    kinds = []
    for kind, value in wrong_inputs(definition):
        told = _over_rest(program, definition.slug, value)
        shown = _by_page(browser, definition.slug, value)
        assert (told.status_code, shown.status_code) == (400, 400), (kind, value)
        faults = [(fault["pointer"] or "Input", fault["detail"]) for fault in told.json()["errors"]]
        assert _faults_on_the_page(shown) == faults, kind
        kinds.append(kind)
    assert {"missing", "type", "unknown"} <= set(kinds)
    with tenant_context("acme"):
        assert not SessionEvent.objects.exists(), "nothing was run"


@pytest.mark.parametrize("definition", TOOLS)
def test_what_is_right_leaves_the_same_events(alice: Person, definition: ToolDefinition) -> None:
    browser, program = alice.browser(), alice.program("tools:execute")
    for example in definition.examples:
        page = _by_page(browser, definition.slug, example)
        assert page.status_code == 303
        run_id = page["Location"].rsplit("/", 1)[1]
        called = _over_rest(program, definition.slug, example).json()
        assert _events(run_id) == _events(called["run_id"])
        assert called["output"] == _events(run_id)[-1][1]["output"]


def _events(run_id: str) -> list[tuple[str, dict[str, Any]]]:
    with tenant_context("acme"):
        rows = SessionEvent.objects.filter(run_id=run_id).order_by("seq")
        return [
            (row.type, {k: v for k, v in row.payload.items() if k not in OWN_OF_A_CALL})
            for row in rows
        ]
