"""What a group's submissions say together: by the tool's own function, or as its author declared.

A pure function of the submissions: the same whatever order they are given in.
"""

import json
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from config.errors import AppError
from tools_app.aggregates import figures
from tools_app.aggregates.declared import Declared, Figure, read_declared
from tools_app.definitions import Section
from tools_app.resolved import ResolvedTool

logger = logging.getLogger("tenon.tools")

Submission = Mapping[str, Any]
"""`input` and `output` of one answer."""


class AggregateFailed(AppError):
    status, code, title = 409, "aggregate_failed", "These answers cannot be put together"


@dataclass(frozen=True)
class Together:
    """For `outputs.blocks.blocks_of`."""

    output: dict[str, Any]
    sections: tuple[Section, ...]


def aggregate(tool: ResolvedTool, submissions: Sequence[Submission]) -> Together:
    """Raises `AggregateFailed`, for example when the tool has changed since they were given."""
    ordered = sorted(({**each} for each in submissions), key=_order)
    if tool.definition and tool.definition.aggregate:
        return Together(_by_code(tool, ordered), tool.definition.aggregate_sections)
    return _as_declared(tool, ordered)


def _order(submission: Submission) -> str:
    return json.dumps(submission, sort_keys=True)


def _by_code(tool: ResolvedTool, submissions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    function = tool.definition.aggregate if tool.definition else None
    try:
        return function(submissions) if function else {}
    except Exception as error:
        logger.exception("An aggregate failed", extra={"tool": tool.slug})
        words = "The tool may have changed since they were given. The answers themselves are kept."
        raise AggregateFailed(words) from error


def _as_declared(tool: ResolvedTool, submissions: Sequence[dict[str, Any]]) -> Together:
    output: dict[str, Any] = {"summary": {"answers": len(submissions)}}
    sections = [Section("summary", "Together", "summary", {"items": [_number("answers")]})]
    for number, field in enumerate(read_declared(tool.aggregates, tool.output_schema), 1):
        values = [_value(each.get("output"), field.path) for each in submissions]
        present = [value for value in values if value is not None]
        for section, found in _parts(field, present, f"field{number}"):
            output[section.key] = found
            sections.append(section)
    return Together(output, tuple(sections))


def _parts(field: Declared, values: list[Any], key: str) -> Iterator[tuple[Section, Any]]:
    """Nothing was answered: nothing but the number of answers is shown."""
    if not values:
        return
    shown = _figures(field, values)
    if shown:
        items = [ITEMS[name] for name in shown]
        yield Section(key, field.label, "summary", {"items": items}), shown
    if Figure.HISTOGRAM in field.show:
        yield _chart(f"{key}Histogram", field.label), _bars(field, values)
    if Figure.RANK in field.show:
        yield _ranking(f"{key}Rank", field.label), figures.ranking(values)


def _figures(field: Declared, values: list[Any]) -> dict[str, Any]:
    if field.kind != "number":
        wanted = Figure.CONSENSUS in field.show
        return {"consensus": figures.agreement(values), "n": len(values)} if wanted else {}
    numbers = figures.numbers_of(values)
    found: dict[str, Any] = {}
    if Figure.MEAN in field.show:
        found |= {"mean": figures.mean(numbers), "standardDeviation": figures.deviation(numbers)}
    if Figure.MEDIAN in field.show:
        found["median"] = figures.median(numbers)
    if Figure.CONSENSUS in field.show and field.low is not None and field.high is not None:
        found["consensus"] = figures.consensus(numbers, low=field.low, high=field.high)
    return {**found, "n": len(numbers)} if found else {}


def _bars(field: Declared, values: list[Any]) -> list[dict[str, Any]]:
    if field.kind == "number":
        return figures.histogram(figures.numbers_of(values), low=field.low, high=field.high)
    return figures.votes(values)


def _value(output: Any, path: list[str]) -> Any:
    for step in path:
        output = output.get(step) if isinstance(output, dict) else None
    return output


def _number(key: str, label: str = "") -> dict[str, str]:
    return {"key": key, "label": label or key.capitalize(), "format": "number"}


ITEMS = {
    "mean": _number("mean"),
    "standardDeviation": _number("standardDeviation", "Standard deviation"),
    "median": _number("median"),
    "consensus": {"key": "consensus", "label": "Consensus", "format": "percent"},
    "n": _number("n", "Answers"),
}
LABEL = {"key": "label", "label": "Answer", "format": "text"}


def _chart(key: str, label: str) -> Section:
    config = {"kind": "bar", "x": LABEL, "series": [_number("answers")]}
    return Section(key, f"{label}: answers", "chart", config)


def _ranking(key: str, label: str) -> Section:
    details = [_number("first", "First choice of")]
    config = {"name": LABEL, "value": _number("points"), "details": details}
    return Section(key, f"{label}: ranking", "ranking", config)
