"""Tools whose effects can be counted afterwards. Registered in the faults' own processes only."""

import os
import random
import signal
import time

from django.db import connection

from config.errors import Unavailable
from faults import boundaries
from tools_app.definitions import ToolContext, ToolModel, define
from tools_app.registry import registry

TABLE = f"""
CREATE TABLE IF NOT EXISTS fault_effects (run_id uuid NOT NULL, at timestamptz DEFAULT now());
CREATE TABLE IF NOT EXISTS fault_attempts (run_id uuid NOT NULL, pid integer NOT NULL);
{boundaries.TABLES}
"""


class Number(ToolModel):
    n: int = 0
    # One of `faults.boundaries`.
    boundary: str = ""


def _write(context: ToolContext) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO fault_effects (run_id) VALUES (%s)", [context.run_id])


def look(given: Number, _context: ToolContext) -> Number:
    """Changes nothing. Use it in faults."""
    return Number(n=given.n)


def change(given: Number, context: ToolContext) -> Number:
    """Changes something, and takes its time. Use it in faults."""
    if given.boundary:
        return _watched(given, context)
    time.sleep(random.uniform(0, 0.004))  # noqa: S311 - no secret
    _write(context)
    time.sleep(random.uniform(0, 0.004))  # noqa: S311
    return Number(n=given.n)


def _watched(given: Number, context: ToolContext) -> Number:
    """The same, and the world outside notices that it begins."""
    boundaries.begun(context)
    _write(context)
    where = "in a step" if context.depth else "in the effect"
    boundaries.at(where, given.boundary, boundaries.root_now(context))
    return Number(n=given.n)


def poison(given: Number, _context: ToolContext) -> Number:  # noqa: ARG001 - as tools are
    """Kills its worker. Use it in faults."""
    os.kill(os.getpid(), signal.SIGKILL)
    return Number()


def away(given: Number, _context: ToolContext) -> Number:  # noqa: ARG001
    """Needs what is never there. Use it in faults."""
    raise Unavailable("Not now.")


def register() -> None:
    facts = {"category": "faults", "icon": "bug"}
    for function, slug, options in (
        (look, "fault-look", {"effect": "read"}),
        (change, "fault-change", {"effect": "mutate", "idempotent": True}),
        (change, "fault-risk", {"effect": "mutate"}),
        (poison, "fault-poison", {"effect": "read"}),
        (away, "fault-away", {"effect": "mutate", "idempotent": True}),
    ):
        name = slug.removeprefix("fault-").capitalize()
        registry.register(define(function, slug=slug, name=name, **facts, **options))
