"""The database wrapper: django-tenants', made safe for threads and one round trip shorter."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from django.db import connection as django_connection
from django_tenants.postgresql_backend import base

from tenants.backend.hot import HotStatement, HotStatements, Row, logged


class DatabaseWrapper(base.DatabaseWrapper):
    """Three differences.

    Choosing a tenant does not empty the process-wide cache of content types, which other threads
    are reading: `tenants.contenttypes` keys that cache by schema instead.

    The request's lookup of its tenant names its tables in full and sets the search path itself,
    so it runs on whatever path the connection was left with (`any_schema`).

    The few statements that every request makes have a shorter way (`hot`).

    A request may begin before its tenant was looked up (`tenants.presumption`): then
    `before_statement` has a say before its first one.
    """

    _hot_statements: HotStatements | None = None
    before_statement: Callable[[], None] | None = None
    # The host by which the connection came to the schema that it works in, and the tenant's row.
    entered: tuple[str, Any] | None = None

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

    def hot(self, statement: HotStatement, *params: str | None) -> list[Row]:
        """Run a statement that is always the same text; all values are texts, in and out."""
        self.validate_thread_sharing()
        self.validate_no_broken_transaction()
        if self.connection is None:
            self.ensure_connection()
        if self.before_statement:
            self.before_statement()
        if not (self.search_path_set_schemas or self._setting_search_path):
            self.cursor().close()  # sets the path
        started = time.perf_counter()
        with self.wrap_database_errors:
            rows = self._prepared().run(statement, params)
        if self.queries_logged:
            self.queries_log.append(logged(statement, started))
        return rows

    def _prepared(self) -> HotStatements:
        """Those of the connection in use: there may be others beside it, and new ones after it."""
        if self._hot_statements is None or not self._hot_statements.are_of(self.connection):
            self._hot_statements = HotStatements(self.connection)
        return self._hot_statements

    def enter_tenant(self, tenant: Any, *, host: str, kept: Any) -> None:
        """The statement that found the tenant has set the search path too: only note it."""
        self.set_tenant(tenant)
        self.search_path_set_schemas = self._get_cursor_search_paths()
        self.entered = host, kept

    def _cursor(self, name: str | None = None) -> Any:
        if self.before_statement:
            self.before_statement()
        if not (self.search_path_set_schemas or self._setting_search_path):
            self.entered = None  # the path is about to be set to something else
        return super()._cursor(name)

    def set_autocommit(self, *args: Any, **kwargs: Any) -> None:
        """A transaction begins: what the tenant is must not be found out inside of it."""
        if self.before_statement:
            self.before_statement()
        super().set_autocommit(*args, **kwargs)

    def close(self) -> None:
        self.entered = None
        super().close()

    def rollback(self) -> None:
        self.entered = None
        super().rollback()

    def savepoint_rollback(self, sid: str) -> None:
        self.entered = None
        super().savepoint_rollback(sid)


# Django types its proxy for any backend; this one knows tenants.
connection = cast("DatabaseWrapper", django_connection)
