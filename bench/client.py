"""A keep-alive client that measures, alternating between what it compares.

Machines are noisy; a ratio of two things measured turn by turn in the same seconds is not.
"""

import http.client
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

WARM_UP = 200


@dataclass
class Target:
    """One address, one connection, and how long each request took."""

    name: str
    port: int
    path: str
    headers: dict[str, str] = field(default_factory=dict)
    method: str = "GET"
    body: str | None = None
    seconds: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.answer = b""
        self._connection = http.client.HTTPConnection("127.0.0.1", self.port)

    def request(self) -> None:
        started = time.perf_counter()
        self._connection.request(self.method, self.path, self.body, self.headers)
        response = self._connection.getresponse()
        body = response.read()
        self.seconds.append(time.perf_counter() - started)
        if response.status not in {200, 202}:
            raise RuntimeError(f"{self.name}: {response.status} {body[:200]!r}")
        self.answer = body

    @property
    def p50_ms(self) -> float:
        return statistics.median(self.seconds) * 1000


def interleave(targets: list[Target], *, requests: int) -> None:
    """Ask each in turn; the first rounds only warm up."""
    for _ in _rounds(targets, WARM_UP):
        pass
    for target in targets:
        target.seconds.clear()
    for _ in _rounds(targets, requests):
        pass


def _rounds(targets: list[Target], count: int) -> Iterator[None]:
    for _ in range(count):
        for target in targets:
            target.request()
        yield
