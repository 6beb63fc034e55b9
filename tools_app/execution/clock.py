"""How long a run may take."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from config.errors import AppError


class TimedOut(AppError):
    code, title = "timed_out", "It took too long"


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raises `TimedOut` in the code inside, wherever it is. Works in the main thread of a worker,
    and is no limit elsewhere: a request has its own."""
    if not seconds or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - signal's signature
        raise TimedOut(f"It was stopped after {seconds} seconds.")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
