"""Many requests at once, by a client that leaves the processor to the servers: one thread, prepared
bytes, and no more reading than finding the end of an answer."""

import re
import selectors
import socket
import time
from dataclasses import dataclass

from bench.client import Target

LAST_CHUNK = b"0\r\n\r\n"
LENGTH = re.compile(rb"content-length: *([0-9]+)", re.IGNORECASE)


@dataclass
class Connection:
    sent: bytes
    left: int
    socket: socket.socket
    received: bytes = b""

    def ask(self) -> None:
        self.left -= 1
        self.received = b""
        self.socket.sendall(self.sent)

    def read(self) -> bool:
        """Whether the answer is whole. Raises `RuntimeError` for one that is no success."""
        found = self.socket.recv(65536)
        if not found:
            raise RuntimeError("The server has hung up.")
        self.received += found
        head, ends, body = self.received.partition(b"\r\n\r\n")
        if not ends:
            return False
        if b" 200 " not in head[:16]:
            raise RuntimeError(self.received[:300].decode(errors="replace"))
        length = LENGTH.search(head)
        return len(body) >= int(length[1]) if length else body.endswith(LAST_CHUNK)


def rate(target: Target, *, at_once: int, each: int) -> float:
    """Requests a second, over so many connections that send one after the other."""
    sent = _bytes(target)
    chooser = selectors.DefaultSelector()
    for _ in range(at_once):
        made = socket.create_connection(("127.0.0.1", target.port))
        made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        chooser.register(made, selectors.EVENT_READ, Connection(sent, each, made))
    connections: list[Connection] = [key.data for key in chooser.get_map().values()]
    started = time.perf_counter()
    for connection in connections:
        connection.ask()
    while chooser.get_map():
        for key, _ in chooser.select():
            connection = key.data
            if connection.read():
                _next(chooser, connection)
    return at_once * each / (time.perf_counter() - started)


def _next(chooser: selectors.BaseSelector, connection: Connection) -> None:
    if connection.left:
        connection.ask()
        return
    chooser.unregister(connection.socket)
    connection.socket.close()


def _bytes(target: Target) -> bytes:
    body = (target.body or "").encode()
    headers = {"Host": "127.0.0.1", **target.headers, "Content-Length": str(len(body))}
    lines = [f"{target.method} {target.path} HTTP/1.1", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode() + body
