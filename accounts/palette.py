"""What the command palette finds. Apps above this one add their own sources."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from accounts.navigation import navigation
from accounts.principal import Principal


@dataclass(frozen=True)
class Result:
    label: str
    hint: str
    url: str
    icon: str


Source = Callable[[Principal, str], Iterable[Result]]


class DuplicateSource(Exception):
    pass


class Sources:
    def __init__(self) -> None:
        self._sources: dict[str, Source] = {}

    def register(self, name: str, source: Source) -> None:
        """A source gets whoever asks and what they typed, in small letters."""
        if name in self._sources:
            raise DuplicateSource(name)
        self._sources[name] = source

    def find(self, principal: Principal, query: str) -> Iterator[Result]:
        for source in self._sources.values():
            yield from source(principal, query)


def _pages(principal: Principal, query: str) -> Iterator[Result]:
    for entry in navigation.for_principal(principal):
        if query in f"{entry.label} {entry.group}".lower():
            yield Result(entry.label, entry.group, entry.url, entry.icon)


sources = Sources()
sources.register("pages", _pages)
