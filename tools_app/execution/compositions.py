"""Running a composition: its steps one after the other, each an ordinary run of its own in the
same session, by whoever runs the composition.

What a step came to is an event. So a composition that is taken up again, because its worker died or
because one of its steps waited for somebody, goes on at the first step that has not ended.
"""

from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db import IntegrityError

from config.errors import AppError
from sessions_app import log
from sessions_app.log import RunEnded
from sessions_app.models import PendingRun
from sessions_app.steps import StepRun, steps_of
from tools_app.definitions import ToolContext
from tools_app.execution.call import Within
from tools_app.execution.endings import Outcome, ended
from tools_app.execution.interruptions import Cancelled, Superseded, Suspended
from tools_app.execution.mapping import MappingFailed, filled
from tools_app.execution.pending import is_repeatable
from tools_app.execution.result import RunError, RunResult, RunStatus, result_of
from tools_app.execution.run import run_tool
from tools_app.execution.runners import runners
from tools_app.execution.specs import DEEPEST, Composition, Step, parse_spec
from tools_app.execution.suspension import started_run
from tools_app.resolved import ResolvedTool
from tools_app.resolver import resolve


class StepFailed(AppError):
    code, title = "step_failed", "A step failed"


class TooDeep(AppError):
    code, title = "too_deep", "Compositions are nested too deep"


def run_composition(tool: ResolvedTool, payload: dict[str, Any], context: ToolContext) -> Any:
    """The output. Raises `StepFailed` naming the step, and `TooDeep`."""
    if context.depth >= DEEPEST:
        raise TooDeep(f"At most {DEEPEST} compositions may stand inside of each other.")
    spec = parse_spec(tool.execution)
    if not isinstance(spec, Composition):
        raise TypeError(f"{tool.slug} is no composition")
    data: dict[str, Any] = {"input": payload, "steps": {}}
    begun = _begun(context)
    for step in spec.steps:
        data["steps"][step.id] = _done(step, data, context, begun.get(step.id))
    if spec.output is None:
        return data["steps"][spec.steps[-1].id]["output"]
    return _filled(spec.output, data, "The output")


def _begun(context: ToolContext) -> dict[str, StepRun]:
    """The steps that this run has begun before, if it is taken up again."""
    if context.session_id is None:
        raise TypeError("A composition runs in a session that has been written")
    steps = steps_of(session_id=context.session_id, run_id=UUID(context.run_id))
    return {each.step: each for each in steps}


def _done(
    step: Step, data: dict[str, Any], context: ToolContext, begun: StepRun | None
) -> dict[str, Any]:
    """What later steps may read of this one."""
    output, error = _before(step, begun) or _attempt(step, data, context, begun)
    if error and step.on_error == "stop":
        raise StepFailed(f"Step {step.id} ({step.tool}): {error.message}")
    return {"output": output, "error": error.message if error else None}


Came = tuple[Any, RunError | None]


def _before(step: Step, begun: StepRun | None) -> Came | None:
    """What the step came to when it was begun before; None if it is to be carried out (again).

    A step that may have changed something, and of which nobody knows how far it came, is not
    repeated: it has failed."""
    if begun is None:
        return None
    if begun.has_ended:
        return _came(result_of(begun.run))
    if PendingRun.objects.filter(run_id=begun.run.id, suspended=True).exists():
        raise Suspended(begun.run.id)
    tool = resolve(step.tool)
    if tool is None or is_repeatable(tool):
        return None
    run, session_id = started_run(begun.run.id)
    log.append(run, session_id, [ended(Outcome(None, UNKNOWN, 0))])
    return None, UNKNOWN


UNKNOWN = RunError(
    "outcome_unknown",
    "The worker that carried it out is gone, and nobody knows how far it came. It was not repeated.",
)


def _attempt(step: Step, data: dict[str, Any], context: ToolContext, begun: StepRun | None) -> Came:
    context.progress.check()
    within = replace(
        Within.of(context, step=step.id), resumable=True, again=begun.run.id if begun else None
    )
    try:
        result = run_tool(
            principal=context.principal,
            slug=step.tool,
            payload=_filled(step.input, data, f"The input of step {step.id}"),
            source=context.source,
            is_test=context.is_test,
            within=within,
        )
    except RunEnded as error:
        raise Cancelled from error
    except IntegrityError as error:
        # Another worker has begun this step: it has the composition.
        raise Superseded from error
    except AppError as error:
        return None, RunError(error.problem_code, _words(error))
    return _came(result)


def _came(result: RunResult) -> Came:
    if result.status == RunStatus.CANCELLED:
        return None, RunError("cancelled", "It was cancelled.")
    return result.output, result.error


def _words(error: AppError) -> str:
    faults = "; ".join(f"{fault.pointer or '/'}: {fault.detail}" for fault in error.faults[:3])
    return faults or str(error)


def _filled(template: dict[str, Any], data: dict[str, Any], what: str) -> dict[str, Any]:
    try:
        value = filled(template, data)
    except MappingFailed as error:
        raise StepFailed(f"{what} cannot be computed: {error}") from error
    if not isinstance(value, dict):
        raise StepFailed(f"{what} must be an object.")
    return value


runners.register("composition", run_composition)
