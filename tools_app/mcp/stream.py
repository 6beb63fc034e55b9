"""A response that says things before its answer, as server-sent events.

A handler that has something to say first is a generator: it yields notifications, or a question to
the client, and returns the result. It goes on in the thread that writes the response, in the tenant
of the request, and takes a slot (`config.slots`) for each step: while it waits, it gives it back.
"""

import logging
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from mcp_types import INTERNAL_ERROR, Result

from config import slots
from config.errors import known
from sessions_app import streams
from tenants.context import working_in
from tenants.models import Tenant
from tools_app.mcp import asking, outbound
from tools_app.mcp.errors import UNAVAILABLE, ProtocolError, of_app_error
from tools_app.mcp.exchange import Ask, Encoded, Exchange, Step, Steps

logger = logging.getLogger("tenon.mcp")


class Said(Exception):
    """A generator came to its end: here is the result."""

    def __init__(self, result: Result | Encoded) -> None:
        super().__init__()
        self.result = result


def next_step(steps: Steps, reply: Any = None) -> Step:
    """Raises `Said` with the result at the end."""
    try:
        return steps.send(reply)
    except StopIteration as end:
        raise Said(end.value) from None


def silently(steps: Steps) -> Result | Encoded:
    """The result, for a client that takes no stream: what would be said before it is dropped."""
    try:
        while True:
            if isinstance(next_step(steps), Ask):
                raise ProtocolError(
                    UNAVAILABLE, "This has a question, and the client takes no stream."
                )
    except Said as end:
        return end.result
    finally:
        steps.close()


class Stream:
    """The body of a streamed response. `close` is called however it ends."""

    def __init__(
        self, *, tenant: Tenant, exchange: Exchange, method: str, steps: Steps, first: Step
    ) -> None:
        self._who: str | None = None
        try:
            streams.count.add(str(exchange.principal))
        except streams.TooManyStreams:
            steps.close()
            raise
        self._who = str(exchange.principal)
        self._tenant, self._exchange, self._method = tenant, exchange, method
        self._steps = steps
        self._events = self._written(first)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._events)

    def close(self) -> None:
        who, self._who = self._who, None
        if who:
            streams.count.remove(who)
            # Still running where the server hangs up from another thread; then it ends by itself.
            with suppress(ValueError):
                self._events.close()
                with self._at_work():
                    self._steps.close()

    def __del__(self) -> None:
        self.close()

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        with slots.at_work(), working_in(self._tenant):
            yield

    def _written(self, step: Step) -> Generator[bytes, None, None]:
        try:
            while True:
                reply = None
                if isinstance(step, Ask):
                    reply = yield from self._asked(step)
                else:
                    yield outbound.notification(step) if step else outbound.PING
                with self._at_work():
                    step = next_step(self._steps, reply)
        except Said as end:
            result = outbound.encoded(self._exchange, self._method, end.result)
            yield outbound.event(outbound.response(self._exchange.request_id, result))
        except Exception as error:  # noqa: BLE001 - the response has begun: it ends with an error
            problem = as_problem(error)
            yield outbound.event(outbound.error(self._exchange.request_id, problem))

    def _asked(self, ask: Ask) -> Generator[bytes, None, Any]:
        principal = self._exchange.principal
        with self._at_work():
            question = asking.new_question(principal)
        yield outbound.request(question, ask.method, ask.params)
        waiting = asking.answers(principal, question)
        while True:
            with self._at_work():
                answer = next(waiting)
            if answer is not None:
                return answer
            yield outbound.PING


def as_problem(error: Exception) -> ProtocolError:
    """What the client is told. Of an unknown exception, nothing: the log has it."""
    if isinstance(error, ProtocolError):
        return error
    if found := known(error):
        return of_app_error(found)
    logger.error("An MCP request failed", exc_info=error)
    return ProtocolError(INTERNAL_ERROR, "Something went wrong on our side. It has been recorded.")
