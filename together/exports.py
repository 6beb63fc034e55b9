"""A group's session to take away: its answers as a table, what they say together on paper. As much of
both as everybody in the session sees."""

import csv
import io
from collections.abc import Iterator
from typing import Any

from config.errors import Conflict
from together.models import GroupSession
from together.room import Room, blocks, seen_in
from together.seen import Seen
from tools_app.outputs.paper import Paper
from tools_app.outputs.surfaces import as_pdf
from tools_app.outputs.tables import BOM, safe

MOST_COLUMNS = 200


class NothingToPrint(Conflict):
    code, title = "nothing_to_print", "There is nothing to print yet"


def result_pdf(room: Room, *, url: str) -> bytes:
    """What the answers say together, as the page at `url` shows it. Raises `NothingToPrint`."""
    group, found = room.group, seen_in(room)
    if found.together is None:
        words = f"With {found.least} answers there is; {found.count} have come."
        raise NothingToPrint(found.trouble or words)
    facts = [
        ("Tool", room.tool.name),
        ("Answers", str(found.count)),
        ("Status", group.status.label),
        ("Opened by", group.session.actor_label),
        ("Opened", group.session.created_at.strftime("%-d %B %Y, %H:%M UTC")),
    ]
    return as_pdf(blocks(room.tool, found), Paper(group.title, facts, url))


def answers_csv(room: Room) -> str:
    return _table(room.group, seen_in(room))


def _table(group: GroupSession, found: Seen) -> str:
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
