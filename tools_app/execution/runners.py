"""What carries out each shape of a tenant's own tools."""

from collections.abc import Callable
from typing import Any

from accounts.principal import Principal
from tools_app.definitions import ToolContext
from tools_app.resolved import ResolvedTool

Runner = Callable[[ResolvedTool, dict[str, Any], ToolContext], Any]
"""Returns the output, or raises an `AppError`, which is how the run then ended."""


Admission = Callable[[ResolvedTool, Principal], None]
"""Raises an `AppError` when a run of this tool would be refused anyway: then none is begun."""


class DuplicateRunner(Exception):
    pass


class Runners:
    def __init__(self) -> None:
        self._runners: dict[str, Runner] = {}
        self._admissions: dict[str, Admission] = {}

    def register(self, shape: str, runner: Runner, admission: Admission | None = None) -> None:
        if shape in self._runners:
            raise DuplicateRunner(shape)
        self._runners[shape] = runner
        if admission:
            self._admissions[shape] = admission

    def find(self, shape: str) -> Runner | None:
        return self._runners.get(shape)

    def admit(self, tool: ResolvedTool, principal: Principal) -> None:
        """Before anything is recorded: raises what the shape has against a run now."""
        if admission := self._admissions.get(tool.shape):
            admission(tool, principal)


runners = Runners()
