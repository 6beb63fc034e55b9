"""Small tools for tests: one for each effect, and some that misbehave."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from pydantic import Field

from config.errors import Conflict
from tools_app.definitions import ToolContext, ToolDefinition, ToolModel, define
from tools_app.registry import registry


class Numbers(ToolModel):
    a: int
    b: int = 1


class Total(ToolModel):
    total: int


class Small(ToolModel):
    total: int = Field(le=10)


def add(input: Numbers, context: ToolContext) -> Total:  # noqa: A002 - as tools are written
    """Adds two numbers. Use it in tests."""
    return Total(total=input.a + input.b)


def refuse(input: Numbers, context: ToolContext) -> Total:  # noqa: A002
    """Always refuses. Use it in tests."""
    raise Conflict("It was refused.", code="refused")


def crash(input: Numbers, context: ToolContext) -> Total:  # noqa: A002
    """Always crashes. Use it in tests."""
    raise RuntimeError("secret-in-the-message")


def lie(input: Numbers, context: ToolContext) -> Small:  # noqa: A002
    """Breaks its promise. Use it in tests."""
    return Small.model_construct(total=99)


class Secret(ToolModel):
    code: str = Field(json_schema_extra={"x-secret": True})
    note: str = ""


def keep(input: Secret, context: ToolContext) -> Total:  # noqa: A002
    """Takes a secret. Use it in tests."""
    return Total(total=len(input.code))


def sample(function: Any = add, slug: str = "sample", **options: Any) -> ToolDefinition:
    facts = {"name": "Sample", "category": "test", "icon": "circle", "effect": "read", **options}
    return define(function, slug=slug, **facts)


@contextmanager
def registered(*definitions: ToolDefinition) -> Iterator[None]:
    with ExitStack() as stack:
        for definition in definitions:
            stack.enter_context(registry.register_temporarily(definition))
        yield
