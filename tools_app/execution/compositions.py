"""Running a composition: its steps one after the other, each an ordinary run of its own in the
same session, by whoever runs the composition."""

from typing import Any

from config.errors import AppError
from tools_app.definitions import ToolContext
from tools_app.execution.call import Within
from tools_app.execution.mapping import MappingFailed, filled
from tools_app.execution.result import RunError
from tools_app.execution.run import run_tool
from tools_app.execution.runners import runners
from tools_app.execution.specs import DEEPEST, Composition, Step, parse_spec
from tools_app.resolved import ResolvedTool


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
    for step in spec.steps:
        data["steps"][step.id] = _done(step, data, context)
    if spec.output is None:
        return data["steps"][spec.steps[-1].id]["output"]
    return _filled(spec.output, data, "The output")


def _done(step: Step, data: dict[str, Any], context: ToolContext) -> dict[str, Any]:
    """What later steps may read of this one."""
    output, error = _attempt(step, data, context)
    if error and step.on_error == "stop":
        raise StepFailed(f"Step {step.id} ({step.tool}): {error.message}")
    return {"output": output, "error": error.message if error else None}


def _attempt(step: Step, data: dict[str, Any], context: ToolContext) -> tuple[Any, RunError | None]:
    try:
        result = run_tool(
            principal=context.principal,
            slug=step.tool,
            payload=_filled(step.input, data, f"The input of step {step.id}"),
            source=context.source,
            is_test=context.is_test,
            within=Within.of(context, step=step.id),
        )
    except AppError as error:
        return None, RunError(error.problem_code, _words(error))
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
