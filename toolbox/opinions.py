"""What several people think of one thing: the arithmetic of collaborative sessions."""

from collections.abc import Iterable, Sequence
from decimal import Decimal

from pydantic import Field

from toolbox.figures import HUNDRED, Percent, Score, mean
from toolbox.layout import Cell, number, percent
from tools_app.definitions import ToolModel

MEAN_CELLS: tuple[Cell, ...] = (
    number("mean", "Mean"),
    number("standardDeviation", "Standard deviation"),
    number("n", "Answers"),
    percent("consensus", "Consensus"),
)


class Opinion(ToolModel):
    """Without any answer there is nothing but n = 0; a single answer agrees with itself."""

    n: int = Field(title="Answers")
    mean: Score | None = Field(title="Mean")
    standard_deviation: Score | None = Field(
        title="Standard deviation", description="Of the population: these people, not a sample."
    )
    consensus: Percent | None = Field(
        title="Consensus (%)",
        description="100 when all agree, 0 when half of them are at either end of the scale.",
    )


def opinion(values: Iterable[Decimal | int], *, low: int, high: int) -> Opinion:
    """Of answers on a scale from `low` to `high`, in whatever order they came."""
    # Sorted, because decimals are rounded to 28 digits and the order of a sum could show there.
    found = sorted(Decimal(value) for value in values)
    if not found:
        return Opinion(n=0, mean=None, standard_deviation=None, consensus=None)
    deviation = standard_deviation(found)
    return Opinion(
        n=len(found),
        mean=mean(found),
        standard_deviation=deviation,
        consensus=agreement(deviation, low=low, high=high),
    )


def standard_deviation(values: Sequence[Decimal]) -> Decimal:
    middle = mean(values)
    return mean((value - middle) ** 2 for value in values).sqrt()


def agreement(deviation: Decimal, *, low: int, high: int) -> Decimal:
    """How far the deviation is from the largest that the scale allows, which is half of it."""
    return HUNDRED * (1 - min(Decimal(1), 2 * deviation / (high - low)))


def overall_consensus(parts: Iterable[Opinion]) -> Decimal | None:
    """The mean over the parts: equal totals may hide that people disagree on every part."""
    found = sorted(part.consensus for part in parts if part.consensus is not None)
    return mean(found) if found else None
