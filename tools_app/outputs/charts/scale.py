"""From numbers to places: scales with ticks at round numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

STEPS = (Decimal(1), Decimal(2), Decimal("2.5"), Decimal(5), Decimal(10))


@dataclass(frozen=True)
class Scale:
    """`low` lies at `start`, `high` at `end`; `end` may be the smaller one, as y is in SVG."""

    low: Decimal
    high: Decimal
    start: float
    end: float
    ticks: tuple[Decimal, ...] = ()

    def at(self, value: Decimal) -> float:
        share = float((value - self.low) / (self.high - self.low))
        return self.start + share * (self.end - self.start)


def scale(
    values: Sequence[Decimal], start: float, end: float, *, zero: bool = True, count: int = 5
) -> Scale:
    """A scale that holds the values, and zero if asked, between ticks at round numbers."""
    low, high = span(values, zero=zero)
    step = nice_step((high - low) / count)
    bottom, top = _down(low, step), -_down(-high, step)
    ticks = [bottom + step * index for index in range(int((top - bottom) / step) + 1)]
    return Scale(bottom, top, start, end, tuple(ticks))


def span(values: Sequence[Decimal], *, zero: bool) -> tuple[Decimal, Decimal]:
    """Never empty, also for one value and for none."""
    found = [*values, Decimal(0)] if zero or not values else list(values)
    low, high = min(found), max(found)
    if low < high:
        return low, high
    return (low, low + 1) if low == 0 else (min(low, Decimal(0)), max(low, Decimal(0)))


def nice_step(rough: Decimal) -> Decimal:
    """The next of 1, 2, 2.5, 5 × a power of ten."""
    power = Decimal(1).scaleb(rough.adjusted())
    return next(step * power for step in STEPS if step * power >= rough)


def _down(value: Decimal, step: Decimal) -> Decimal:
    """The multiple of the step at or below the value."""
    whole = value // step
    return (whole - 1 if whole * step > value else whole) * step
