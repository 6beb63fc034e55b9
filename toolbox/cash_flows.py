"""One payment now, one flow at the end of each year after it."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import accumulate, pairwise

# Halving the interval this often leaves less than a millionth of a percent of any bounded input.
HALVINGS = 140


def present_value(flows: Sequence[Decimal], rate: Decimal) -> Decimal:
    """What the flows are worth now; a rate of 0 is their sum. The rate is above −1."""
    return _worth(flows, 1 + rate)


def _worth(flows: Sequence[Decimal], factor: Decimal) -> Decimal:
    value = Decimal(0)
    for flow in reversed(flows):
        value = (value + flow) / factor
    return value


def running_totals(flows: Sequence[Decimal], start: Decimal) -> Iterator[Decimal]:
    totals = accumulate(flows, initial=start)
    next(totals)
    return totals


def payback(invested: Decimal, flows: Sequence[Decimal]) -> Decimal | None:
    """The years until the flows have paid the investment, evenly within a year; None if never."""
    owed = invested
    for year, flow in enumerate(flows):
        if flow >= owed:
            return year + owed / flow
        owed -= flow
    return None


def internal_rate(invested: Decimal, flows: Sequence[Decimal]) -> Decimal | None:
    """The rate at which the flows are worth the investment.

    There is exactly one when the flows, after the payment, change from loss to gain once (Descartes'
    rule of signs). Otherwise there is none, or several of which none is the answer: None.
    """
    signs = [flow > 0 for flow in (-invested, *flows) if flow]
    if sum(before != after for before, after in pairwise(signs)) != 1:
        return None
    # In factors (1 + rate), which keep their precision near 0. At `high` even all gains in the
    # first year would not be worth the investment.
    low, high = Decimal(0), 1 + sum((flow for flow in flows if flow > 0), Decimal(0)) / invested
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if _worth(flows, middle) > invested:
            low = middle
        else:
            high = middle
    return high - 1
