"""Agents that do what a person would be asked to do. The app of agents registers how; who gives
them something to do needs to know no more of them than this."""

from collections.abc import Callable
from typing import Any, Protocol

from tools_app.definitions import ToolContext
from tools_app.resolved import ResolvedTool


class Fill(Protocol):
    """The output that the tool's output schema asks for. Raises an `AppError` if the agent cannot
    give it, and `Interrupted`."""

    def __call__(
        self, *, agent: str, tool: ResolvedTool, instructions: str, context: ToolContext
    ) -> Any: ...


class Assistants:
    def __init__(self) -> None:
        self._name_of: Callable[[str], str] = lambda _slug: ""
        self._fill: Fill | None = None

    def register(self, *, name_of: Callable[[str], str], fill: Fill) -> None:
        self._name_of, self._fill = name_of, fill

    def name_of(self, slug: str) -> str:
        """What the agent is called; empty if there is none with this slug."""
        return self._name_of(slug)

    def fill(
        self, *, agent: str, tool: ResolvedTool, instructions: str, context: ToolContext
    ) -> Any:
        if self._fill is None:
            raise LookupError("This installation has no agents")
        return self._fill(agent=agent, tool=tool, instructions=instructions, context=context)


assistants = Assistants()
