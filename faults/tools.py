"""Tools whose effects can be counted afterwards. Registered in the faults' own processes only."""

import os
import random
import signal
import time

from django.db import connection

from tools_app.definitions import ToolContext, ToolModel, define
from tools_app.registry import registry

TABLE = """
CREATE TABLE IF NOT EXISTS fault_effects (run_id uuid NOT NULL, at timestamptz DEFAULT now());
CREATE TABLE IF NOT EXISTS fault_attempts (run_id uuid NOT NULL, pid integer NOT NULL)
"""


class Number(ToolModel):
    n: int = 0


def _write(context: ToolContext) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO fault_effects (run_id) VALUES (%s)", [context.run_id])


def look(given: Number, _context: ToolContext) -> Number:
    """Changes nothing. Use it in faults."""
    return Number(n=given.n)


def change(given: Number, context: ToolContext) -> Number:
    """Changes something, and takes its time. Use it in faults."""
    time.sleep(random.uniform(0, 0.004))  # noqa: S311 - no secret
    _write(context)
    time.sleep(random.uniform(0, 0.004))  # noqa: S311
    return Number(n=given.n)


def poison(given: Number, _context: ToolContext) -> Number:  # noqa: ARG001 - as tools are
    """Kills its worker. Use it in faults."""
    os.kill(os.getpid(), signal.SIGKILL)
    return Number()


def register() -> None:
    facts = {"category": "faults", "icon": "bug"}
    registry.register(define(look, slug="fault-look", name="Look", effect="read", **facts))
    registry.register(
        define(
            change, slug="fault-change", name="Change", effect="mutate", idempotent=True, **facts
        )
    )
    registry.register(define(change, slug="fault-risk", name="Risk", effect="mutate", **facts))
    registry.register(define(poison, slug="fault-poison", name="Poison", effect="read", **facts))
