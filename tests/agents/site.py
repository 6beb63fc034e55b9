"""The product's own web and worker, with tools that fail in telling ways:
`celery --app tests.agents.site worker`, `granian tests.agents.site:application`."""

import os
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.working_settings")

from pydantic import Field

from config.celery import app
from config.wsgi import application
from tests.agents.canaries import FAIL, IN_A_TRACEBACK
from tools_app.definitions import Preview, ToolContext, ToolModel, define
from tools_app.registry import registry


class Secrets(ToolModel):
    code: str = Field(json_schema_extra={"x-secret": True})
    password: str = ""


class Nothing(ToolModel):
    n: int = 0


def crash(given: Secrets, _context: ToolContext) -> Nothing:
    """Fails with all that it was told in its words. Use it in tests."""
    raise RuntimeError(f"cannot log in with {given.code} {given.password} {IN_A_TRACEBACK}")


def would_crash(given: Secrets, _context: ToolContext) -> Preview:
    raise RuntimeError(f"cannot look with {given.code} {given.password} {IN_A_TRACEBACK}")


facts: dict[str, Any] = {"category": "test", "icon": "bug"}
registry.register(define(crash, slug="crash", name="Crash", effect="read", **facts))
registry.register(
    define(crash, slug="ask", name="Ask", effect="mutate", dry_run=would_crash, **facts)
)


def _fail_on_the_way() -> None:
    from agents import asking

    parameters = asking._parameters

    def failing(chosen: Any, question: Any) -> Any:
        if FAIL in str(question.messages):
            raise RuntimeError(f"{question.messages} {IN_A_TRACEBACK}")
        return parameters(chosen, question)

    asking._parameters = failing


_fail_on_the_way()

__all__ = ["app", "application"]
