"""The thread of a worker that keeps its claims: renews the lease of the run that is being carried
out, and writes down what the run says.

It has a database connection of its own, because a tool in code works inside a transaction. A run
that goes on long after its time takes its process with it: others must not wait for it.
"""

import logging
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from tenants.context import current_tenant, working_in
from tenants.models import Tenant
from tools_app.execution.interruptions import Cancelled
from tools_app.execution.pending import Held
from tools_app.execution.progress import RunProgress

logger = logging.getLogger("tenon.runs")

LOOKS_EVERY = 0.2
SLEEPS_AFTER = 5.0
# Past its own limit, which raises inside of the tool: for code that does not listen.
GRACE_SECONDS = 30


@dataclass
class Watch:
    tenant: Tenant
    held: Held
    progress: RunProgress
    renew_at: float
    kill_at: float


class Keeper:
    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._watch: Watch | None = None
        self._asleep = True
        self._pid = 0

    @contextmanager
    def keeping(self, held: Held, progress: RunProgress, *, seconds: int) -> Iterator[None]:
        now = time.monotonic()
        watch = Watch(
            current_tenant(), held, progress, now + self._interval(), now + seconds + GRACE_SECONDS
        )
        with self._changed:
            self._watch = watch
            self._start()
            if self._asleep:
                self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                self._watch = None

    def _interval(self) -> float:
        return float(settings.RUN_LEASE_SECONDS) / 3

    def _start(self) -> None:
        """Anew after a fork: threads do not survive one."""
        if self._pid != os.getpid():
            self._pid = os.getpid()
            threading.Thread(target=self._run, name="keeper", daemon=True).start()

    def _run(self) -> None:
        idle_since = time.monotonic()
        while True:
            with self._changed:
                watch = self._watch
                if watch is None and time.monotonic() - idle_since > SLEEPS_AFTER:
                    self._asleep = True
                    connection.close()
                    self._changed.wait()
                    self._asleep = False
                    watch = self._watch
            if watch:
                idle_since = time.monotonic()
                self._look(watch)
            time.sleep(min(LOOKS_EVERY, self._interval()))

    def _look(self, watch: Watch) -> None:
        if time.monotonic() > watch.kill_at:
            logger.error("A run does not stop; its process is ended", extra=_about(watch))
            os.kill(os.getpid(), signal.SIGKILL)
        try:
            with working_in(watch.tenant):
                watch.progress.flush()
                if time.monotonic() >= watch.renew_at:
                    watch.renew_at = time.monotonic() + self._interval()
                    if not watch.held.renew():
                        watch.progress.lose()
        except Cancelled:
            watch.progress.lose()
        except (DatabaseError, InterfaceError):
            logger.warning("A lease could not be renewed", extra=_about(watch))
            connection.close()


def _about(watch: Watch) -> dict[str, str]:
    return {"tenant": watch.tenant.slug, "run": str(watch.held.run_id)}


keeper = Keeper()
