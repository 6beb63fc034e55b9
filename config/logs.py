"""Log lines: JSON for machines, one readable line for people, both with the same facts.

What is true for the whole request or task (its id, tenant, principal) is bound once and appears
in every line written meanwhile. Lines carry facts by name (`extra={…}`); nothing in them comes
from a body, a query string or a header, so no secret can.
"""

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime

# Nothing here says which thread or process wrote a line; finding out takes longer than writing it.
logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False

_bound: ContextVar[dict[str, object] | None] = ContextVar("log_facts", default=None)
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


@contextmanager
def log_facts(**facts: object) -> Iterator[None]:
    """Add facts to every line written inside."""
    token = _bound.set({**(_bound.get() or {}), **facts})
    try:
        yield
    finally:
        _bound.reset(token)


def bind(**facts: object) -> None:
    """Add facts to the lines that follow, until the enclosing `log_facts` ends.

    Outside of one it does nothing: a fact that nobody takes back would be told of others.
    """
    current = _bound.get()
    if current is not None:
        _bound.set({**current, **facts})


def request_id() -> str:
    """The id of the request being answered, or nothing outside of one."""
    return str((_bound.get() or {}).get("request_id", ""))


def _facts(record: logging.LogRecord) -> dict[str, object]:
    # Django's request logger attaches the object.
    names = vars(record).keys() - _STANDARD - {"request"}
    return {**(_bound.get() or {}), **{name: getattr(record, name) for name in names}}


_encoded = json.JSONEncoder(default=str).encode


class JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **_facts(record),
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return _encoded(line)


class ReadableFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        clock = datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")
        told = _facts(record)
        # Of an exception whose text was made by whoever logs it.
        exception = str(told.pop("exception", ""))
        facts = " ".join(f"{key}={value}" for key, value in told.items())
        line = f"{clock} {record.levelname.lower():7} {record.getMessage()}  {facts}".rstrip()
        if record.exc_info:
            exception = self.formatException(record.exc_info)
        return f"{line}\n{exception}".rstrip()
