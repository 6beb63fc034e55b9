"""MCP against the bare server of the SDK, and against REST."""

import json
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.client import Target, interleave
from bench.flood import rate
from bench.site import Site, free_port, wait_for
from config.services import processes

CRITERIA = [{"name": "Fit", "weight": 3, "score": 8}]
CALL: dict[str, object] = {"name": "quick-score", "arguments": {"criteria": CRITERIA}}
HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json, text/event-stream",
    "MCP-Protocol-Version": "2025-11-25",
}
AT_ONCE, ROUNDS, EACH = 32, 7, 25


def message(method: str, params: dict[str, object]) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})


def product(found: Site, name: str, body: str, *, host: str = "acme", key: str = "") -> Target:
    bearer = {"Host": f"{host}.localhost", "Authorization": f"Bearer {key or found.key}"}
    return Target(name, found.product_port, "/mcp", {**HEADERS, **bearer}, "POST", body)


@contextmanager
def bare(found: Site, folder: Path) -> Iterator[int]:
    """The port of the SDK's server, which describes the very tools that the product describes."""
    listing = message("tools/list", {})
    for number, target in (
        (50, product(found, "", listing, host="ims", key=found.small_key)),
        (1000, product(found, "", listing)),
    ):
        target.request()
        (folder / f"tools-{number}.json").write_bytes(target.answer)
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "bench.sdk:application"]
    options = ["--port", str(port), "--log-level", "error", "--no-access-log"]
    children = processes.Processes()
    with (folder / "sdk.log").open("w") as log:
        children.start("sdk", [*command, *options], output=log)
        try:
            wait_for(port)
            yield port
        finally:
            children.stop()


def rows(found: Site, folder: Path) -> list[bool]:
    with bare(found, folder) as port:
        call = message("tools/call", CALL)
        ours = product(found, "tools/call", call)
        theirs = Target("the bare SDK server", port, "/score/", HEADERS, "POST", call)
        return [
            _compared(ours, theirs, most=1.5, requests=500),
            _throughput(ours, theirs),
            *(_listed(found, port, number) for number in (50, 1000)),
            _against_rest(found, call),
        ]


def _listed(found: Site, port: int, number: int) -> bool:
    body = message("tools/list", {})
    where = {"host": "ims", "key": found.small_key} if number == 50 else {}
    ours = product(found, f"tools/list of {number}", body, **where)
    theirs = Target("the bare SDK server", port, f"/list{number}/", HEADERS, "POST", body)
    return _compared(ours, theirs, most=0.5, requests=30 if number == 1000 else 300)


def _against_rest(found: Site, call: str) -> bool:
    bearer = {"Host": "acme.localhost", "Authorization": f"Bearer {found.key}"}
    headers = {**bearer, "Content-Type": "application/json"}
    body = json.dumps({"input": CALL["arguments"]})
    path = "/api/tools/quick-score/run"
    rest = Target(f"POST {path}", found.product_port, path, headers, "POST", body)
    return _compared(product(found, "tools/call", call), rest, most=1.3, requests=500)


def _compared(ours: Target, theirs: Target, *, most: float, requests: int) -> bool:
    interleave([theirs, ours], requests=requests)
    ratio = ours.p50_ms / theirs.p50_ms
    verdict = "ok" if ratio <= most else "OVER"
    print(f"{ours.name}  p50 {ours.p50_ms:.2f} ms; {theirs.name} {theirs.p50_ms:.2f} ms")
    print(f"  ratio {ratio:.2f}, at most {most}: {verdict}", flush=True)
    return ratio <= most


def _throughput(ours: Target, theirs: Target) -> bool:
    """Many at once, turn by turn."""
    rates: dict[str, list[float]] = {"ours": [], "theirs": []}
    for _ in range(ROUNDS):
        rates["theirs"].append(rate(theirs, at_once=AT_ONCE, each=EACH))
        rates["ours"].append(rate(ours, at_once=AT_ONCE, each=EACH))
    got, floor = statistics.median(rates["ours"]), statistics.median(rates["theirs"])
    ratio = got / floor
    verdict = "ok" if ratio >= 1 else "UNDER"
    print(f"{ours.name}, {AT_ONCE} at once  {got:.0f}/s; {theirs.name} {floor:.0f}/s")
    print(f"  ratio {ratio:.2f}, at least 1.0: {verdict}", flush=True)
    return ratio >= 1
