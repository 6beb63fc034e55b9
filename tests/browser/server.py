"""The product as a person starts it: the supervisor of `make run`, in a data folder of its own."""

import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from config.paths import ROOT

READY = "Tenon is running"
READY_SECONDS = 240
STOP_SECONDS = 40
# What tests/plugin.py gives to this process; the product brings its own.
NOT_INHERITED = {
    "DATABASE_URL",
    "REDIS_URL",
    "CELERY_BROKER_URL",
    "DJANGO_SETTINGS_MODULE",
    "PROMETHEUS_MULTIPROC_DIR",
}


@dataclass(frozen=True)
class Server:
    process: subprocess.Popen[bytes]
    port: int
    data: Path
    log: Path

    def url(self, slug: str = "acme", path: str = "") -> str:
        return f"http://{slug}.localhost:{self.port}{path}"


def start(folder: Path) -> Server:
    """Raises `RuntimeError` with what it wrote when it does not come up."""
    port, data, log = free_port(), folder / "data", folder / "log"
    given = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "config.services"],
            cwd=ROOT,
            env={
                **given,
                "DATA_DIR": str(data),
                "HOST": "127.0.0.1",
                "PORT": str(port),
                "TOOL_CALLS_PER_MINUTE": "10000",
            },
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    server = Server(process, port, data, log)
    _wait_until_ready(server)
    return server


def _wait_until_ready(server: Server) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while READY not in server.log.read_text():
        if server.process.poll() is not None or time.monotonic() > deadline:
            server.process.send_signal(signal.SIGINT)
            server.process.wait(STOP_SECONDS)
            raise RuntimeError(f"The product did not start:\n{server.log.read_text()}")
        time.sleep(0.1)


def stop(server: Server) -> int:
    """As Ctrl-C does; returns the exit status."""
    server.process.send_signal(signal.SIGINT)
    return server.process.wait(STOP_SECONDS)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0
