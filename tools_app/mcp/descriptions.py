"""A tool as MCP describes it, made from the one descriptor."""

from dataclasses import dataclass
from typing import Any

from mcp_types import Icon, Tool, ToolAnnotations, ToolExecution

from accounts.principal import Kind
from tools_app import gate
from tools_app.definitions import Effect
from tools_app.descriptors import descriptor
from tools_app.gate import Mode
from tools_app.icons import icon_or_fallback
from tools_app.mcp.wording import LONGEST_NAME, plain, plain_schema
from tools_app.resolved import ResolvedTool

STATUSES = ["success", "queued", "running", "waiting_approval", "error", "cancelled"]


def described(name: str, tool: ResolvedTool, *, origin: str, says_execution: bool = False) -> Tool:
    """`says_execution`: whether it may be called as a task, for the one revision that asks."""
    told = for_models(tool)
    long = says_execution and not answers_at_once(tool)
    return Tool(
        name=name,
        title=told.title,
        description=told.description,
        input_schema=told.input_schema,
        output_schema=plain_schema(output_schema(tool)),
        annotations=_annotations(tool),
        execution=ToolExecution(task_support="optional") if long else None,
        icons=[_icon(tool.icon, origin)],
    )


@dataclass(frozen=True)
class ForModels:
    """What every model is told of a tool, whoever offers it: the one descriptor in plain words."""

    title: str
    description: str
    input_schema: dict[str, Any]


def for_models(tool: ResolvedTool) -> ForModels:
    told = descriptor(tool)
    title = plain(told["name"], LONGEST_NAME)
    schema = plain_schema(_asked_for(told["input_schema"], told["default_input"]))
    return ForModels(title, plain(told["description"]) or title, schema)


def _asked_for(schema: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """What the workspace fills in by itself is a default, and not required."""
    shape: dict[str, Any] = (
        schema if schema.get("type") == "object" else {"type": "object", "properties": {}}
    )
    if not given:
        return shape
    known = shape.get("properties", {})
    filled = {key: {**known[key], "default": value} for key, value in given.items() if key in known}
    required = [key for key in shape.get("required", []) if key not in given]
    return {**shape, "properties": {**known, **filled}, "required": required}


def answers_at_once(tool: ResolvedTool) -> bool:
    """A quick tool that nobody is asked about gives its output and nothing else. Any other may still
    be waiting or running when the call returns."""
    quick = tool.definition is not None and tool.effect == Effect.READ
    verdict = gate.decide(
        effect=tool.effect, policy=tool.policy, mode=Mode.APPROVE, caller=Kind.API_KEY
    )
    return quick and not verdict.waits


def output_schema(tool: ResolvedTool) -> dict[str, Any] | None:
    """The tool's own, or a run around it."""
    own = tool.output_schema
    if answers_at_once(tool):
        return own if own.get("type") == "object" else None
    return run_schema(
        {key: value for key, value in own.items() if key != "$defs"}, own.get("$defs")
    )


def run_schema(output: dict[str, Any], defs: dict[str, Any] | None = None) -> dict[str, Any]:
    """How a run stands. References in the output stay true: the definitions move to the top."""
    text = {"type": "string"}
    schema: dict[str, Any] = {
        "type": "object",
        "properties": {
            "run_id": {"type": "string", "description": "Pass it to check_run."},
            "status": {"type": "string", "enum": STATUSES},
            "output": {"anyOf": [output, {"type": "null"}]},
            "error": {**text, "description": "What went wrong, if it did."},
            "url": {**text, "description": "The page of the run, for a person."},
        },
        "required": ["run_id", "status"],
        "additionalProperties": False,
    }
    return {**schema, "$defs": defs} if defs else schema


def _annotations(tool: ResolvedTool) -> ToolAnnotations:
    """Hints from the declared effect, never from a name."""
    reads = tool.effect == Effect.READ
    return ToolAnnotations(
        title=plain(tool.name, LONGEST_NAME),
        read_only_hint=reads,
        destructive_hint=tool.effect == Effect.DESTRUCTIVE,
        idempotent_hint=reads,
        open_world_hint=tool.definition is None,
    )


def _icon(name: str, origin: str) -> Icon:
    src = f"{origin}/icons/{icon_or_fallback(name)}.svg"
    return Icon(src=src, mime_type="image/svg+xml", sizes=["any"])
