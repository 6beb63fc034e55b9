"""`make run`: from nothing to a served demo, and back to nothing on Ctrl-C."""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from config import env
from config.paths import ROOT, data_dir
from config.services import addresses, processes
from config.services.embedded import services

READY_SECONDS = 60


class StartError(Exception):
    """Something a person must change before this can start; the message says what."""


class Stop(Exception):
    """Somebody asked us to stop."""


def say(text: str) -> None:
    print(f"  {text}", flush=True)


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    env.load_file(ROOT / ".env")
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    host, port = env.text("HOST", "127.0.0.1"), env.integer("PORT", 8000)
    try:
        run(host, port)
    except StartError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except Stop:
        say("Stopped.")
    return 0


def run(host: str, port: int) -> None:
    folder = data_dir()
    folder.mkdir(parents=True, exist_ok=True)
    with only_one(), processes_stopped_last() as children:
        require_free_port(host, port)
        say("Starting PostgreSQL, Redis and the model …")
        with services(folder) as found:
            addresses.write(found)
            try:
                prepare()
                serve(children, host, port)
            finally:
                say("Stopping …")
                children.stop()
                addresses.forget()


@contextmanager
def processes_stopped_last() -> Iterator[processes.Processes]:
    children = processes.Processes()
    try:
        yield children
    finally:
        children.stop()


@contextmanager
def only_one() -> Iterator[None]:
    """Two supervisors of one data folder would fight over it."""
    with (data_dir() / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StartError(
                "Tenon is already running from this folder. Stop it first, or start this one "
                "with another data folder: make run DATA_DIR=… PORT=…"
            ) from error
        yield


def require_free_port(host: str, port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise StartError(
                f"Port {port} on {host} cannot be used ({error.strerror}). "
                f"Choose another one: make run PORT={port + 1}"
            ) from error


def prepare() -> None:
    result = subprocess.run([sys.executable, str(ROOT / "manage.py"), "prepare"], check=False)
    if result.returncode:
        raise StartError("Preparing the database failed; the reason is above.")


def serve(children: processes.Processes, host: str, port: int) -> None:
    share_metrics(data_dir() / "metrics")
    web = processes.web(
        host=host,
        port=port,
        threads=env.integer("WEB_THREADS", 8),
        streams=env.integer("WEB_STREAMS", 256),
        workers=env.integer("WEB_WORKERS", 1),
    )
    children.start("web", web)
    children.start("worker", processes.worker(concurrency=env.integer("WORKER_PROCESSES", 2)))
    children.start("beat", processes.beat(schedule=data_dir() / "beat-schedule"))
    wait_until_ready(children, port)
    subprocess.run([sys.executable, str(ROOT / "manage.py"), "welcome", str(port)], check=False)
    while (name := children.ended()) is None:
        time.sleep(0.5)
    raise StartError(f"The {name} process ended by itself; the reason is above.")


def share_metrics(folder: Path) -> None:
    """The processes write their measurements there; one of them adds them up."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(folder)


def wait_until_ready(children: processes.Processes, port: int) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if name := children.ended():
            raise StartError(f"The {name} process did not start; the reason is above.")
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise StartError(f"The web server was not ready within {READY_SECONDS} seconds.")


def _stop(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - signal's signature
    # Stopping takes a moment; a second Ctrl-C must not leave half of it running.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise Stop


if __name__ == "__main__":
    sys.exit(main())
