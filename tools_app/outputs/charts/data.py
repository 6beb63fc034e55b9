"""What charts draw, after it has been checked: names, numbers and how to write them."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from tools_app.outputs.formatting import show

Kind = Literal["bar", "line", "area", "stacked-bar", "pie", "donut"]
KINDS: tuple[Kind, ...] = ("bar", "line", "area", "stacked-bar", "pie", "donut")
MOST_SERIES = 12


@dataclass(frozen=True)
class Series:
    """One value a category; None where there is none."""

    label: str
    values: tuple[Decimal | None, ...]
    form: str = "number"
    unit: str = ""

    def words(self, at: int) -> str:
        return show(self.values[at], self.form, self.unit)

    def tick(self, value: Decimal) -> str:
        return show(value, self.form)


@dataclass(frozen=True)
class Chart:
    kind: Kind
    title: str
    axis: str
    categories: tuple[str, ...]
    series: tuple[Series, ...]

    @property
    def numbers(self) -> list[Decimal]:
        return [value for each in self.series for value in each.values if value is not None]


@dataclass(frozen=True)
class RadarData:
    """One axis a category, from `low` in the middle to `high` at the rim."""

    title: str
    axis: str
    categories: tuple[str, ...]
    series: tuple[Series, ...]
    low: Decimal
    high: Decimal

    def share(self, value: Decimal) -> float:
        """How far out a value lies, 0 to 1; what is off the scale lies at its end."""
        part = float((value - self.low) / (self.high - self.low))
        return min(1.0, max(0.0, part))
