"""The arithmetic of a group's answers: pure, the same in whatever order they came, defined for none
and for one."""

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from typing import Any

BARS = 10
MOST_VALUES = 50
PLACES = 4

Number = int | float
Row = dict[str, Any]


def numbers_of(values: Sequence[Any]) -> list[Number]:
    """Those that are numbers, sorted: the order of a sum could show in its last digit."""
    found = [each for each in values if isinstance(each, int | float)]
    return sorted(each for each in found if not isinstance(each, bool) and math.isfinite(each))


def mean(values: Sequence[Number]) -> float | None:
    return _rounded(statistics.mean(values)) if values else None


def median(values: Sequence[Number]) -> float | None:
    return _rounded(statistics.median(values)) if values else None


def deviation(values: Sequence[Number]) -> float | None:
    """Of the population: these people, not a sample."""
    return _rounded(statistics.pstdev(values)) if values else None


def consensus(values: Sequence[Number], *, low: float, high: float) -> float | None:
    """100 when all agree, 0 when half of them are at either end of the scale."""
    if not values:
        return None
    return _rounded(100 * (1 - min(1.0, 2 * statistics.pstdev(values) / (high - low))))


def histogram(
    values: Sequence[Number], *, low: float | None = None, high: float | None = None
) -> list[Row]:
    """How many fell where: each value where there are few of them, else bars of the same width."""
    if not values:
        return []
    counts = Counter(values)
    if len(counts) <= BARS:
        return [{"label": _text(value), "answers": counts[value]} for value in sorted(counts)]
    start = min(values[0], values[0] if low is None else low)
    end = max(values[-1], values[-1] if high is None else high)
    width = (end - start) / BARS
    found = Counter(min(int((value - start) / width), BARS - 1) for value in values)
    return [{"label": _bar(start, width, place), "answers": found[place]} for place in range(BARS)]


def _bar(start: float, width: float, place: int) -> str:
    return f"{_text(start + place * width)} – {_text(start + (place + 1) * width)}"


def votes(values: Sequence[Any]) -> list[Row]:
    """How often each was said, most often first, then by name. A list says each of its texts."""
    said = [each for value in values for each in (value if isinstance(value, list) else [value])]
    counts = Counter(_text(each) for each in said if each is not None)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [{"label": label, "answers": count} for label, count in ordered[:MOST_VALUES]]


def ranking(values: Sequence[Any]) -> list[Row]:
    """By points: of a list in order of preference the first gets most (Borda), of a single choice
    each vote is a point."""
    points: Counter[str] = Counter()
    first: Counter[str] = Counter()
    for value in values:
        choices = [_text(each) for each in (value if isinstance(value, list) else [value])]
        kept = list(dict.fromkeys(choices))
        for place, choice in enumerate(kept):
            points[choice] += len(kept) - place
        first.update(kept[:1])
    ordered = sorted(points, key=lambda choice: (-points[choice], -first[choice], choice))
    return [
        {"label": choice, "points": points[choice], "first": first[choice]}
        for choice in ordered[:MOST_VALUES]
    ]


def agreement(values: Sequence[Any]) -> float | None:
    """Of choices: the share of those who chose what most chose."""
    counts = Counter(_text(each) for each in values if each is not None)
    return _rounded(100 * max(counts.values()) / counts.total()) if counts else None


def _rounded(value: Any) -> float:
    return round(float(value), PLACES)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, float):
        return f"{round(value, PLACES):g}" if abs(value) < 1e15 else f"{value:g}"
    return str(value)[:200]
