"""What the endpoint offers besides the tenant's tools: tools of the protocol itself, such as
`check_run`, prompts, resources and tasks. Their names have an underscore or a scheme, which no slug
has."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from mcp_types import Completion, Prompt, Resource, ResourceTemplate, Tool

from tools_app.mcp.exchange import Answer, Exchange
from tools_app.mcp.tasks import Task

Complete = Callable[[Exchange, str, str, str, dict[str, str]], Completion | None]
"""(exchange, template, argument, what was typed, the other arguments); None: not my template."""


class DuplicateFeature(Exception):
    pass


@dataclass(frozen=True)
class ProtocolTool:
    tool: Tool
    call: Callable[[Exchange, Any], Answer]
    # The right that one needs to see and use it.
    right: str = "tools.team.execute"


@dataclass(frozen=True)
class OfferedPrompt:
    prompt: Prompt
    get: Callable[[Exchange, Any], Answer]


@dataclass(frozen=True)
class Source:
    """Resources of one kind: what there is, and one by its address (None: not one of mine)."""

    key: str
    templates: tuple[ResourceTemplate, ...]
    listed: Callable[[Exchange], list[Resource]]
    read: Callable[[Exchange, str], Answer | None]
    complete: Complete | None = None


@dataclass(frozen=True)
class TaskSource:
    """Tasks of one kind. Each function gives None for an id that is not one of its own, or not the
    caller's to see."""

    key: str
    find: Callable[[Exchange, str], Task | None]
    cancel: Callable[[Exchange, str], bool | None]
    # What the client answered, by the keys of what it was asked.
    update: Callable[[Exchange, str, dict[str, Any]], bool | None]


@dataclass
class Features:
    tools: dict[str, ProtocolTool] = field(default_factory=dict)
    prompts: dict[str, OfferedPrompt] = field(default_factory=dict)
    sources: dict[str, Source] = field(default_factory=dict)
    tasks: dict[str, TaskSource] = field(default_factory=dict)
    # Raised by whatever changes the prompts.
    prompts_version: int = 0

    def add_tool(self, tool: ProtocolTool) -> None:
        _add(self.tools, tool.tool.name, tool)

    def add_prompt(self, prompt: OfferedPrompt) -> None:
        _add(self.prompts, prompt.prompt.name, prompt)

    def add_source(self, source: Source) -> None:
        _add(self.sources, source.key, source)

    def add_tasks(self, source: TaskSource) -> None:
        _add(self.tasks, source.key, source)

    @contextmanager
    def temporarily(self) -> Iterator["Features"]:
        """For tests: whatever is added goes again."""
        before = dict(self.tools), dict(self.prompts), dict(self.sources), dict(self.tasks)
        try:
            yield self
        finally:
            self.tools, self.prompts, self.sources, self.tasks = before


def _add(kind: dict[str, Any], name: str, feature: Any) -> None:
    if name in kind:
        raise DuplicateFeature(name)
    kind[name] = feature


features = Features()
