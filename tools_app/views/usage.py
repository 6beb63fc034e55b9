"""What a run took, in words: which model answered, its tokens, its price."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from sessions_app.models import SessionEvent


def usage_words(events: Sequence[SessionEvent]) -> str:
    """Nothing for a run that asked no model."""
    usage = _usage(events)
    if not usage.get("model"):
        return ""
    tokens = f"{usage.get('input_tokens', 0):,} + {usage.get('output_tokens', 0):,} tokens"
    words = [f"Answered by {usage['model']}", tokens, _price(usage)]
    return " · ".join(filter(None, words))


def _usage(events: Sequence[SessionEvent]) -> dict[str, Any]:
    for event in reversed(events):
        if found := event.payload.get("usage"):
            return dict(found)
    return {}


def _price(usage: dict[str, Any]) -> str:
    try:
        cost = Decimal(usage.get("cost") or "")
    except InvalidOperation:
        return ""
    return f"{cost:.6f} {usage.get('currency') or ''}".strip()
