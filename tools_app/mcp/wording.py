"""Words that tenants wrote, on their way to models: data, without what hides or steers a display."""

import unicodedata
from typing import Any

LONGEST_DESCRIPTION = 4_000
LONGEST_NAME = 200
# Control characters, and marks that make text invisible, reorder it or hide a message inside it.
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
KEPT = {"\n", "\t"}


def plain(text: str, longest: int = LONGEST_DESCRIPTION) -> str:
    if not text.isprintable():
        text = "".join(mark for mark in text if _shows(mark))
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _shows(mark: str) -> bool:
    return mark in KEPT or unicodedata.category(mark) not in HIDDEN


def plain_schema(schema: Any) -> Any:
    """A copy of a schema with its words made plain; its rules are left alone."""
    if isinstance(schema, list):
        return [plain_schema(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: plain(value)
        if key in {"title", "description"} and isinstance(value, str)
        else plain_schema(value)
        for key, value in schema.items()
    }
