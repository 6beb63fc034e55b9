"""Cells: which key of an object is shown, under which label and how."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from tools_app.outputs import formatting
from tools_app.outputs.formatting import NUMERIC, clean, number_of, places_of
from tools_app.outputs.values import Shown, shown

LONGEST_LABEL = 200


class Unfit(Exception):
    """The data is not what a section needs; the section is shown in the general way."""


@dataclass(frozen=True)
class Cell:
    key: str
    label: str
    form: str = "text"
    unit: str = ""
    delta: str = ""
    # Words for the values of an enum.
    words: tuple[tuple[str, str], ...] = ()
    # What kind of entity a relation names.
    source: str = ""

    def value(self, row: Mapping[str, Any]) -> Any:
        found = row.get(self.key)
        return dict(self.words).get(found, found) if isinstance(found, str) else found

    def shown(self, row: Mapping[str, Any], *, places: int | None = None) -> Shown:
        value = self.value(row)
        number = number_of(value) if self.counts_years else None
        if number is not None and number == number.to_integral_value() and abs(number) < 10_000:
            return Shown(formatting.show_number(number, grouped=False), "number", number, raw=value)
        return shown(value, self.form, self.unit, places=places, source=self.source)

    def number(self, row: Mapping[str, Any]) -> Decimal | None:
        value = row.get(self.key)
        return None if isinstance(value, str) and self.form not in NUMERIC else number_of(value)

    def places(self, rows: Sequence[Mapping[str, Any]]) -> int | None:
        if not self.is_numeric:
            return None
        found = places_of(self.number(row) for row in rows)
        # Money has cents or none.
        return 2 if found and self.form == "currency" else found

    @property
    def is_numeric(self) -> bool:
        return self.form in NUMERIC

    @property
    def counts_years(self) -> bool:
        """2026 is a year, 2,026 is not."""
        return self.form == "number" and not self.unit and "year" in self.key.lower()

    @property
    def heading(self) -> str:
        """The label, with the unit that its numbers leave out in a column."""
        plain = self.form == "number" and self.unit
        return f"{self.label} ({self.unit})" if plain else self.label


def cell_of(config: Any) -> Cell:
    """Raises `Unfit`."""
    if not isinstance(config, Mapping) or not isinstance(config.get("key"), str):
        raise Unfit("a cell needs a key")
    names = ("format", "unit", "label", "delta", "entity")
    words = {name: _text(config.get(name)) for name in names}
    label = clean(words["label"] or humanised(config["key"]))[:LONGEST_LABEL]
    unit = clean(words["unit"])[:40]
    form = words["format"] or "text"
    return Cell(config["key"], label, form, unit, words["delta"], source=words["entity"][:64])


def cells_of(config: Any) -> list[Cell]:
    """Raises `Unfit` when there is none."""
    if not isinstance(config, list | tuple) or not config:
        raise Unfit("cells are a list")
    return [cell_of(each) for each in config[:50]]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def humanised(key: str) -> str:
    """`hourlyRate`, `hourly_rate` → Hourly rate."""
    spaced = "".join(
        f" {c.lower()}" if c.isupper() and i and not key[i - 1].isupper() else c
        for i, c in enumerate(key)
    )
    made = clean(spaced.replace("_", " ").replace("-", " ")).strip()[:LONGEST_LABEL]
    return f"{made[:1].upper()}{made[1:]}"


def rows_of(value: Any) -> list[Mapping[str, Any]]:
    """The objects of a list. Raises `Unfit` when it is something else."""
    if not isinstance(value, list | tuple):
        raise Unfit("not a list")
    if not all(isinstance(row, Mapping) for row in value):
        raise Unfit("not a list of objects")
    return list(value)
