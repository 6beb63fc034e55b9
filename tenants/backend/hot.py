"""The few statements that every request makes, sent straight through libpq.

psycopg's cursors adapt, convert and decide anew each time whether to prepare; for statements that
are always the same text, with texts as parameters, that is most of the time they take. PostgreSQL
parses and plans them once a connection. A change of the search path makes it look again at what
the names mean.
"""

import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from psycopg import Connection, OperationalError, errors, pq

Row = tuple[str | None, ...]
FINE = (pq.ExecStatus.TUPLES_OK, pq.ExecStatus.COMMAND_OK)


@dataclass(frozen=True)
class HotStatement:
    """SQL with `$1`, `$2`, … for its parameters."""

    sql: str

    @cached_property
    def name(self) -> bytes:
        return b"hot_" + hashlib.sha256(self.sql.encode()).hexdigest()[:24].encode()


class HotStatements:
    """Those that one connection has prepared."""

    def __init__(self, connection: Connection[Any]) -> None:
        self._connection = connection
        self._prepared: set[bytes] = set()

    def are_of(self, connection: object) -> bool:
        return self._connection is connection

    def run(self, statement: HotStatement, params: Sequence[str | None]) -> list[Row]:
        """Raises psycopg's errors."""
        server = self._connection.pgconn
        if not self._connection.autocommit and server.transaction_status == IDLE:
            _checked(server.exec_(b"BEGIN"))
        if statement.name not in self._prepared:
            _checked(server.prepare(statement.name, statement.sql.encode()))
            self._prepared.add(statement.name)
        # psycopg's types leave out None, which is NULL.
        values: list[Any] = [None if value is None else value.encode() for value in params]
        result = server.exec_prepared(statement.name, values)
        if server.status == pq.ConnStatus.BAD:
            # psycopg knows an error by its code, and a connection that is gone tells none.
            raise OperationalError(server.get_error_message())
        return _rows(_checked(result))


IDLE = pq.TransactionStatus.IDLE


def _checked(result: pq.abc.PGresult) -> pq.abc.PGresult:
    if result.status not in FINE:
        raise errors.error_from_result(result)
    return result


def _rows(result: pq.abc.PGresult) -> list[Row]:
    columns = range(result.nfields)
    return [
        tuple(_text(result.get_value(row, column)) for column in columns)
        for row in range(result.ntuples)
    ]


def _text(value: Any) -> str | None:
    return None if value is None else bytes(value).decode()


def logged(statement: HotStatement, started: float) -> dict[str, str]:
    """As Django keeps its own statements for those who count them."""
    return {"sql": statement.sql, "time": f"{time.perf_counter() - started:.3f}"}
