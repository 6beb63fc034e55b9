"""A group's answers as a table to take away: as much of them as everybody in the session sees."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from together.models import GroupSession
from together.seen import Seen
from tools_app.outputs.tables import BOM, safe

MOST_COLUMNS = 200


def answers_csv(group: GroupSession, found: Seen) -> str:
    """One row an answer, one column a value of its input and its output, by path. Where answers
    are not shown, who has answered is all there is."""
    rows = [_row(group, number, answer) for number, answer in enumerate(found.answers, 1)]
    if not rows:
        rows = [{"participant": name, "answered": at.isoformat()} for name, _, at in found.who]
    columns = list(dict.fromkeys(name for row in rows for name in row))[:MOST_COLUMNS]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([safe(name) for name in columns or ["participant", "answered"]])
    writer.writerows([[_cell(row.get(name)) for name in columns] for row in rows])
    return BOM + out.getvalue()


def _row(group: GroupSession, number: int, answer: Any) -> dict[str, Any]:
    if group.answers == "named":
        row: dict[str, Any] = {"participant": answer.name, "answered": answer.at.isoformat()}
    else:
        row = {"participant": f"Answer {number}"}
    row |= dict(_flat(answer.input, "input"))
    return row | dict(_flat(answer.output, "output"))


def _flat(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _flat(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _flat(inner, f"{path}.{index}")
    else:
        yield path, value


def _cell(value: Any) -> str:
    """Numbers stay numbers; no text is taken for a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, int | float) else safe(str(value))
