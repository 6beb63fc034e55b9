"""The one way to run a tool: resolve, authorise, validate, gate, execute, record.

Pages, REST, MCP, agents, compositions and schedules call `run_tool`. A second way in is a bug.
"""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction

from accounts.principal import Principal
from sessions_app.events import EventType, Source
from sessions_app.log import Happening, Run, happened
from tools_app import access, drafts, gate
from tools_app.execution import inline
from tools_app.execution.call import Call, Within
from tools_app.execution.carrying import carry_out
from tools_app.execution.endings import ended, result
from tools_app.execution.idempotency import claim
from tools_app.execution.pending import Held, row_for
from tools_app.execution.result import RunResult, RunStatus
from tools_app.execution.validity import valid_input
from tools_app.execution.waiting import wait_for
from tools_app.execution.wakeups import wake
from tools_app.gate import Mode, Verdict
from tools_app.resolved import ResolvedTool
from tools_app.schemas.canonical import digest
from tools_app.schemas.secrets import masked, redacted


def run_tool(
    *,
    principal: Principal,
    slug: str,
    payload: dict[str, Any],
    source: Source,
    mode: Mode = Mode.APPROVE,
    is_test: bool = False,
    draft: dict[str, Any] | None = None,
    idempotency_key: str = "",
    within: Within | None = None,
    background: bool | None = None,
    wait_seconds: float | None = None,
) -> RunResult:
    """Raises `NotFound`, `PermissionDenied` or `InvalidInput`; then nothing has been recorded.

    What goes wrong inside the tool is a result, recorded like a success. `draft` is what a test
    tries in place of what is saved. A run in the `background` (by default, of what the workspace
    has made itself) is carried out by a worker: the result says that it is queued, or, with
    `wait_seconds`, how it ended if that was in time.
    """
    if is_test and within is None:
        tool = drafts.tool_to_test(principal=principal, slug=slug, draft=draft)
    else:
        tool = access.tool_to_run(principal=principal, slug=slug)
    payload = valid_input(tool, {**tool.default_input, **payload})
    model = inline.parse(tool, payload)
    verdict = _verdict(tool, principal, mode, within)
    run = Run.new(
        tool_slug=slug,
        principal=principal,
        source=source,
        is_test=is_test,
        parent_id=within.run_id if within else None,
    )
    if idempotency_key:
        run_id, known = claim(
            principal=principal,
            key=idempotency_key,
            request_hash=digest(
                {"tool": slug, "input": payload, "test": is_test, "draft": draft or {}}
            ),
            run_id=run.id,
        )
        if known:
            return known
        run = replace(run, id=run_id)
    call = Call(run, tool, payload, model, within)
    if within and within.again:
        call = replace(call, run=replace(run, id=within.again))
        return carry_out(call, within.session_id)
    started = _started(call, verdict)
    if verdict.waits:
        return _wait(call, started, verdict)
    if _in_background(call, background):
        return _accepted(call, started, draft, wait_seconds)
    return _run(call, started, draft)


def _in_background(call: Call, asked: bool | None) -> bool:
    """A step goes with its composition."""
    if call.within:
        return False
    own = call.tool.definition is None and settings.RUNS_IN_BACKGROUND
    return own if asked is None else asked


def _verdict(
    tool: ResolvedTool, principal: Principal, mode: Mode, within: Within | None
) -> Verdict:
    """A composition's effect and policy are the strictest of its steps': it has been through the
    gate for all of them."""
    if within:
        return Verdict.RUN
    return gate.decide(effect=tool.effect, policy=tool.policy, mode=mode, caller=principal.kind)


def _started(call: Call, verdict: Verdict) -> Happening:
    """The input as it may be kept: declared and apparent secrets masked, and a hash of the rest."""
    tool, payload = call.tool, call.payload
    shown = masked(tool.input_schema, payload) if tool.has_secrets else payload
    return happened(
        EventType.STARTED,
        input=redacted(shown),
        input_hash=digest(payload),
        effect=tool.effect.value,
        verdict=verdict.value,
        **(call.within.facts() if call.within else {}),
    )


def _wait(call: Call, started: Happening, verdict: Verdict) -> RunResult:
    asks = happened(EventType.NEEDS_APPROVAL, verdict=verdict.value)
    return RunResult(call.run.id, call.begin(started, asks), RunStatus.WAITING)


def _accepted(
    call: Call, started: Happening, draft: dict[str, Any] | None, wait_seconds: float | None
) -> RunResult:
    """That it was accepted, and what is to be done, are written in one transaction."""
    row = row_for(call, inline=False, draft=draft)
    session_id = call.begin(started, pending=row)
    transaction.on_commit(wake)
    if wait_seconds:
        return wait_for(call.run.id, session_id, wait_seconds)
    return RunResult(call.run.id, session_id, RunStatus.QUEUED)


def _run(call: Call, started: Happening, draft: dict[str, Any] | None) -> RunResult:
    if call.is_quick:
        outcome = inline.execute(call.tool, call.payload, call.model, call.context())
        return result(call.run.id, call.begin(started, ended(outcome)), outcome)
    # The intent is committed before the world is touched.
    if call.within:
        return carry_out(call, call.begin(started))
    row = row_for(call, inline=True, draft=draft)
    return carry_out(call, call.begin(started, pending=row), Held(call.run.id, row.attempt))


def proceed(call: Call, session_id: UUID, *, background: bool | None = None) -> RunResult:
    """Carry out a run that has been waiting for a yes: now, or by a worker. Call it in the
    transaction that writes the yes, or after it."""
    later = _in_background(call, background)
    row = row_for(call, inline=not later)
    row.session_id = session_id
    row.save(force_insert=True)
    if later:
        transaction.on_commit(wake)
        return RunResult(call.run.id, session_id, RunStatus.QUEUED)
    return carry_out(call, session_id, Held(call.run.id, row.attempt))
