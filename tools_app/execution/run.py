"""The one way to run a tool: resolve, authorise, validate, gate, execute, record.

Pages, REST, MCP, agents, compositions and schedules call `run_tool`. A second way in is a bug.
"""

from dataclasses import replace
from typing import Any

from django.db import transaction

from accounts.principal import Principal
from sessions_app import log
from sessions_app.events import EventType, Source
from sessions_app.log import Happening, Run, happened
from sessions_app.models import Session
from tools_app import access, gate
from tools_app.definitions import Effect, ToolContext, ToolModel
from tools_app.execution import inline
from tools_app.execution.idempotency import claim
from tools_app.execution.inline import Outcome
from tools_app.execution.result import RunResult, RunStatus
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
    idempotency_key: str = "",
) -> RunResult:
    """Raises `NotFound`, `PermissionDenied` or `InvalidInput`; then nothing has been recorded.

    What goes wrong inside the tool is a result, recorded like a success.
    """
    tool = access.tool_to_run(principal=principal, slug=slug)
    payload = {**tool.default_input, **payload}
    require_valid(tool.input_schema, payload, digest=tool.input_digest)
    model = inline.parse(tool, payload)
    verdict = gate.decide(effect=tool.effect, policy=tool.policy, mode=mode, caller=principal.kind)
    run = Run.new(tool_slug=slug, principal=principal, source=source, is_test=is_test)
    if idempotency_key:
        run_id, known = claim(
            principal=principal,
            key=idempotency_key,
            request_hash=digest({"tool": slug, "input": payload, "test": is_test}),
            run_id=run.id,
        )
        if known:
            return known
        run = replace(run, id=run_id)
    started = _started(tool, payload, verdict)
    if verdict.waits:
        return _wait(run, tool, started, verdict)
    return _run(run, tool, model, started)


def _started(tool: ResolvedTool, payload: dict[str, Any], verdict: Verdict) -> Happening:
    """The input as it may be kept: declared and apparent secrets masked, and a hash of the rest."""
    shown = masked(tool.input_schema, payload) if tool.has_secrets else payload
    return happened(
        EventType.STARTED,
        input=redacted(shown),
        input_hash=digest(payload),
        effect=tool.effect.value,
        verdict=verdict.value,
    )


def _wait(run: Run, tool: ResolvedTool, started: Happening, verdict: Verdict) -> RunResult:
    asks = happened(EventType.NEEDS_APPROVAL, verdict=verdict.value)
    session = log.record(run, [started, asks], title=tool.name)
    return RunResult(run.id, session.pk, RunStatus.WAITING)


def _run(run: Run, tool: ResolvedTool, model: ToolModel | None, started: Happening) -> RunResult:
    context = ToolContext(principal=run.principal, run_id=str(run.id))
    if tool.effect == Effect.READ:
        outcome = inline.execute(tool, model, context)
        session = log.record(run, [started, _ended(outcome)], title=tool.name)
        return _result(run, session, outcome)
    # The intent is committed before the world is touched.
    session = log.record(run, [started], title=tool.name)
    with transaction.atomic():
        outcome = inline.execute(tool, model, context)
        if outcome.error:
            transaction.set_rollback(True)
    session = log.append(run, session.pk, [_ended(outcome)])
    return _result(run, session, outcome)


def _ended(outcome: Outcome) -> Happening:
    if outcome.error is None:
        return happened(
            EventType.COMPLETED, output=redacted(outcome.output), duration_ms=outcome.duration_ms
        )
    return happened(
        EventType.FAILED,
        code=outcome.error.code,
        error=outcome.error.message,
        output=redacted(outcome.output),
        duration_ms=outcome.duration_ms,
    )


def _result(run: Run, session: Session, outcome: Outcome) -> RunResult:
    status = RunStatus.ERROR if outcome.error else RunStatus.SUCCESS
    output = None if outcome.error else outcome.output
    return RunResult(run.id, session.pk, status, output, outcome.error, outcome.duration_ms)
