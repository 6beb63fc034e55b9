"""Values of tools, as text in lists of changes."""

import json
from typing import Any

from django import template

register = template.Library()

LONGEST = 120


@register.filter
def as_text(value: Any) -> str:
    """Text as it is, anything else as JSON; nothing for what says nothing."""
    if value is None or value in ("", [], {}):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


@register.filter
def is_long(text: str) -> bool:
    return len(text) > LONGEST or "\n" in text


@register.filter
def opening(text: str) -> str:
    """Its first words, in one line."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:59]}…"
