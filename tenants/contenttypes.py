"""Content types have other ids in each tenant; Django caches them for the whole process.

This cache keeps one table a schema. Without it, a thread of one tenant reads the ids that a thread
of another has just cached, and permissions are checked against the wrong model.
"""

from collections.abc import Iterator, MutableMapping
from typing import Any

from django.contrib.contenttypes.models import ContentType
from django.db import connections

Entries = dict[Any, ContentType]


class SchemaKeyedCache(MutableMapping[str, Entries]):
    """Stands in for `ContentTypeManager._cache`, which maps a database alias to entries."""

    def __init__(self) -> None:
        self._tables: dict[tuple[str, str], Entries] = {}

    def _key(self, alias: str) -> tuple[str, str]:
        return alias, connections[alias].schema_name  # type: ignore[attr-defined]  # tenants.backend

    def __getitem__(self, alias: str) -> Entries:
        return self._tables[self._key(alias)]

    def __setitem__(self, alias: str, entries: Entries) -> None:
        self._tables[self._key(alias)] = entries

    def __delitem__(self, alias: str) -> None:
        del self._tables[self._key(alias)]

    def __iter__(self) -> Iterator[str]:
        return iter({alias for alias, _ in list(self._tables)})

    def __len__(self) -> int:
        return len(self._tables)

    def clear(self) -> None:
        """Django clears after migrations and renames, which concern the schema in use."""
        for alias in connections:
            self._tables.pop(self._key(alias), None)


def install() -> None:
    ContentType.objects._cache = SchemaKeyedCache()  # type: ignore[attr-defined]
