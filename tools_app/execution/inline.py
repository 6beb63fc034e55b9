"""Running a code tool within the request."""

import logging
import time
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from config.errors import AppError, Fault, InvalidInput, escape_pointer, known
from tools_app.definitions import ToolContext, ToolModel
from tools_app.execution.crashes import log_crash
from tools_app.execution.endings import Outcome
from tools_app.execution.interruptions import Interrupted
from tools_app.execution.result import RunError
from tools_app.execution.runners import runners
from tools_app.resolved import ResolvedTool
from tools_app.schemas.validation import faults_of

logger = logging.getLogger("tenon.tools")


class NotRunnable(AppError):
    code, title = "not_runnable", "This tool cannot be run"


def parse(tool: ResolvedTool, payload: dict[str, Any]) -> ToolModel | None:
    """The typed input of a code tool. Raises `InvalidInput` for rules that no schema can say."""
    if tool.definition is None:
        return None
    try:
        return tool.definition.input_model.model_validate(payload)
    except ValidationError as error:
        faults = [
            Fault(_pointer(fault["loc"]), fault["type"], fault["msg"]) for fault in error.errors()
        ]
        raise InvalidInput(faults=faults) from error


def _pointer(location: tuple[int | str, ...]) -> str:
    return "".join(f"/{escape_pointer(str(step))}" for step in location)


def execute(
    tool: ResolvedTool, payload: dict[str, Any], model: ToolModel | None, context: ToolContext
) -> Outcome:
    """What goes wrong inside a tool is how the run ended. Raises only `Interrupted`."""
    started = time.perf_counter()
    outcome = _attempt(tool, payload, model, context)
    if outcome.error is None and (mismatch := _mismatch(tool, outcome.output)):
        outcome = replace(outcome, error=mismatch)
    return replace(outcome, duration_ms=round((time.perf_counter() - started) * 1000))


def _attempt(
    tool: ResolvedTool, payload: dict[str, Any], model: ToolModel | None, context: ToolContext
) -> Outcome:
    try:
        return Outcome(_output(tool, payload, model, context), None, 0)
    except Interrupted:
        raise
    except AppError as error:
        return failed(error)
    except Exception as error:  # noqa: BLE001 - a tool may raise anything
        # The message of an unknown exception may carry anything; the log has it, without secrets.
        run = context.run_id
        log_crash(logger, "A tool failed", error, tool=tool, payload=payload, run=run)
        return failed(known(error) or Crashed(CRASHED))


class Crashed(AppError):
    code, title = "tool_crashed", "The tool failed unexpectedly"


CRASHED = "The tool failed unexpectedly. It has been recorded."
AWAY = {429, 503}


def failed(error: AppError) -> Outcome:
    """How a run ended that could not be carried out."""
    failure = RunError(error.problem_code, str(error))
    away = error.status in AWAY
    return Outcome(None, failure, 0, transient=away, retry_after=error.retry_after)


def _output(
    tool: ResolvedTool, payload: dict[str, Any], model: ToolModel | None, context: ToolContext
) -> Any:
    if tool.definition:
        return tool.definition.execute(model, context).model_dump(mode="json", by_alias=True)
    runner = runners.find(tool.shape)
    if runner is None:
        raise NotRunnable(f"This installation cannot run {tool.shape or 'such'} tools.")
    return runner(tool, payload, context)


def _mismatch(tool: ResolvedTool, output: Any) -> RunError | None:
    parsed = tool.definition is not None  # what a model of ours was dumped to
    faults = faults_of(tool.output_schema, output, digest=tool.output_digest, parsed=parsed)
    if not faults:
        return None
    first = faults[0]
    return RunError(
        "output_schema_mismatch", f"The output is not what the tool promises: {first.detail}"
    )
