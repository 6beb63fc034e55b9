"""The statements that write a new session, or the end of a run: each is one round trip.

One writes only where the tenant is as the request presumed (`tenants.presumption`).
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count
from operator import attrgetter
from typing import Any

from django.db import models

from sessions_app.models import PendingRun, Session, SessionEvent
from tenants.backend.base import connection
from tenants.backend.hot import HotStatement
from tenants.presumption import GUARDS, guarded


class Columns:
    """Of a table, as they are written."""

    def __init__(self, model: type[models.Model]) -> None:
        fields = model._meta.concrete_fields
        names = [field.attname for field in fields]
        self.names = ", ".join(names)
        self.row = attrgetter(*names)
        self.casts = [_cast(field) for field in fields]

    def placed(self, places: Iterator[str]) -> str:
        """A parameter for each."""
        return ", ".join(next(places) + cast for cast in self.casts)


def _cast(field: Any) -> str:
    """Where PostgreSQL would take a parameter for a text."""
    return "" if isinstance(field, models.CharField) else f"::{field.db_type(connection)}"


SESSION, EVENT, PENDING = Columns(Session), Columns(SessionEvent), Columns(PendingRun)


@cache
def of_session(events: int) -> HotStatement:
    """A session and so many events, in one statement. Made by `guarded`."""
    places = _places(GUARDS + 1)
    return guarded(f"""
        made AS (
            INSERT INTO sessions ({SESSION.names}) SELECT {SESSION.placed(places)} FROM known
        )
        INSERT INTO session_events ({EVENT.names})
        SELECT event.* FROM known, (VALUES {_rows(events, places)}) AS event RETURNING seq
    """)  # noqa: S608 - the columns of our own models


@cache
def of_session_with_work(events: int) -> HotStatement:
    """And the work that is left to be done."""
    places = _places(1)
    return HotStatement(f"""
        WITH made AS (
            INSERT INTO sessions ({SESSION.names}) VALUES ({SESSION.placed(places)})
        ), written AS (
            INSERT INTO session_events ({EVENT.names}) VALUES {_rows(events, places)}
        )
        INSERT INTO pending_runs ({PENDING.names}) VALUES ({PENDING.placed(places)})
    """)  # noqa: S608


END_PLACES = 7


@cache
def of_end(events: int) -> HotStatement:
    """So many events, the last of which ends a run, if its session stands where it stood and its
    work is still left to be done by this attempt: otherwise nothing at all."""
    places = _places(END_PLACES + 1)
    return HotStatement(f"""
        WITH mine AS (
            SELECT FROM sessions AS session
            JOIN pending_runs AS pending ON pending.session_id = session.id
            WHERE session.id = $1::uuid AND session.head_hash = $2
              AND pending.run_id = $3::uuid AND pending.attempt = $4::integer
            FOR UPDATE
        ), settled AS (
            DELETE FROM pending_runs USING mine WHERE run_id = $3::uuid
        ), moved AS (
            UPDATE sessions SET status = $5, events_count = $6::integer, head_hash = $7
            FROM mine WHERE id = $1::uuid
        )
        INSERT INTO session_events ({EVENT.names})
        SELECT event.* FROM mine, (VALUES {_rows(events, places)}) AS event RETURNING seq
    """)  # noqa: S608


def _places(first: int) -> Iterator[str]:
    return (f"${number}" for number in count(first))


def _rows(events: int, places: Iterator[str]) -> str:
    return ", ".join(f"({EVENT.placed(places)})" for _ in range(events))


def values(session: Session, events: Sequence[Any], *rows: PendingRun) -> list[str | None]:
    """What these statements take."""
    return texts([SESSION.row(session), *map(EVENT.row, events), *map(PENDING.row, rows)])


def texts(rows: Iterable[Iterable[Any]]) -> list[str | None]:
    return [_text(value) for row in rows for value in row]


def _text(value: Any) -> str | None:
    """As PostgreSQL reads it."""
    kind = type(value)
    if kind is str or value is None:
        return value  # type: ignore[no-any-return]  # a text or nothing
    return _encoded(value) if kind is dict else str(value)


_encoded = json.JSONEncoder().encode
