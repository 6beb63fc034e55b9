"""The shape prompt/direct: render a template, ask a model."""

from typing import Any

from pydantic_ai.messages import ModelRequest, UserPromptPart

from agents.answers import wanted_of
from agents.choosing import chosen_model
from agents.work import Work
from tools_app.definitions import ToolContext
from tools_app.execution.specs import DirectPrompt, parse_spec
from tools_app.execution.templates import render
from tools_app.resolved import ResolvedTool


def run_prompt(tool: ResolvedTool, payload: dict[str, Any], context: ToolContext) -> Any:
    """Raises `ModelFailed`, `NotAsPromised`, `NoModel`, `SpendCapReached`, `TemplateFailed`."""
    spec = _spec(tool)
    wanted = wanted_of(tool, spec.output)
    work = Work(
        tool=tool,
        context=context,
        chosen=chosen_model(spec.model),
        wanted=wanted,
        max_tokens=spec.max_tokens,
        temperature=spec.temperature,
    )
    prompt = render(spec.template, payload)
    work.messages.append(
        ModelRequest(parts=[UserPromptPart(prompt)], instructions=wanted.instructions or None)
    )
    return work.output(work.asked())


def _spec(tool: ResolvedTool) -> DirectPrompt:
    spec = parse_spec(tool.execution)
    if not isinstance(spec, DirectPrompt):
        raise TypeError(f"{tool.slug} is no prompt")
    return spec
