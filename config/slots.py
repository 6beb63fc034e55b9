"""How many requests work at a time, apart from how many threads there are.

A stream holds a thread of the server for minutes and works for none of them. So there are many more
threads than requests at work: a request takes a slot, with the database connection that belongs to
it, and gives both back when its answer is ready; a stream goes on without. Nothing here matters
outside of the web process: there, a thread has its own connection.
"""

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from queue import LifoQueue
from typing import Any

from django.core.signals import request_finished, request_started
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections, reset_queries
from django.db.backends.base.base import BaseDatabaseWrapper

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Slots:
    def __init__(self, count: int) -> None:
        # The last one used first: few connections while there is little to do.
        self._free: LifoQueue[BaseDatabaseWrapper | None] = LifoQueue()
        for _ in range(count):
            self._free.put(None)
        self._taken = threading.local()

    @contextmanager
    def one(self) -> Iterator[None]:
        self.take()
        try:
            yield
        finally:
            self.give()

    @contextmanager
    def given_back(self) -> Iterator[None]:
        """Without the slot, for a while in which nothing is done but waiting."""
        slot = getattr(self._taken, "slot", None)
        if slot is None:
            yield
            return
        tenant = slot.tenant
        slot.set_schema_to_public()
        self.give()
        try:
            yield
        finally:
            self.take()
            self._taken.slot.set_tenant(tenant)

    def take(self) -> None:
        slot = self._free.get() or _new_connection()
        connections[DEFAULT_DB_ALIAS] = slot
        self._taken.slot = slot

    def give(self) -> None:
        slot = self._taken.slot
        self._taken.slot = None
        del connections[DEFAULT_DB_ALIAS]
        slot.close_if_unusable_or_obsolete()
        self._free.put(slot)


def _new_connection() -> BaseDatabaseWrapper:
    made = connections.create_connection(DEFAULT_DB_ALIAS)
    made.inc_thread_sharing()
    return made


_slots: Slots | None = None


def limited(application: Application, count: int) -> Application:
    """The application, with at most so many requests at work."""
    global _slots
    slots = _slots = Slots(count)
    # A slot looks after its own connection when it is given back.
    request_started.disconnect(close_old_connections)
    request_started.disconnect(reset_queries)
    request_finished.disconnect(close_old_connections)

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        slots.take()
        try:
            return application(environ, start_response)
        finally:
            slots.give()

    return answer


@contextmanager
def at_work() -> Iterator[None]:
    """For a stream that has to ask the database something."""
    if _slots is None:
        yield
        return
    with _slots.one():
        yield


@contextmanager
def waiting() -> Iterator[None]:
    """For a request that waits for somebody else's work."""
    if _slots is None:
        yield
        return
    with _slots.given_back():
        yield
