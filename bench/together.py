"""A group of two hundred guests in one session: is every answer counted once, and how long until
everybody sees it? The times are reported, not judged: they depend on the machine."""

import http.client
import json
import re
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode

from bench.site import Site

GUESTS = 200
CHANGES = 10
PATIENCE = 60.0
SHOWN = re.compile(rb'id: (\d+)\nevent: shown\n.{0,300}?data-said="(\d+) answer', re.DOTALL)
FORM = {"_row": "/criteria/0", "/criteria/0/name": "Fit", "/criteria/0/weight": "1"}


@dataclass
class Guest:
    """Somebody with the link: a cookie, and a page that is open."""

    port: int
    path: str
    name: str
    cookies: dict[str, str] = field(default_factory=dict)
    token: str = ""
    # When each version of the session was shown here, and how many answers it had.
    seen: dict[int, tuple[float, int]] = field(default_factory=dict)

    def request(self, method: str, path: str, form: dict[str, str] | None = None) -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        body = urlencode({**form, "csrfmiddlewaretoken": self.token}) if form else None
        connection.request(method, path, body, self._headers())
        answer = connection.getresponse()
        text = answer.read().decode()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        connection.close()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status}")
        return text

    def _headers(self) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return {"Host": "acme.localhost", "Cookie": cookies, **kind}

    def join(self) -> None:
        page = self.request("GET", self.path)
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        self.token = found[1] if found else ""
        self.request("POST", self.path, {"name": self.name})

    def answer(self, score: int) -> float:
        """When the answer was acknowledged."""
        self.request("POST", self.path, {**FORM, "/criteria/0/score": str(score)})
        return time.perf_counter()

    def watch(self, ready: threading.Semaphore) -> None:
        """Read the stream until it ends."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("GET", f"{self.path}/stream?seen=0", headers=self._headers())
        answer = connection.getresponse()
        if answer.status != 200:
            raise RuntimeError(f"stream: {answer.status}")
        for frame in self._frames(answer):
            found = SHOWN.search(frame)
            if found:
                self.seen[int(found[1])] = (time.perf_counter(), int(found[2]))
                ready.release()

    def _frames(self, answer: http.client.HTTPResponse) -> Iterator[bytes]:
        kept = b""
        try:
            while piece := answer.read1(1 << 16):
                *whole, kept = (kept + piece).split(b"\n\n")
                yield from whole
        except (TimeoutError, OSError, ValueError):
            return

    def count(self) -> int:
        return max((count for _, count in list(self.seen.values())), default=-1)


def together(found: Site) -> bool:
    session, link = _session(found)
    guests = [Guest(found.product_port, link, f"Guest {number}") for number in range(GUESTS)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(Guest.join, guests))
    ready = threading.Semaphore(0)
    for guest in guests:
        threading.Thread(target=guest.watch, args=(ready,), daemon=True).start()
    for _ in guests:
        ready.acquire(timeout=PATIENCE)
    started = time.perf_counter()
    with ThreadPoolExecutor(16) as pool:
        acknowledged = list(pool.map(lambda pair: pair[1].answer(pair[0] % 11), enumerate(guests)))
    took = max(acknowledged) - started
    whole = _until(lambda: all(guest.count() == GUESTS for guest in guests))
    last = [max(at for at, _ in guest.seen.values()) - max(acknowledged) for guest in guests]
    lags = [lag for number in range(CHANGES) for lag in _change(guests, number)]
    counted = _api(found, f"/api/group-sessions/{session}/aggregate")["count"]
    print(f"{GUESTS} guests in one session, all pages open, all answers at once")
    print(f"  counted {counted}; shown everywhere: {'yes' if whole else 'NO'}")
    print(f"  answers took {took:.1f} s in all; the last was on every page {max(last):.2f} s after")
    _report(f"  a change on {GUESTS} pages", lags)
    return whole and counted == GUESTS


def _change(guests: list[Guest], number: int) -> list[float]:
    """One guest answers again; how long until each page shows it."""
    before = {guest.name: max(guest.seen) for guest in guests}
    at = guests[number].answer(number)
    _until(lambda: all(max(guest.seen) > before[guest.name] for guest in guests))
    found = [guest.seen[max(guest.seen)][0] - at for guest in guests]
    time.sleep(0.5)
    return found


def _report(words: str, lags: list[float]) -> None:
    ordered = sorted(lags)
    late = sum(lag > 2 for lag in ordered)
    print(
        f"{words}: p50 {statistics.median(ordered):.2f} s, p95 {ordered[len(ordered) * 95 // 100]:.2f} s, "
        f"max {ordered[-1]:.2f} s; later than 2 s: {late} of {len(ordered)}",
        flush=True,
    )


def _until(fact: Callable[[], bool]) -> bool:
    deadline = time.perf_counter() + PATIENCE
    while time.perf_counter() < deadline:
        if fact():
            return True
        time.sleep(0.02)
    return False


def _session(found: Site) -> tuple[str, str]:
    session = _api(found, "/api/group-sessions", {"tool": "quick-score"})["id"]
    url = _api(found, f"/api/group-sessions/{quote(session)}/share", {})["url"]
    return session, url[url.index("/join/") :]


def _api(found: Site, path: str, body: dict[str, object] | None = None) -> dict[str, Any]:
    connection = http.client.HTTPConnection("127.0.0.1", found.product_port, timeout=PATIENCE)
    headers = {
        "Host": "acme.localhost",
        "Authorization": f"Bearer {found.key}",
        "Content-Type": "application/json",
    }
    method, text = ("GET", None) if body is None else ("POST", json.dumps(body))
    connection.request(method, path, text, headers)
    read: dict[str, Any] = json.loads(connection.getresponse().read())
    return read
