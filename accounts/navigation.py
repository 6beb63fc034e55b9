"""What the shell shows on every page: the navigation, filtered by rights, and the theme."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from accounts.principal import Principal

THEMES = ("system", "light", "dark")


@dataclass(frozen=True)
class Entry:
    """A page in the sidebar and the palette. `right` hides it from those who lack it."""

    group: str
    label: str
    url_name: str
    icon: str
    right: str | None = None
    hint: str = ""
    # How many things wait there; asked on every page, so it must be quick.
    count: Callable[[Principal], int] | None = None

    @property
    def url(self) -> str:
        return reverse(self.url_name)


class DuplicateEntry(Exception):
    pass


class Navigation:
    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}

    def register(self, *entries: Entry) -> None:
        for entry in entries:
            if entry.url_name in self._entries:
                raise DuplicateEntry(entry.url_name)
            self._entries[entry.url_name] = entry

    def for_principal(self, principal: Principal) -> Iterator[Entry]:
        for entry in self._entries.values():
            if entry.right is None or principal.has(entry.right):
                yield entry


navigation = Navigation()


def _groups(principal: Principal, path: str) -> list[dict[str, Any]]:
    groups: dict[str, list[dict[str, Any]]] = {}
    entries = [(entry, entry.url) for entry in navigation.for_principal(principal)]
    here = max((url for _, url in entries if _leads_to(url, path)), key=len, default="")
    for entry, url in entries:
        count = entry.count(principal) if entry.count else 0
        item = {
            "label": entry.label,
            "url": url,
            "icon": entry.icon,
            "active": url == here,
            "count": count,
        }
        groups.setdefault(entry.group, []).append(item)
    return [{"label": label, "items": items} for label, items in groups.items()]


def _leads_to(url: str, path: str) -> bool:
    return path == url if url == "/" else path.startswith(url)


def shell(request: HttpRequest) -> dict[str, Any]:
    """Context processor. Error pages may come before anything is known."""
    principal: Principal | None = getattr(request, "principal", None)
    theme = request.COOKIES.get("theme", "")
    return {
        "nav": _groups(principal, request.path) if principal else [],
        "theme": theme if theme in THEMES else THEMES[0],
    }
