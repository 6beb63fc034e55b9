"""The one way to run a tool: resolve, authorise, validate, gate, execute, record.

Pages, REST, MCP, agents, compositions and schedules call `run_tool`. A second way in is a bug.
"""

from dataclasses import replace
from typing import Any
from uuid import UUID

from accounts.principal import Principal
from sessions_app.events import EventType, Source
from sessions_app.log import Happening, Run, happened
from tools_app import access, gate, trials
from tools_app.approvals.proposing import Changed, propose
from tools_app.approvals.standing import holds
from tools_app.execution import inline
from tools_app.execution.call import Call, Within
from tools_app.execution.carrying import carry_out
from tools_app.execution.endings import ended, result
from tools_app.execution.idempotency import claim
from tools_app.execution.result import RunResult
from tools_app.forms.conditions import effective_schema, pruned
from tools_app.gate import Mode, Verdict
from tools_app.resolved import ResolvedTool
from tools_app.schemas.canonical import digest
from tools_app.schemas.secrets import masked, redacted
from tools_app.schemas.validation import require_valid


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
) -> RunResult:
    """Raises `NotFound`, `PermissionDenied` or `InvalidInput`; then nothing has been recorded.

    What goes wrong inside the tool is a result, recorded like a success. `draft` is what a test
    tries in place of what is saved. `changed` is the proposal whose arguments these replace: they
    wait in its place. With a `session_id`, the run becomes part of that session.
    """
    if is_test and within is None:
        tool = trials.tool_to_test(principal=principal, slug=slug, draft=draft)
    else:
        tool = access.tool_to_run(principal=principal, slug=slug)
    payload = _valid(tool, {**tool.default_input, **payload})
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
    call = Call(run, tool, payload, model, within, session_id)
    started = _started(call, verdict)
    if verdict.waits or changed:
        return propose(call, started, verdict=verdict, draft=draft, changed=changed)
    return _run(call, started)


def _valid(tool: ResolvedTool, payload: dict[str, Any]) -> dict[str, Any]:
    """Without what its own conditions hide, which is not required either."""
    if not tool.has_conditions:
        require_valid(tool.input_schema, payload, digest=tool.input_digest, parsed=True)
        return payload
    kept: dict[str, Any] = pruned(tool.input_schema, payload)
    require_valid(effective_schema(tool.input_schema, kept), kept)
    return kept


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
    step = {"step": call.within.step, "parent": str(call.within.run_id)} if call.within else {}
    return happened(
        EventType.STARTED,
        input=redacted(shown),
        input_hash=digest(payload),
        effect=tool.effect.value,
        verdict=verdict.value,
        **step,
    )


def _run(call: Call, started: Happening) -> RunResult:
    if call.is_quick:
        outcome = inline.execute(call.tool, call.payload, call.model, call.context())
        return result(call.run.id, call.begin(started, ended(outcome)), outcome)
    # The intent is committed before the world is touched.
    return carry_out(call, call.begin(started))
