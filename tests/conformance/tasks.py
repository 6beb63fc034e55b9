"""The tools that the scenarios of tasks call. What they make is kept in this one process: the
product's own tasks are runs, which the suite cannot answer for a person."""

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from secrets import token_hex
from typing import Any

from mcp_types import (
    INTERNAL_ERROR,
    CallToolRequestParams,
    CallToolResult,
    ElicitRequest,
    ErrorData,
)

from accounts.principal import Principal
from tests.conformance.asking import NAME, answered, elicit, needs
from tests.conformance.offering import said, tool, with_text
from tools_app.mcp.exchange import Answer, Exchange
from tools_app.mcp.features import TaskSource, features
from tools_app.mcp.task_extension import created, missing_tasks
from tools_app.mcp.tasks import Status, Task

Params = CallToolRequestParams


@dataclass
class Job:
    """Done when its time has come and everything was answered."""

    owner: Principal
    seconds: float = 0
    result: CallToolResult | None = None
    error: ErrorData | None = None
    asked: dict[str, Any] = field(default_factory=dict)
    cancelled: bool = False
    id: str = field(default_factory=lambda: token_hex(16))
    created_at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def status(self) -> Status:
        if self.cancelled:
            return "cancelled"
        if self.asked:
            return "input_required"
        if datetime.now(UTC) < self.created_at + timedelta(seconds=self.seconds):
            return "working"
        return "failed" if self.error else "completed"

    def seen(self) -> Task:
        status = self.status
        return Task(
            id=self.id,
            status=status,
            created_at=self.created_at,
            updated_at=datetime.now(UTC),
            poll_ms=100,
            result=self.result if status == "completed" else None,
            error=self.error if status == "failed" else None,
            asked=self.asked,
        )


jobs: dict[str, Job] = {}


def _job(exchange: Exchange, task_id: str) -> Job | None:
    job = jobs.get(task_id)
    return job if job and str(job.owner) == str(exchange.principal) else None


def _find(exchange: Exchange, task_id: str) -> Task | None:
    job = _job(exchange, task_id)
    return job.seen() if job else None


def _cancel(exchange: Exchange, task_id: str) -> bool | None:
    job = _job(exchange, task_id)
    if job is None:
        return None
    job.cancelled = job.cancelled or not job.seen().is_over
    return job.cancelled


def _update(exchange: Exchange, task_id: str, answers: dict[str, Any]) -> bool | None:
    job = _job(exchange, task_id)
    if job is None:
        return None
    job.asked = {key: asked for key, asked in job.asked.items() if key not in answers}
    return True


features.add_tasks(TaskSource("fixtures", _find, _cancel, _update))


def _begun(exchange: Exchange, **facts: Any) -> Answer:
    """Only for a client that takes tasks."""
    if not exchange.takes_tasks:
        raise missing_tasks()
    job = Job(owner=exchange.principal, **facts)
    jobs[job.id] = job
    return created(exchange, job.seen())


@tool("greet", with_text("name"))
def greet(_exchange: Exchange, params: Params) -> Answer:
    """Answers at once."""
    return said(f"Hello, {(params.arguments or {})['name']}!")


SLOW = {
    "type": "object",
    "properties": {"seconds": {"type": "number"}, "label": {"type": "string"}},
}


@tool("slow_compute", SLOW)
def slow_compute(exchange: Exchange, params: Params) -> Answer:
    """Takes its time."""
    seconds = float((params.arguments or {}).get("seconds", 0))
    if seconds and exchange.takes_tasks:
        return _begun(exchange, seconds=seconds, result=said("Computed."))
    time.sleep(min(seconds, 5))
    return said("Computed.")


@tool("failing_job")
def failing_job(exchange: Exchange, _params: Params) -> Answer:
    """Fails, later."""
    return _begun(exchange, seconds=1, result=said("It went wrong.", failed=True))


@tool("protocol_error_job")
def protocol_error_job(exchange: Exchange, _params: Params) -> Answer:
    """Breaks, later."""
    return _begun(exchange, error=ErrorData(code=INTERNAL_ERROR, message="It broke."))


def _request(asked: dict[str, Any]) -> ElicitRequest:
    return ElicitRequest.model_validate(asked)


@tool("confirm_delete", with_text("filename"))
def confirm_delete(exchange: Exchange, params: Params) -> Answer:
    """Asks before it does anything."""
    name = (params.arguments or {})["filename"]
    asked = {"confirm": _request(elicit(f"Delete {name}?", "confirm", "boolean"))}
    return _begun(exchange, asked=asked, result=said(f"Deleted {name}."))


@tool("multi_input")
def multi_input(exchange: Exchange, _params: Params) -> Answer:
    """Asks two things at once."""
    asked = {"name": _request(NAME), "confirm": _request(elicit("Sure?", "confirm", "boolean"))}
    return _begun(exchange, asked=asked, result=said("Both answered."))


@tool("test_tool_with_task")
def tool_with_task(exchange: Exchange, params: Params) -> Answer:
    """Asks first, then takes its time."""
    if not exchange.takes_tasks:
        raise missing_tasks()
    if not answered(params, "user_name"):
        return needs({"user_name": NAME})
    told: Any = (params.input_responses or {})["user_name"]
    return _begun(exchange, result=said(f"Hello, {told.content['name']}!"))
