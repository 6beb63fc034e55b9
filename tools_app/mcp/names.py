"""Names under which clients and models know the tools (A7).

Providers take `[a-zA-Z0-9_-]{1,64}`. A tool of the product or of the tenant goes by its slug, which
is such a name; an id with colons or dots is encoded. Nothing is ever decoded: a name is looked up in
the map of the tools that the caller has.
"""

import hashlib
import re
from collections.abc import Iterable

from accounts.principal import Principal
from tools_app import access
from tools_app.resolved import ResolvedTool

FITS = re.compile(r"[a-zA-Z0-9_-]{1,64}")
LONGEST = 64
TAIL = 8


def encoded(identifier: str) -> str:
    """A name for any id. What is too long, or has other characters, ends with a piece of its hash."""
    name = identifier.replace(":", "__").replace(".", "--")
    if FITS.fullmatch(name):
        return name
    tail = hashlib.sha256(identifier.encode()).hexdigest()[:TAIL]
    return f"{re.sub(r'[^a-zA-Z0-9_-]', '-', name)[: LONGEST - TAIL - 1]}-{tail}"


def named(tools: Iterable[ResolvedTool]) -> dict[str, ResolvedTool]:
    """By name, sorted: the same tools always give the same list. Slugs are unique in a catalogue."""
    return {encoded(tool.slug): tool for tool in sorted(tools, key=lambda tool: tool.slug)}


def tools_of(principal: Principal) -> dict[str, ResolvedTool]:
    """The tools that this principal may run, by name. Nobody else's are in it."""
    if not principal.has("tools.team.read") or not principal.has("tools.team.execute"):
        return {}
    return _by_name(access.visible_tools(principal=principal))


_kept: dict[int, tuple[tuple[ResolvedTool, ...], dict[str, ResolvedTool]]] = {}


def _by_name(tools: tuple[ResolvedTool, ...]) -> dict[str, ResolvedTool]:
    """Kept for as long as `access` keeps the tuple: it is the same object for the same catalogue."""
    found = _kept.get(id(tools))
    if found and found[0] is tools:
        return found[1]
    if len(_kept) >= 1_000:
        _kept.clear()
    _kept[id(tools)] = (tools, named(tools))
    return _kept[id(tools)][1]
