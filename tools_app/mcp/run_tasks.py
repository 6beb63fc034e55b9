"""Runs as tasks: the id of the task is the id of the run, and whoever may see the run sees it."""

from datetime import datetime
from typing import Any
from uuid import UUID

from config.errors import Conflict, NotFound
from config.redis import client
from sessions_app import access
from tenants.cache import tenant_key
from tools_app.execution.cancelling import cancel_run
from tools_app.mcp.approval import APPROVAL, can_open_pages, page_of, page_request
from tools_app.mcp.exchange import Exchange
from tools_app.mcp.features import TaskSource, features
from tools_app.mcp.standing import Standing, standing_of
from tools_app.mcp.tasks import POLL_MS, POLL_PERSON_MS, Status, Task

# Then a client that was shown the page is asked once more.
REMEMBERED = 24 * 60 * 60
STATUSES: dict[str, Status] = {
    "success": "completed",
    # The tool's fault is a result, which says so.
    "error": "completed",
    "cancelled": "cancelled",
}


def task_of(exchange: Exchange, run_id: UUID) -> Task:
    """Raises `NotFound` for a run that is not the principal's to see."""
    stands = standing_of(exchange.principal, run_id)
    if stands.is_waiting:
        return _waiting(exchange, stands)
    status = STATUSES.get(stands.status, "working")
    done = status == "completed"
    return Task(
        id=str(run_id),
        status=status,
        created_at=stands.run.created_at,
        updated_at=_updated(exchange, stands),
        message="" if done else stands.words,
        result=stands.result(url=page_of(exchange, run_id)) if done else None,
    )


def _waiting(exchange: Exchange, stands: Standing) -> Task:
    """A client that opens pages is asked to; for any other the message says where a person decides."""
    run_id = stands.run.id
    asks = can_open_pages(exchange) and not client().exists(_shown(run_id))
    return Task(
        id=str(run_id),
        status="input_required" if asks else "working",
        created_at=stands.run.created_at,
        updated_at=_updated(exchange, stands),
        message=f"A person must agree first, at {page_of(exchange, run_id)}",
        poll_ms=POLL_MS if asks else POLL_PERSON_MS,
        asked={APPROVAL: page_request(exchange, run_id)} if asks else {},
    )


def _updated(exchange: Exchange, stands: Standing) -> datetime:
    events = access.events_to_see(principal=exchange.principal, run_id=stands.run.id)
    latest = events.values_list("created_at", flat=True).last()
    return latest or stands.run.created_at


def _find(exchange: Exchange, task_id: str) -> Task | None:
    try:
        return task_of(exchange, UUID(task_id))
    except (ValueError, NotFound):
        return None


def _cancel(exchange: Exchange, task_id: str) -> bool | None:
    try:
        cancel_run(principal=exchange.principal, run_id=UUID(task_id))
    except (ValueError, NotFound):
        return None
    except Conflict:
        return False
    return True


def _update(exchange: Exchange, task_id: str, answers: dict[str, Any]) -> bool | None:
    """That the page was shown is all that a client can say. The decision is the person's, there."""
    if _find(exchange, task_id) is None:
        return None
    if APPROVAL in answers:
        client().set(_shown(UUID(task_id)), 1, ex=REMEMBERED)
    return True


def _shown(run_id: UUID) -> str:
    return tenant_key("mcp", "shown", str(run_id))


features.add_tasks(TaskSource("runs", _find, _cancel, _update))
