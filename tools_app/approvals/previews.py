"""What a run would do, found out without doing it."""

import logging
from collections.abc import Iterator
from typing import Any

from django.db import transaction

from config.errors import AppError
from tools_app.definitions import Preview
from tools_app.execution.call import Call
from tools_app.execution.crashes import log_crash
from tools_app.resolved import ResolvedTool
from tools_app.schemas.secrets import masked, redacted, redacted_text

logger = logging.getLogger("tenon.approvals")

LONGEST_SUMMARY = 500
LONGEST_TARGET = 200


def shown_input(tool: ResolvedTool, payload: dict[str, Any]) -> Any:
    """As it may be seen and kept: declared and apparent secrets masked."""
    return redacted(masked(tool.input_schema, payload) if tool.has_secrets else payload)


def preview(call: Call) -> Preview:
    """By the tool's dry run, in a transaction that is rolled back whatever happens. Raises the
    `AppError` with which it refuses: what cannot work is not proposed."""
    found = _dry_run(call) or Preview(summary=f"Run {call.tool.name}")
    return Preview(
        summary=redacted_text(found.summary)[:LONGEST_SUMMARY],
        target=(found.target or call.tool.name)[:LONGEST_TARGET],
        before=redacted(found.before),
        after=redacted(found.after),
    )


def _dry_run(call: Call) -> Preview | None:
    definition = call.tool.definition
    if definition is None or definition.dry_run is None:
        return None
    try:
        with transaction.atomic():
            try:
                return definition.dry_run(call.model, call.context())
            finally:
                transaction.set_rollback(True)
    except AppError:
        raise
    except Exception as error:  # noqa: BLE001 - a tool may raise anything
        # Its message may carry anything; the log has it, without secrets.
        log_crash(logger, "A dry run failed", error, tool=call.tool, payload=call.payload)
        return None


def diff_of(found: Preview) -> list[dict[str, Any]] | None:
    """Field by field, those that change; None where the tool cannot tell."""
    if found.before is None and found.after is None:
        return None
    return list(_changes(found.before or {}, found.after or {}))


def _changes(before: dict[str, Any], after: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for name in dict.fromkeys([*before, *after]):
        change: dict[str, Any] = {"field": name}
        if name in before:
            change["before"] = before[name]
        if name in after:
            change["after"] = after[name]
        if change.get("before") != change.get("after") or len(change) == 2:
            yield change
