"""The one way to run a tool: resolve, authorise, validate, gate, execute, record.

Pages, REST, MCP, agents, compositions and schedules call `run_tool`. A second way in is a bug.
"""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import transaction

from accounts.principal import Principal
from sessions_app.events import EventType, Source
from sessions_app.log import Happening, Run, happened
from tools_app import access, gate, trials
from tools_app.approvals.proposing import Changed, propose
from tools_app.approvals.standing import holds
from tools_app.budgets import spend
from tools_app.execution import inline
from tools_app.execution.call import Call, Within
from tools_app.execution.carrying import carry_out
from tools_app.execution.endings import ended, result
from tools_app.execution.idempotency import claim
from tools_app.execution.pending import Held, row_for
from tools_app.execution.proceeding import in_background
from tools_app.execution.result import RunResult, RunStatus
from tools_app.execution.runners import runners
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
    session_id: UUID | None = None,
    changed: Changed | None = None,
    background: bool | None = None,
    wait_seconds: float | None = None,
) -> RunResult:
    """Raises `NotFound`, `PermissionDenied`, `InvalidInput`, or what the shape has against it (a
    spent budget); then nothing has been recorded.

    What goes wrong inside the tool is a result, recorded like a success. `draft` is what a test
    tries in place of what is saved. `changed` is the proposal whose arguments these replace: they
    wait in its place. With a `session_id`, the run becomes part of that session. Also raises
    `BudgetSpent`; steps of a composition are part of its one call.

    A run in the `background` (by default, of what the workspace has made itself) is carried out by
    a worker: the result says that it is queued, or, with `wait_seconds`, how it ended if that was
    in time.
    """
    budget = spend(principal) if within is None else None
    if is_test and within is None:
        tool = trials.tool_to_test(principal=principal, slug=slug, draft=draft)
    else:
        tool = access.tool_to_run(principal=principal, slug=slug)
    payload = valid_input(tool, {**tool.default_input, **payload})
    model = inline.parse(tool, payload)
    if tool.definition is None:
        runners.admit(tool, principal)
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
    call = Call(run, tool, payload, model, within, session_id)
    if within and within.again:
        call = replace(call, run=replace(run, id=within.again))
        return carry_out(call, within.session_id)
    started = _started(call, verdict)
    if verdict.waits or changed:
        done = propose(call, started, verdict=verdict, draft=draft, changed=changed)
    elif in_background(call, background):
        done = _accepted(call, started, draft, wait_seconds)
    else:
        done = _run(call, started, draft)
    return replace(done, budget=budget)


def _verdict(
    tool: ResolvedTool, principal: Principal, mode: Mode, within: Within | None
) -> Verdict:
    """A composition's effect and policy are the strictest of its steps': it has been through the
    gate for all of them."""
    if within:
        return Verdict.RUN
    facts: dict[str, Any] = {
        "effect": tool.effect,
        "policy": tool.policy,
        "mode": mode,
        "caller": principal.kind,
    }
    return gate.decide(**facts, granted=gate.may_be_granted(**facts) and holds(principal, tool))


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
