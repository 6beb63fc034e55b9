"""Results that are too long for a model, made shorter where they are longest (K11)."""

import json
from collections.abc import Iterator
from typing import Any

MOST_CHARACTERS = 12_000
NOTE = "_truncated"
# What the note itself takes.
RESERVE = 200


def clamped(value: Any, most: int = MOST_CHARACTERS) -> str:
    """As JSON of at most so many characters: the largest lists lose their tails, and it says so."""
    text = _text(value)
    if len(text) <= most:
        return text
    root = {"result": json.loads(text)}
    dropped = _trim(root, most - RESERVE)
    result = root["result"]
    if dropped:
        words = f"{dropped} entries at the end of the longest lists were left out."
        result = (
            {**result, NOTE: words} if isinstance(result, dict) else {"items": result, NOTE: words}
        )
    text = _text(result)
    if len(text) > most:
        text = f"{text[: most - RESERVE]}… {NOTE}: the rest was left out."
    return text


def _trim(root: dict[str, Any], most: int) -> int:
    """Halve the largest list until it fits: how many entries went."""
    dropped = 0
    while len(_text(root)) > most:
        lists = [place for place in _lists(root) if place[0][place[1]]]
        if not lists:
            break
        holder, key = max(lists, key=lambda place: len(_text(place[0][place[1]])))
        items = holder[key]
        holder[key] = items[: len(items) // 2]
        dropped += len(items) - len(holder[key])
    return dropped


def _lists(holder: Any) -> Iterator[tuple[Any, Any]]:
    members = holder.items() if isinstance(holder, dict) else enumerate(holder)
    for key, value in members:
        if isinstance(value, list):
            yield holder, key
        if isinstance(value, dict | list):
            yield from _lists(value)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)
