"""What a composition is, seen from outside: as strict as the strictest of its steps.

Its effect is the strongest, its rights are all of them, and it asks where one of them asks. So a
tool cannot be made harmless by being wrapped.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from tools_app.definitions import Effect, Policy
from tools_app.resolved import ResolvedTool

STRENGTH = {Effect.READ: 0, Effect.MUTATE: 1, Effect.DESTRUCTIVE: 2}


def step_slugs(execution: Any) -> list[str]:
    """The tools that a spec names as steps; tolerates any garbage."""
    steps = execution.get("steps") if isinstance(execution, dict) else None
    found = [step.get("tool") for step in steps or [] if isinstance(step, dict)]
    return [slug for slug in found if isinstance(slug, str)]


def composed(tool: ResolvedTool, tools: Mapping[str, ResolvedTool]) -> ResolvedTool:
    """The tool with its steps taken into account; itself if it has none."""
    parts = list(parts_of(tool, tools))
    if not parts:
        return tool
    everything = [tool, *parts]
    return replace(
        tool,
        effect=max((part.effect for part in everything), key=STRENGTH.__getitem__),
        policy=Policy.ALWAYS_ASK if any(map(_asks, everything)) else tool.policy,
        required_permissions=frozenset().union(*(part.required_permissions for part in everything)),
    )


def slugs_within(tool: ResolvedTool, tools: Mapping[str, ResolvedTool]) -> frozenset[str]:
    """Of all that runs when this tool does, itself included."""
    return frozenset({tool.slug, *(part.slug for part in parts_of(tool, tools))})


def _asks(tool: ResolvedTool) -> bool:
    return tool.policy == Policy.ALWAYS_ASK


def parts_of(tool: ResolvedTool, tools: Mapping[str, ResolvedTool]) -> Iterator[ResolvedTool]:
    """Every tool that may run inside of this one, each once."""
    seen, waiting = {tool.slug}, step_slugs(tool.execution)
    while waiting:
        slug = waiting.pop()
        if slug in seen or slug not in tools:
            continue
        seen.add(slug)
        yield tools[slug]
        waiting.extend(step_slugs(tools[slug].execution))
