"""What a run says while it runs, runs that stay open, and runs that are cancelled meanwhile."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest

from sessions_app import log
from sessions_app.events import EventType, Source
from sessions_app.log import RunEnded, happened
from sessions_app.models import Session, SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person
from tools_app.definitions import ToolContext
from tools_app.execution import progress
from tools_app.execution.result import RunError, RunResult, RunStatus
from tools_app.execution.run import run_tool
from tools_app.execution.runners import Runner, runners
from tools_app.execution.suspension import Suspended, finish_run, started_run
from tools_app.models import Tool
from tools_app.resolver import catalogue_changed

TEXT = {"type": "object", "properties": {"text": {"type": "string"}}}


@contextmanager
def _runner(runner: Runner) -> Iterator[None]:
    """A tool of the tenant's own, of a shape that only this test can run."""
    Tool.objects.create(
        slug="said",
        kind=Tool.Kind.CUSTOM,
        name="Said",
        effect="read",
        input_schema={"type": "object"},
        output_schema=TEXT,
        execution={"shape": "test"},
    )
    catalogue_changed()
    runners.register("test", runner)
    try:
        yield
    finally:
        del runners._runners["test"]


def _run(person: Person) -> RunResult:
    return run_tool(principal=person.principal, slug="said", payload={}, source=Source.API)


def _events() -> list[SessionEvent]:
    return list(SessionEvent.objects.order_by("seq"))


@pytest.mark.parametrize("pause", [0, 60])
def test_the_pieces_of_the_output_add_up_to_it(
    bob: Person, pause: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "PAUSE_SECONDS", pause)

    def speak(tool: Any, payload: Any, context: ToolContext) -> dict[str, str]:
        for word in ("one ", "two ", "three"):
            context.progress.write(word)
            context.progress.used(model="echo", tokens=len(word))
        return {"text": "one two three"}

    with tenant_context("acme"), _runner(speak):
        result = _run(bob)
        events = _events()
        said = [event for event in events if event.type == "tool.output_appended"]
        assert "".join(event.payload["text"] for event in said) == result.output["text"]
        assert len(said) == (3 if pause == 0 else 2), "the first at once, the others together"
        assert events[-1].payload["usage"] == {"model": "echo", "tokens": 5}
        assert Session.objects.get().status == Session.Status.COMPLETED


def test_a_run_that_was_cancelled_meanwhile_stops_at_its_next_step(bob: Person) -> None:
    went_on = []

    def work(tool: Any, payload: Any, context: ToolContext) -> dict[str, str]:
        run, session_id = started_run(UUID(context.run_id))
        context.progress.check()
        log.append(run, session_id, [happened(EventType.CANCELLED)])
        context.progress.check()
        went_on.append(1)
        return {}

    with tenant_context("acme"), _runner(work):
        assert _run(bob).status == RunStatus.CANCELLED
        assert [event.type for event in _events()] == ["tool.started", "tool.cancelled"]
    assert went_on == []


def test_a_late_result_of_a_cancelled_run_is_dropped(bob: Person) -> None:
    def work(tool: Any, payload: Any, context: ToolContext) -> dict[str, str]:
        run, session_id = started_run(UUID(context.run_id))
        log.append(run, session_id, [happened(EventType.CANCELLED)])
        return {"text": "late"}

    with tenant_context("acme"), _runner(work):
        assert _run(bob).status == RunStatus.CANCELLED
        assert "late" not in json.dumps([event.payload for event in _events()])


def _wait(tool: Any, payload: Any, context: ToolContext) -> None:
    raise Suspended


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ({"output": {"text": "done"}}, "tool.completed"),
        ({"error": RunError("declined", "Nobody wanted to.")}, "tool.failed"),
    ],
)
def test_a_run_that_is_left_open_is_finished_once(
    bob: Person, given: dict[str, Any], kind: str
) -> None:
    with tenant_context("acme"), _runner(_wait):
        result = _run(bob)
        assert result.status == RunStatus.RUNNING
        assert [event.type for event in _events()] == ["tool.started"]
        finish_run(run_id=result.run_id, **given)
        assert _events()[-1].type == kind
        assert _events()[-1].actor_label == bob.principal.label
        with pytest.raises(RunEnded):
            finish_run(run_id=result.run_id, **given)
