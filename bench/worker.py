"""The product's own worker, with something to measure: `celery --app bench.worker worker`."""

import os
import time
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from config.celery import app  # noqa: E402 - the settings come first
from config.redis import client  # noqa: E402
from tools_app.definitions import ToolContext, ToolModel, define  # noqa: E402
from tools_app.execution.runners import runners  # noqa: E402
from tools_app.registry import registry  # noqa: E402

COUNTER = "bench:done"


class Nothing(ToolModel):
    n: int = 0


def look(_given: Nothing, _context: ToolContext) -> Nothing:
    """Does nothing. Use it in measurements."""
    return Nothing()


def tell(_tool: Any, _payload: Any, context: ToolContext) -> dict[str, str]:
    """Writes what time it is, as a model would write its first word."""
    context.progress.write(str(time.time()))
    return {}


facts = {"category": "bench", "icon": "timer"}
registry.register(define(look, slug="bench-look", name="Look", effect="read", **facts))
runners.register("bench", tell)


@app.task(acks_late=True, ignore_result=True)
def plain() -> None:
    """What Celery does by itself; counted, so that the end is seen."""
    client().incr(COUNTER)


__all__ = ["app"]
