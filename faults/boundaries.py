"""The moments of a run's life at which somebody may cancel it, each by its name.

Where a worker passes one of them, whoever accepted the run may have asked (`boundary` in its input)
that it be cancelled right there: by another thread with a connection of its own, while the worker
stands still. So what comes afterwards really comes after `tool.cancelled`.
"""

import threading
import time
from collections.abc import Callable
from functools import cache, wraps
from typing import Any
from uuid import UUID

import psycopg
from django.db import connection

from accounts.models import User
from accounts.principal import principal_of_user
from sessions_app.log import RunEnded
from tenants.context import current_tenant, tenant_context
from tools_app.definitions import ToolContext
from tools_app.execution import carrying, compositions, inline, worker
from tools_app.execution.call import Call
from tools_app.execution.cancelling import cancel_run
from tools_app.execution.pending import Held

# What is cancelled there, in the order of a run's life. Of those in HERE the trial itself sees to
# it, at the others the worker does.
BOUNDARIES = {
    "accepted": "fault-risk",
    "queued": "fault-risk",
    "claimed": "fault-risk",
    "about to begin": "fault-risk",
    "in the effect": "fault-risk",
    "after the effect": "fault-risk",
    "being ended": "fault-risk",
    "ended": "fault-risk",
    "given back": "fault-away",
    "before the first step": "fault-chain",
    "a step begun": "fault-chain",
    "in a step": "fault-chain",
    "between steps": "fault-chain",
    "after the last step": "fault-chain",
    "waits for a task": "fault-task",
    "a step waits for a task": "fault-wait",
    "waits for approval": "fault-risk",
    "approved": "fault-chain",
    "approved and about to run": "fault-risk",
    "at any moment": "fault-risk",
}
HERE = {
    *("accepted", "queued", "waits for a task", "a step waits for a task", "waits for approval"),
    *("approved", "approved and about to run", "at any moment"),
}
# Where a cancellation may come too late, and says so.
LATE = {"being ended", "ended", "at any moment"}
# Nobody stands still here: it may fall between the last look and the first word outside, where
# nobody can say which came first. What was written is undone there as everywhere.
UNORDERED = {"at any moment"}
TABLES = """
CREATE TABLE IF NOT EXISTS fault_begun (
  run_id uuid NOT NULL, root uuid NOT NULL, at timestamptz DEFAULT clock_timestamp());
CREATE TABLE IF NOT EXISTS fault_cancels (
  run_id uuid NOT NULL, boundary text NOT NULL, came text NOT NULL,
  at timestamptz DEFAULT clock_timestamp())
"""


# -- What is written down, whatever becomes of the transaction around it ------------------------


@cache
def _line(thread: int) -> psycopg.Connection[Any]:  # noqa: ARG001 - one for each
    facts: dict[str, Any] = connection.get_connection_params()
    named = ("dbname", "host", "port", "user", "password")
    chosen: dict[str, Any] = {name: facts.get(name) for name in named}
    return psycopg.connect(autocommit=True, **chosen)


def _write(table: str, **values: Any) -> None:
    schema = current_tenant().schema_name
    names, places = ", ".join(values), ", ".join(["%s"] * len(values))
    text = f"INSERT INTO {schema}.{table} ({names}) VALUES ({places})"  # noqa: S608 - our own
    _line(threading.get_ident()).execute(text, list(values.values()))


def begun(context: ToolContext) -> None:
    """Something that nobody can undo: the world outside has noticed."""
    _write("fault_begun", run_id=context.run_id, root=root_now(context))


def cancel(run_id: UUID, boundary: str) -> None:
    """As the owner of the workspace, and write down what came of it."""
    owner = User.objects.with_groups().get(email=f"owner@{current_tenant().slug}.example")
    try:
        cancel_run(principal=principal_of_user(owner), run_id=run_id)
    except RunEnded:
        _write("fault_cancels", run_id=run_id, boundary=boundary, came="had ended")
    else:
        _write("fault_cancels", run_id=run_id, boundary=boundary, came="cancelled")


# -- In the worker -------------------------------------------------------------------------------


def at(boundary: str, wanted: Any, run_id: UUID | str) -> None:
    """Cancel the run if that was asked for here."""
    if wanted != boundary:
        return
    slug, pids = current_tenant().slug, list[int]()

    def act() -> None:
        try:
            with tenant_context(slug):
                pids.append(_pid())
                cancel(UUID(str(run_id)), boundary)
        finally:
            connection.close()

    thread = threading.Thread(target=act)
    thread.start()
    while thread.is_alive() and not (pids and _is_blocked(pids[0])):
        thread.join(0.005)


def _pid() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def _is_blocked(pid: int) -> bool:
    """It waits for what this worker holds: it cannot come before."""
    found = _line(threading.get_ident()).execute("SELECT pg_blocking_pids(%s)", [pid]).fetchone()
    return bool(found and _own_pid() in found[0])


def _own_pid() -> int:
    return int(connection.connection.info.backend_pid)


def wanted_of(call: Call) -> Any:
    return call.payload.get("boundary")


def root_now(context: ToolContext) -> str:
    """The composition that the running tool is a step of, or its own run."""
    return str(_now.root) if context.depth else context.run_id


def install() -> None:
    """In a process that carries out runs. Fails where the product has no such place any more."""
    _around(worker, "call_of", before=_claimed)
    _around(worker, "progress_of", before=_about_to_begin)
    _around(worker, "attempt", after=lambda call, *_: at("ended", wanted_of(call), call.run.id))
    _around(carrying, "progress_of", before=_step_begun)
    _around(inline, "execute", after=_executed)
    _around(carrying, "_write", after=_written)
    _around(Held, "give_back", after=_given_back)
    _around(compositions, "_attempt", before=_between)


def _around(
    owner: Any,
    name: str,
    before: Callable[..., None] | None = None,
    after: Callable[..., None] | None = None,
) -> None:
    function = getattr(owner, name)

    @wraps(function)
    def wrapped(*args: Any, **options: Any) -> Any:
        if before:
            before(*args)
        result = function(*args, **options)
        if after:
            after(*args)
        return result

    setattr(owner, name, wrapped)


_now = threading.local()


def _claimed(row: Any) -> None:
    given = row.work.get("input", {})
    _now.wanted, _now.run_id = given.get("boundary"), row.run_id
    at("claimed", _now.wanted, row.run_id)


def _about_to_begin(call: Call, *_rest: Any) -> None:
    at("about to begin", wanted_of(call), call.run.id)


def _step_begun(call: Call, *_rest: Any) -> None:
    if call.within:
        _now.root = call.within.run_id
        at("a step begun", wanted_of(call), _now.root)


def _executed(tool: Any, payload: dict[str, Any], _model: Any, context: ToolContext) -> None:
    wanted = payload.get("boundary")
    if tool.slug == "fault-chain":
        at("after the last step", wanted, context.run_id)
    elif context.depth == 0:
        at("after the effect", wanted, context.run_id)


def _written(call: Call, *_rest: Any) -> None:
    """In the transaction of the tool, which is not committed yet."""
    if not call.within:
        at("being ended", wanted_of(call), call.run.id)


def _given_back(held: Held, **_rest: Any) -> None:
    if getattr(_now, "run_id", None) == held.run_id:
        at("given back", _now.wanted, held.run_id)


def _between(step: Any, data: dict[str, Any], context: ToolContext, *_rest: Any) -> None:
    names = {"s1": "before the first step", "s2": "between steps"}
    at(names.get(step.id, ""), data["input"].get("boundary"), context.run_id)


def wait_until(ready: Callable[[], bool], seconds: float, what: str) -> None:
    ends = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > ends:
            raise RuntimeError(f"{what} did not come about")
        time.sleep(0.02)
