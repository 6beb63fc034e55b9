"""The tools that the code defines. The only place to register one, and the only list of them."""

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from tools_app.definitions import DefinitionError, Execute, ToolDefinition, define

TOOLBOX = "toolbox"


class UnknownTool(Exception):
    pass


class Registry:
    def __init__(self) -> None:
        self._tools: dict[str, ToolDefinition] = {}

    def register(self, definition: ToolDefinition) -> None:
        """The same module may be loaded again; another one may not take the slug."""
        known = self._tools.get(definition.slug)
        if known and known.module != definition.module:
            raise DefinitionError(
                f"{definition.module}: {definition.slug} is defined by {known.module} already."
            )
        self._tools[definition.slug] = definition

    def get(self, slug: str) -> ToolDefinition:
        try:
            return self._tools[slug]
        except KeyError as error:
            raise UnknownTool(slug) from error

    def find(self, slug: str) -> ToolDefinition | None:
        return self._tools.get(slug)

    def __iter__(self) -> Iterator[ToolDefinition]:
        return iter(sorted(self._tools.values(), key=lambda definition: definition.slug))

    @property
    def toolbox(self) -> list[ToolDefinition]:
        """Those of the toolbox, without the platform's own."""
        return [definition for definition in self if definition.module.startswith(f"{TOOLBOX}.")]

    def __len__(self) -> int:
        return len(self._tools)

    @contextmanager
    def register_temporarily(self, definition: ToolDefinition) -> Iterator[None]:
        """For tests."""
        self.register(definition)
        try:
            yield
        finally:
            del self._tools[definition.slug]


registry = Registry()


def tool(*, slug: str, effect: str = "", **options: Any) -> Callable[[Execute], Execute]:
    """Register a function as a tool. See `tools_app.definitions`."""

    def decorate(function: Execute) -> Execute:
        registry.register(define(function, slug=slug, effect=effect, **options))
        return function

    return decorate


@cache
def load_toolbox() -> None:
    """Import every module of the toolbox, which registers its tool. Done once, in any order."""
    package = importlib.import_module(TOOLBOX)
    for module in pkgutil.walk_packages(package.__path__, prefix=f"{TOOLBOX}."):
        importlib.import_module(module.name)
