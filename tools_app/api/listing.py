"""Finding tools in the merged catalogue, in memory: no query, whatever their number."""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Any

from accounts.principal import Principal
from tenants.context import current_tenant
from tools_app.resolved import ResolvedTool

Tools = Sequence[ResolvedTool]


def matching(tools: Tools, query: dict[str, Any]) -> Tools:
    exact = {
        name: query[name]
        for name in ("kind", "source", "origin", "category", "effect")
        if query[name]
    }
    words = query["search"].lower().split()
    if not exact and not words:
        return tools
    return [tool for tool in tools if _is(tool, exact) and _mentions(tool, words)]


def _is(tool: ResolvedTool, exact: dict[str, str]) -> bool:
    return all(getattr(tool, name) == value for name, value in exact.items())


def _mentions(tool: ResolvedTool, words: list[str]) -> bool:
    text = f"{tool.slug} {tool.name} {tool.description} {tool.category}".lower() if words else ""
    return all(word in text for word in words)


def page_of(tools: Tools, cursor: str, limit: int) -> tuple[Tools, str | None]:
    """The cursor is the last id of the page before, in the order of the catalogue."""
    start = 0
    if cursor:
        places = {tool.id: place for place, tool in enumerate(tools)}
        start = places.get(cursor, len(tools) - 1) + 1
    page = tools[start : start + limit]
    more = start + limit < len(tools)
    return page, page[-1].id if more else None


def etag(principal: Principal, query: str) -> str:
    """Changes with the tools, with the rights of whoever asks, and with the question."""
    tenant = current_tenant()
    facts = (
        *(str(tenant.pk), tenant.catalog_version, tenant.platform_catalog_version),
        *(str(principal.user_id), principal.role.value, _digest(principal.permissions), query),
    )
    return f'"{hashlib.sha256(repr(facts).encode()).hexdigest()[:32]}"'


@lru_cache(maxsize=10_000)
def _digest(permissions: frozenset[str]) -> str:
    return hashlib.sha256(repr(sorted(permissions)).encode()).hexdigest()


class Pages:
    """Pages as they were sent, under their ETag, which says everything that they depend on."""

    MOST = 200

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[str, bytes] = OrderedDict()

    def get(self, tag: str) -> bytes | None:
        return self._kept.get(tag)

    def keep(self, tag: str, page: bytes) -> bytes:
        with self._lock:
            self._kept[tag] = page
            while len(self._kept) > self.MOST:
                self._kept.popitem(last=False)
        return page


pages = Pages()
