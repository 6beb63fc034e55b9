"""An agent does what a tool would ask a person to do: the same words, the same form."""

from typing import Any

from agents.knowledge import find_agent
from agents.models import Agent
from tools_app.definitions import ToolContext
from tools_app.resolved import ResolvedTool


def name_of(slug: str) -> str:
    """Empty if there is no such agent, turned on or not."""
    return Agent.objects.filter(slug=slug).values_list("name", flat=True).first() or ""


def fill_in(*, agent: str, tool: ResolvedTool, instructions: str, context: ToolContext) -> Any:
    """Within its own bounds and the rights of whoever asks. Raises `AgentUnavailable`, and as
    `agents.delegation` does."""
    # The providers' libraries take seconds the first time in a process.
    from agents.delegation import handed_over

    return handed_over(find_agent(agent), tool, context, instructions)
