"""Icons by name. Tenants write the names, so one that does not exist must not break a page."""

from functools import lru_cache

from lucide import IconDoesNotExist
from lucide.templatetags.lucide import lucide

FALLBACK = "wrench"


@lru_cache(maxsize=1_000)
def icon_or_fallback(name: str) -> str:
    try:
        lucide(name or FALLBACK)
    except IconDoesNotExist:
        return FALLBACK
    return name or FALLBACK
