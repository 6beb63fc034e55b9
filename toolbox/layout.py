"""Sections in a few words. What each config means is written in docs/adding-a-tool.md."""

from typing import Any, Literal

from tools_app.definitions import Section

Cell = dict[str, str]
Kind = Literal["bar", "line", "area", "stacked-bar", "pie", "donut"]
Format = Literal["text", "number", "currency", "percent"]


def _cell(key: str, label: str, form: Format, unit: str = "") -> Cell:
    cell = {"key": key, "label": label, "format": form}
    return {**cell, "unit": unit} if unit else cell


def text(key: str, label: str) -> Cell:
    return _cell(key, label, "text")


def number(key: str, label: str, unit: str = "") -> Cell:
    return _cell(key, label, "number", unit)


def currency(key: str, label: str) -> Cell:
    return _cell(key, label, "currency", "USD")


def percent(key: str, label: str) -> Cell:
    return _cell(key, label, "percent")


def summary(key: str, label: str, *items: Cell) -> Section:
    """Cards from an object."""
    return Section(key, label, "summary", {"items": list(items)})


def table(key: str, label: str, *columns: Cell) -> Section:
    """Rows from a list of objects."""
    return Section(key, label, "table", {"columns": list(columns)})


def chart(key: str, label: str, kind: Kind, x: Cell, *series: Cell) -> Section:
    """One mark a row of a list, placed by `x`, for each of the series."""
    return Section(key, label, "chart", {"kind": kind, "x": x, "series": list(series)})


def radar(key: str, label: str, axis: Cell, *series: Cell, low: int, high: int) -> Section:
    """One axis a row of a list, from `low` in the middle to `high` at the rim."""
    config: dict[str, Any] = {"axis": axis, "series": list(series), "min": low, "max": high}
    return Section(key, label, "radar", config)


def ranking(key: str, label: str, name: Cell, value: Cell, *details: Cell) -> Section:
    """A list of objects, best first: a name, the value that ranks it, and why."""
    config: dict[str, Any] = {"name": name, "value": value, "details": list(details)}
    return Section(key, label, "ranking", config)
