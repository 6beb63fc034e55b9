"""The shapes of tools that ask a model, as the execution knows them.

What is against a run is found without the providers' libraries; carrying it out reads them, which
takes seconds the first time in a process.
"""

from typing import Any

from accounts.principal import Principal
from agents.choosing import chosen_model
from agents.knowledge import find_agent, find_skill
from agents.spending import require_budget
from tools_app.definitions import ToolContext
from tools_app.execution.runners import Runners
from tools_app.execution.specs import AgentPrompt, DirectPrompt, SkillPrompt, parse_spec
from tools_app.resolved import ResolvedTool


def register(runners: Runners) -> None:
    runners.register("prompt/direct", run_prompt, admit)
    runners.register("prompt/skill", run_skill, admit)
    runners.register("prompt/agent", run_agent, admit)


def admit(tool: ResolvedTool, principal: Principal) -> None:
    """Raises `NoModel`, `AgentUnavailable`, `SkillUnavailable` and `SpendCapReached`."""
    spec = parse_spec(tool.execution)
    model = spec.model if isinstance(spec, DirectPrompt) else ""
    if isinstance(spec, SkillPrompt):
        find_skill(spec.skill)
    if isinstance(spec, SkillPrompt | AgentPrompt) and spec.agent:
        model = find_agent(spec.agent).model
    require_budget(chosen_model(model).connection, principal)


def run_prompt(tool: ResolvedTool, payload: dict[str, Any], context: ToolContext) -> Any:
    from agents.prompts import run_prompt

    return run_prompt(tool, payload, context)


def run_skill(tool: ResolvedTool, payload: dict[str, Any], context: ToolContext) -> Any:
    from agents.delegation import run_skill

    return run_skill(tool, payload, context)


def run_agent(tool: ResolvedTool, payload: dict[str, Any], context: ToolContext) -> Any:
    from agents.delegation import run_agent

    return run_agent(tool, payload, context)
