"""The shapes prompt/skill and prompt/agent: the work is handed to an agent, with its tools."""

import json
from typing import Any

from pydantic_ai.messages import ModelRequest, UserPromptPart

from agents.acting import principal_of_agent
from agents.answers import wanted_of
from agents.choosing import chosen_model
from agents.knowledge import find_agent, find_skill
from agents.loop import MOST_STEPS, at_work, instructions_of, worked_out
from agents.models import Agent
from agents.toolset import Toolset
from agents.work import Work
from tools_app.definitions import ToolContext
from tools_app.execution.specs import AgentPrompt, SkillPrompt, parse_spec
from tools_app.execution.templates import render
from tools_app.resolved import ResolvedTool

MAX_TOKENS = 4_000
NOBODY = Agent(slug="", name="", config={"toolGroups": []})


def run_agent(tool: ResolvedTool, payload: dict[str, Any], context: ToolContext) -> Any:
    spec = parse_spec(tool.execution)
    if not isinstance(spec, AgentPrompt):
        raise TypeError(f"{tool.slug} is not for an agent")
    prompt = render(spec.instructions, payload)
    return handed_over(find_agent(spec.agent), tool, context, prompt, steps=spec.max_steps)


def run_skill(tool: ResolvedTool, payload: dict[str, Any], context: ToolContext) -> Any:
    """Without an agent, the skill's words are all that the model is told; it has no tools."""
    spec = parse_spec(tool.execution)
    if not isinstance(spec, SkillPrompt):
        raise TypeError(f"{tool.slug} is no skill")
    skill = find_skill(spec.skill)
    agent = find_agent(spec.agent) if spec.agent else NOBODY
    prompt = f"The input:\n{json.dumps(payload, ensure_ascii=False)}"
    return handed_over(agent, tool, context, prompt, skill.instructions)


def handed_over(
    agent: Agent,
    tool: ResolvedTool,
    context: ToolContext,
    prompt: str,
    *more: str,
    steps: int = MOST_STEPS,
) -> Any:
    """What the agent gives for the tool's output. Raises `ModelFailed`, `NotAsPromised`, `NoModel`,
    `SpendCapReached` and `AgentsInACircle`."""
    wanted = wanted_of(tool)
    work = Work(
        tool=tool,
        context=context,
        chosen=chosen_model(agent.model),
        wanted=wanted,
        max_tokens=MAX_TOKENS,
        agent=agent.slug,
    )
    instructions = instructions_of(agent, *more, wanted.instructions)
    work.messages.append(
        ModelRequest(parts=[UserPromptPart(prompt)], instructions=instructions or None)
    )
    caller = principal_of_agent(agent, context.principal)
    toolset = Toolset(agent, caller, context, tool.slug)
    with at_work(agent):
        return worked_out(work, toolset, steps=steps)
