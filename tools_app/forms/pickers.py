"""Where fields that pick an entity search: one source for each `x-entity-type`."""

import re
from collections.abc import Callable, Iterator, Sequence

from django.urls import reverse

from accounts import access as people
from accounts.principal import Principal
from config.errors import NotFound
from tools_app import access as tools

MOST = 200
ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")

Offer = tuple[str, str, str]
"""Value, label and a hint."""
Source = Callable[[Principal, str], list[Offer]]
Named = tuple[str, str]
"""Label and the address of its page; no address where it has none."""
Namer = Callable[[Principal, Sequence[str]], dict[str, Named]]


class DuplicateSource(Exception):
    pass


class UnknownSource(NotFound):
    code, title = "unknown_source", "There is nothing to pick from"


class Sources:
    def __init__(self) -> None:
        self._all: dict[str, Source] = {}
        self._namers: dict[str, Namer] = {}

    def register(self, key: str, source: Source, namer: Namer | None = None) -> None:
        """`namer` tells the names of what is picked already, by its values."""
        if key in self._all:
            raise DuplicateSource(key)
        self._all[key] = source
        if namer:
            self._namers[key] = namer

    def namer(self, key: str) -> Namer | None:
        return self._namers.get(key)

    def get(self, key: str) -> Source:
        try:
            return self._all[key]
        except KeyError as error:
            raise UnknownSource(f"Nothing here is called {key}.") from error

    def find(self, key: str) -> Source | None:
        return self._all.get(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)


sources = Sources()


def offers(key: str, principal: Principal, query: str = "") -> list[Offer]:
    """The first 200; nothing where there is no such source or no right to see it."""
    source = sources.find(key)
    return source(principal, query)[:MOST] if source else []


def search(key: str, principal: Principal, query: str) -> list[Offer]:
    """Raises `UnknownSource` and `PermissionDenied`."""
    principal.require("tools.team.read")
    return sources.get(key)(principal, query)[:MOST]


def names(key: str, principal: Principal, values: Sequence[str]) -> dict[str, Named]:
    """Of those among them that the principal may see."""
    namer = sources.namer(key)
    return namer(principal, values) if namer else {}


def _people(principal: Principal, query: str) -> list[Offer]:
    """Active people, by name. Those who may not see people find nobody."""
    if not principal.has("members.tenant.read"):
        return []
    found = people.visible_people(principal=principal).filter(is_active=True)
    rows = found.filter(name__icontains=query).order_by("name", "email")[:MOST]
    return [(str(person.pk), str(person), person.email) for person in rows]


def _tools(principal: Principal, query: str) -> list[Offer]:
    wanted = query.casefold()
    found = tools.visible_tools(principal=principal) if principal.has("tools.team.read") else ()
    return [
        (tool.slug, tool.name, tool.category) for tool in found if wanted in tool.name.casefold()
    ]


def _names_of_people(principal: Principal, values: Sequence[str]) -> dict[str, Named]:
    if not principal.has("members.tenant.read"):
        return {}
    ids = [value for value in values if ID.fullmatch(value)]
    rows = people.visible_people(principal=principal).filter(pk__in=ids)
    return {str(person.pk): (str(person), "") for person in rows}


def _names_of_tools(principal: Principal, values: Sequence[str]) -> dict[str, Named]:
    found = [tools.tool_if_seen(principal=principal, slug=value) for value in values]
    return {tool.slug: (tool.name, reverse("tool", args=[tool.slug])) for tool in found if tool}


sources.register("person", _people, _names_of_people)
sources.register("tool", _tools, _names_of_tools)
