"""What carries out each shape of a tenant's own tools."""

from collections.abc import Callable
from typing import Any

from tools_app.definitions import ToolContext
from tools_app.resolved import ResolvedTool

Runner = Callable[[ResolvedTool, dict[str, Any], ToolContext], Any]
"""Returns the output, or raises an `AppError`, which is how the run then ended."""


class DuplicateRunner(Exception):
    pass


class Runners:
    def __init__(self) -> None:
        self._runners: dict[str, Runner] = {}

    def register(self, shape: str, runner: Runner) -> None:
        if shape in self._runners:
            raise DuplicateRunner(shape)
        self._runners[shape] = runner

    def find(self, shape: str) -> Runner | None:
        return self._runners.get(shape)


runners = Runners()
