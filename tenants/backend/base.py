"""The database wrapper: django-tenants', made safe for threads and one round trip shorter."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self, cast

import psycopg
from django.db import connection as django_connection
from django.db.backends.utils import CursorWrapper
from django_tenants.postgresql_backend import base


class PreparedCursor(psycopg.Cursor[Any]):
    """PostgreSQL parses and plans each statement once a connection, not once a request. A change
    of the search path makes it look again at what the names mean."""

    def execute(self, query: Any, params: Any = None, **_options: Any) -> Self:
        return super().execute(query, params, prepare=True)


class DatabaseWrapper(base.DatabaseWrapper):
    """Three differences.

    Choosing a tenant does not empty the process-wide cache of content types, which other threads
    are reading: `tenants.contenttypes` keys that cache by schema instead.

    The request's lookup of its tenant names its tables in full and sets the search path itself,
    so it runs on whatever path the connection was left with (`any_schema`).

    The few statements that every request makes can be prepared (`prepared_cursor`).
    """

    def set_tenant(self, tenant: Any, include_public: bool = True) -> None:
        self.tenant = tenant
        self.schema_name = tenant.schema_name
        self.include_public_schema = include_public
        self.set_settings_schema(self.schema_name)
        self.search_path_set_schemas = None

    @contextmanager
    def any_schema(self) -> Iterator[None]:
        """Statements inside must name their schema: no search path is set for them."""
        self._setting_search_path = True
        try:
            yield
        finally:
            self._setting_search_path = False

    def prepared_cursor(self) -> CursorWrapper:
        """A cursor like `cursor()`, for statements that are always the same text."""
        self.ensure_connection()
        cursor: CursorWrapper = self._prepare_cursor(PreparedCursor(self.connection))
        self._handle_search_path(cursor)
        return cursor

    def enter_tenant(self, tenant: Any) -> None:
        """The statement that found the tenant has set the search path too: only note it."""
        self.set_tenant(tenant)
        self.search_path_set_schemas = self._get_cursor_search_paths()


# Django types its proxy for any backend; this one knows tenants.
connection = cast("DatabaseWrapper", django_connection)
