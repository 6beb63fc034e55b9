"""What others are told of a tool: the one function behind REST, MCP and agents. It never carries
callables, execution specs or secrets."""

from dataclasses import asdict
from typing import Any

from tools_app.resolved import ResolvedTool


def meta(tool: ResolvedTool) -> dict[str, Any]:
    """For lists: without schemas."""
    return {
        "id": tool.id,
        "slug": tool.slug,
        "name": tool.name,
        "description": tool.description,
        "kind": tool.kind.value,
        "source": tool.source.value,
        "origin": tool.origin.value if tool.origin else None,
        "category": tool.category,
        "icon": tool.icon,
        "effect": tool.effect.value,
        "policy": tool.policy.value,
        "collaborative": tool.collaborative,
        "enabled": tool.visible,
        "revision": tool.revision,
    }


def descriptor(tool: ResolvedTool) -> dict[str, Any]:
    """One tool, whole."""
    return {
        **meta(tool),
        "input_schema": tool.input_schema,
        "output_schema": tool.output_schema,
        "required_permissions": sorted(tool.required_permissions),
        "default_input": tool.default_input,
        "sections": [asdict(section) for section in tool.sections],
        "aggregates": list(tool.aggregates),
    }
