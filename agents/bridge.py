"""The tenant's tools for models: pydantic-ai's definitions, made of what MCP clients are told (A12).

First the rights of the caller, then the order of the names: the same tools are always the same text,
which a provider can keep. Where it wants to be told what to keep, it is.
"""

from collections.abc import Callable

from pydantic_ai.models.anthropic import AnthropicModelSettings
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from accounts.principal import Principal
from agents.providers import Chosen, Provider
from tools_app.mcp.descriptions import for_models
from tools_app.mcp.names import tools_of
from tools_app.mcp.wording import plain
from tools_app.resolved import ResolvedTool

LONGEST_DESCRIPTION = 2_000


def bridged(
    principal: Principal, wanted: Callable[[ResolvedTool], bool]
) -> dict[str, ResolvedTool]:
    """By name, sorted: of what the principal may run now, what is wanted. A call is looked up here;
    nothing is read out of a name."""
    return {name: tool for name, tool in tools_of(principal).items() if wanted(tool)}


def definitions(
    tools: dict[str, ResolvedTool], *more: ToolDefinition
) -> tuple[ToolDefinition, ...]:
    made = [_definition(name, tool) for name, tool in tools.items()]
    return tuple(sorted([*made, *more], key=lambda each: each.name))


def _definition(name: str, tool: ResolvedTool) -> ToolDefinition:
    told = for_models(tool)
    return ToolDefinition(
        name=name,
        description=plain(told.description, LONGEST_DESCRIPTION),
        parameters_json_schema=told.input_schema,
        # Ours decides; nobody else's idea of our schemas does.
        strict=False,
    )


def kept(chosen: Chosen, tools: tuple[ToolDefinition, ...]) -> ModelSettings:
    """What tells the provider to keep the definitions and the instructions, which every step of an
    agent sends again. Without tools there is one request, and nothing to keep."""
    if not tools or chosen.connection.provider != Provider.ANTHROPIC:
        return ModelSettings()
    return AnthropicModelSettings(
        anthropic_cache_tool_definitions=True, anthropic_cache_instructions=True
    )
