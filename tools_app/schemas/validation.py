"""Is a value valid against a schema? One engine answers, within a budget, in plain words."""

from typing import Any

from config.errors import Fault, InvalidInput
from tools_app.schemas.compiled import Compiled, cache
from tools_app.schemas.explanation import Explanation
from tools_app.schemas.shape import Breach, Caps, Shape, brief, measure
from tools_app.schemas.vocabulary import Schema
from tools_app.schemas.walk import text_cost

CAPS = Caps(size=1024 * 1024, depth=64, nodes=50_000)
MOST_FAULTS = 100
MOST_WORK = 8_000_000
MOST_TEXT = 10_000_000
"""Each is about a tenth of a second of the engine's time, measured with the worst schemas."""


def require_valid(
    schema: Schema, value: Any, *, digest: str | None = None, parsed: bool = False
) -> None:
    """Raises `InvalidInput` with the faults."""
    faults = faults_of(schema, value, digest=digest, parsed=parsed)
    if faults:
        raise InvalidInput(faults=faults)


def is_valid(schema: Schema, value: Any, *, digest: str | None = None) -> bool:
    """For those who need no words. Raises as `faults_of` does."""
    compiled = cache.get(schema, digest)
    try:
        shape = measure(value, CAPS)
    except Breach:
        return False
    return _within_budget(schema, value, shape, compiled) and compiled.validator.is_valid(value)


def faults_of(
    schema: Schema,
    value: Any,
    pointer: str = "",
    *,
    digest: str | None = None,
    parsed: bool = False,
) -> list[Fault]:
    """What is wrong with the value, in order of place, at most 100. `digest` is the schema's, for
    callers that have it stored; `parsed` says that the value came out of JSON. Raises
    `InvalidInput` for a schema that is not sound."""
    compiled = cache.get(schema, digest)
    if parsed and _is_light(value, compiled) and compiled.validator.is_valid(value):
        return []
    try:
        shape = measure(value, CAPS)
    except Breach as breach:
        return [breach.fault(pointer)]
    if not _within_budget(schema, value, shape, compiled):
        detail = "The value is too large to be checked against so many rules. Send less at once."
        return [Fault(pointer, "work", detail)]
    if compiled.validator.is_valid(value):
        return []
    return Explanation(schema, pointer).faults(value)[:MOST_FAULTS]


def _is_light(value: Any, compiled: Compiled) -> bool:
    """Without a walk: a JSON text has no more values, and no more text, than characters."""
    length = brief(value)
    return length is not None and (
        length * compiled.load.work <= MOST_WORK and length * compiled.load.text <= MOST_TEXT
    )


def _within_budget(schema: Schema, value: Any, shape: Shape, compiled: Compiled) -> bool:
    if shape.nodes * compiled.load.work > MOST_WORK:
        return False
    if shape.text * compiled.load.text <= MOST_TEXT:
        return True
    return text_cost(schema, value) <= MOST_TEXT
