"""Templates of JSON Logic: how a composition's steps get their input.

An object is a template: its keys are kept, and operators inside of it are evaluated, as in
`{"area": {"var": "input.area"}, "note": "as measured"}`. Evaluation has a budget of operations.
"""

import json
from collections.abc import Iterator
from typing import Any

from datalogic_py import DataLogicError, Engine, Rule

BUDGET = 100_000
engine = Engine(templating=True)


class MappingFailed(Exception):
    """The template could not be evaluated; the message says why."""


def compiled(template: Any) -> Rule:
    """Raises `MappingFailed` for what is no template."""
    problems = [
        found for found in engine.check(template, "template") if found["severity"] == "error"
    ]
    if problems:
        raise MappingFailed(problems[0]["message"])
    return engine.compile_template(template)


def filled(template: Any, data: dict[str, Any]) -> Any:
    """Raises `MappingFailed`."""
    try:
        result, _operations = compiled(template).evaluate_metered(data, BUDGET)
    except DataLogicError as error:
        raise MappingFailed(str(error)) from error
    return json.loads(result)


def reads(template: Any) -> Iterator[tuple[str, ...]]:
    """The paths that a template reads, as far as they can be known beforehand."""
    for path in compiled(template).facts()["reads"]:
        yield tuple(str(part) for part in path)
