"""The processes of a running installation and the order in which they start and stop."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from config.paths import ROOT

STOP_SECONDS = 15
BIN = Path(sys.executable).parent


@dataclass
class Processes:
    """Children in sessions of their own: Ctrl-C reaches only us, and we stop them in order."""

    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self, name: str, command: list[str], *, output: IO[str] | None = None) -> None:
        # Celery warns of root at length; whether to run as root is said in docs/operating.md.
        env = {**os.environ, "PYTHONWARNINGS": "ignore:You're running the worker"}
        self.running[name] = subprocess.Popen(
            command, cwd=ROOT, env=env, start_new_session=True, stdout=output, stderr=output
        )

    def ended(self) -> str | None:
        """The name of a child that ended by itself."""
        return next(
            (name for name, child in self.running.items() if child.poll() is not None), None
        )

    def stop(self) -> None:
        for child in reversed(self.running.values()):
            _signal(child, signal.SIGTERM)
        deadline = time.monotonic() + STOP_SECONDS
        for child in self.running.values():
            try:
                child.wait(timeout=max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                _signal(child, signal.SIGKILL)
                child.wait()
        self.running.clear()


def _signal(child: subprocess.Popen[bytes], number: signal.Signals) -> None:
    if child.poll() is None:
        os.kill(child.pid, number)


def web(*, host: str, port: int, threads: int, workers: int, streams: int = 0) -> list[str]:
    return [
        str(BIN / "granian"),
        "config.wsgi:application",
        *("--interface", "wsgi"),
        *("--host", host),
        *("--port", str(port)),
        *("--workers", str(workers)),
        # Threads are for streams too; how many requests work at a time is said by config.slots.
        *("--blocking-threads", str(threads + streams)),
        *("--blocking-threads-idle-timeout", "600"),
        *("--log-level", "error"),
        *("--no-ws", "--respawn-failed-workers"),
    ]


def worker(*, concurrency: int) -> list[str]:
    options = ["--loglevel", "INFO", "--concurrency", str(concurrency)]
    return [str(BIN / "celery"), "--app", "config", "--quiet", "worker", *options]


def beat(*, schedule: Path) -> list[str]:
    options = ["--loglevel", "WARNING", "--schedule", str(schedule), "--pidfile", ""]
    return [str(BIN / "celery"), "--app", "config", "--quiet", "beat", *options]
