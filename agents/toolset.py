"""The tools of an agent: those that whoever asks may run, and what comes of a call to one."""

import json
from dataclasses import dataclass
from typing import Any

from pydantic_ai.messages import ToolCallPart
from pydantic_ai.tools import ToolDefinition

from accounts.principal import Principal
from agents.bridge import bridged, definitions
from agents.clamping import clamped
from agents.knowledge import find_skills
from agents.models import Agent
from config.errors import AppError
from sessions_app.events import Source
from tools_app.definitions import ToolContext
from tools_app.execution.result import RunResult, RunStatus
from tools_app.execution.run import run_tool
from tools_app.resolved import ResolvedTool
from tools_app.schemas.canonical import digest

LOAD_SKILL = "load_skill"


@dataclass(frozen=True)
class Toolset:
    agent: Agent
    principal: Principal
    context: ToolContext
    # The tool whose run this is: an agent does not call itself.
    within: str

    @property
    def tools(self) -> dict[str, ResolvedTool]:
        """By name, sorted, after the rights of the caller have been applied."""
        return bridged(self.principal, self._wanted)

    def _wanted(self, tool: ResolvedTool) -> bool:
        settings = self.agent.settings
        named = "tools" in settings.toolGroups or tool.slug in settings.customTools
        return named and tool.slug != self.within

    @property
    def definitions(self) -> tuple[ToolDefinition, ...]:
        return definitions(self.tools, *([LOAD] if self.agent.settings.skills else []))

    def called(self, call: ToolCallPart, *, key: str) -> str:
        """What the model is told. Never raises for what it did wrong itself."""
        given = _arguments(call)
        if given is None:
            return _error("invalid_input", "The arguments are not a JSON object.")
        if call.tool_name == LOAD_SKILL and self.agent.settings.skills:
            return self._skill(str(given.get("slug", "")))
        tool = self.tools.get(call.tool_name)
        if tool is None:
            return _error("tool_not_found", "There is no such tool.")
        try:
            return _told(self._run(tool, given, key))
        except AppError as error:
            faults = "; ".join(
                f"{fault.pointer or '/'}: {fault.detail}" for fault in error.faults[:5]
            )
            return _error(error.problem_code, faults or str(error))

    def _run(self, tool: ResolvedTool, given: dict[str, Any], key: str) -> RunResult:
        """Under a key of its own: a run that is taken up again after a crash repeats no call."""
        return run_tool(
            principal=self.principal,
            slug=tool.slug,
            payload=given,
            source=Source.AGENT,
            background=False,
            idempotency_key=f"{key}:{digest([tool.slug, given])[:32]}",
        )

    def _skill(self, slug: str) -> str:
        if slug not in self.agent.settings.skills:
            return _error("skill_not_found", "This agent has no such skill.")
        found = find_skills([slug])
        return found[0].instructions if found else _error("skill_not_found", "It is turned off.")


LOAD = ToolDefinition(
    name=LOAD_SKILL,
    description="Reads one of your skills before you use it.",
    parameters_json_schema={
        "type": "object",
        "properties": {"slug": {"type": "string"}},
        "required": ["slug"],
        "additionalProperties": False,
    },
    strict=False,
)


def _arguments(call: ToolCallPart) -> dict[str, Any] | None:
    given: Any = call.args or {}
    if isinstance(given, str):
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return None
    return given if isinstance(given, dict) else None


def _told(result: RunResult) -> str:
    if result.status == RunStatus.SUCCESS:
        return clamped(result.output)
    if result.status == RunStatus.WAITING:
        words = (
            "A human has to agree first. It has not been done; say so, and do not call it again."
        )
        return json.dumps({"status": "waiting_approval", "run": str(result.run_id), "note": words})
    if result.error:
        return _error(result.error.code, result.error.message)
    return json.dumps({"status": result.status.value, "run": str(result.run_id)})


def _error(code: str, message: str) -> str:
    return clamped({"error": code, "message": message})
