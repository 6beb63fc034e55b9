"""A run that a worker carries out, followed at a browser."""

import json
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accounts.catalogue import Role
from tests.browser import axe
from tests.browser.server import Server
from tests.browser.visitors import Visitors

pytestmark = pytest.mark.browser

SCHEMA = {"type": "object", "properties": {"name": {"type": "string"}}}
STEP = {"criteria": [{"name": "Fit", "weight": 3, "score": 8}]}
TOOL = {
    "slug": "two-scores",
    "name": "Two scores",
    "effect": "read",
    "input_schema": SCHEMA,
    "output_schema": {"type": "object", "properties": {"grade": {"type": "string"}}},
    "execution": {
        "shape": "composition",
        "steps": [
            {"id": "first", "tool": "quick-score", "input": STEP},
            {"id": "second", "tool": "quick-score", "input": STEP},
        ],
        "output": {"grade": {"var": "steps.second.output.summary.grade"}},
    },
}
SEND = """async ([path, body]) => {
  const token = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  const answer = await fetch(path, {method: "POST", body,
    headers: {"Content-Type": "application/json", "X-CSRFToken": token}});
  return answer.status;
}"""


def _children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(word) for word in found]


@contextmanager
def workers_stopped(server: Server) -> Iterator[None]:
    """Nobody takes a run: it waits for as long as the test looks at it."""
    workers = [
        pid
        for pid in _children(server.process.pid)
        if b"\0worker\0" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]
    assert workers
    _signal(workers, signal.SIGSTOP)
    try:
        yield
    finally:
        _signal(workers, signal.SIGCONT)


def _signal(workers: list[int], number: signal.Signals) -> None:
    for worker in workers:
        for pid in (worker, *_children(worker)):
            os.kill(pid, number)


def _start(page: Page) -> None:
    page.goto("/tools/two-scores")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("#tool-result")).to_contain_text("Waits for its turn", timeout=15_000)


def test_a_run_is_followed_survives_a_reload_and_can_be_cancelled(
    visitors: Visitors, server: Server
) -> None:
    page = visitors.person(Role.EDITOR)
    page.goto("/tools")
    assert page.evaluate(SEND, ["/api/tools", json.dumps(TOOL)]) == 201
    with workers_stopped(server):
        _start(page)
        assert axe.violations(page) == []
        if shot := os.environ.get("LIVE_SHOT"):
            page.screenshot(path=shot)
        page.reload()
        expect(page.locator("live-run")).to_be_visible()
    result = page.locator("#tool-result")
    expect(result).to_contain_text("Succeeded", timeout=30_000)
    expect(page.locator("#live")).to_contain_text("Succeeded")
    result.get_by_role("tab", name="Steps").click()
    expect(result.locator(".timeline__step")).to_have_count(2)
    with workers_stopped(server):
        _start(page)
        result.get_by_role("button", name="Cancel").press("Enter")
        expect(page.locator("#run-card")).to_contain_text("Cancelled")
