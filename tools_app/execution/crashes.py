"""What the log is told of a tool that failed unexpectedly: where, and in its words, but without
the secrets of its input and without what looks like one."""

import logging
import traceback
from collections.abc import Iterator
from typing import Any

from tools_app.resolved import ResolvedTool
from tools_app.schemas.secrets import MASK, masked, redacted, redacted_text

SHORTEST_SECRET = 4


def log_crash(
    logger: logging.Logger,
    words: str,
    error: Exception,
    *,
    tool: ResolvedTool,
    payload: Any,
    **facts: Any,
) -> None:
    """As `Logger.exception` would, in the fact `exception`."""
    text = redacted_text("".join(traceback.format_exception(error)))
    for secret in sorted(secrets_of(tool, payload), key=len, reverse=True):
        text = text.replace(secret, MASK)
    logger.error(words, extra={"tool": tool.slug, "exception": text, **facts})


def secrets_of(tool: ResolvedTool, payload: Any) -> set[str]:
    """The texts in the input that the schema, or their looks, say are secret."""
    hidden = redacted(masked(tool.input_schema, payload))
    found = _differing(payload, hidden)
    return {text for text in found if len(text) >= SHORTEST_SECRET}


def _differing(value: Any, hidden: Any) -> Iterator[str]:
    """The leaves that are not shown as they are."""
    if value == hidden:
        return
    if isinstance(value, dict):
        for key, child in value.items():
            yield from _differing(child, hidden[key] if isinstance(hidden, dict) else MASK)
    elif isinstance(value, list):
        for place, child in enumerate(value):
            yield from _differing(child, hidden[place] if isinstance(hidden, list) else MASK)
    else:
        yield str(value)
