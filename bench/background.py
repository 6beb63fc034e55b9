"""Background runs: what accepting one costs, how many a second, how soon a word is seen."""

import http.client
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from bench.client import Target
from bench.site import Site
from config.paths import ROOT
from config.services import processes

RUNS = 2_000
WORDS = 60
LEAST_SHARE = 0.4
MOST_TO_ACCEPT = 1.5

THROUGHPUT = """
import time
from bench import worker
from config.redis import client
from accounts.catalogue import Role
from accounts.demo import email_of
from accounts.models import User
from accounts.principal import principal_of_user
from sessions_app.events import Source
from sessions_app.models import PendingRun
from tenants.context import tenant_context
from tools_app.execution.run import run_tool
from bench.background import RUNS


def plain(runs):
    client().delete(worker.COUNTER)
    started = time.perf_counter()
    for _ in range(runs):
        worker.plain.delay()
    while int(client().get(worker.COUNTER) or 0) < runs:
        time.sleep(0.005)
    return runs / (time.perf_counter() - started)


def ours(runs, principal):
    started = time.perf_counter()
    for _ in range(runs):
        run_tool(principal=principal, slug="bench-look", payload={}, source=Source.API, background=True)
    while PendingRun.objects.exists():
        time.sleep(0.005)
    return runs / (time.perf_counter() - started)


with tenant_context("acme"):
    principal = principal_of_user(User.objects.with_groups().get(email=email_of(Role.MEMBER, "acme")))
    plain(200), ours(200, principal)
    pairs = [(plain(RUNS), ours(RUNS, principal)) for _ in range(3)]
    print("RATES", *(sorted(side)[1] for side in zip(*pairs)))
"""

MAKE_TELLER = """
from tenants.context import tenant_context
from tools_app.models import Tool
from tools_app.resolver import catalogue_changed
with tenant_context("acme"):
    schema = {"type": "object", "properties": {}}
    Tool.objects.create(slug="bench-tell", kind="tenant_custom", name="Tell", effect="read",
                        input_schema=schema, output_schema=schema, execution={"shape": "bench"})
    catalogue_changed()
"""


def _shell(script: str) -> str:
    command = [sys.executable, str(ROOT / "manage.py"), "shell", "--no-imports", "-c", script]
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout


@contextmanager
def working() -> Iterator[None]:
    """A worker with two processes, as `make run` starts it."""
    os.environ["RUNS_PER_TENANT"] = "4"
    children = processes.Processes()
    command = [str(processes.BIN / "celery"), "--app", "bench.worker", "--quiet", "worker"]
    try:
        children.start("worker", [*command, "--concurrency", "2", "--loglevel", "ERROR"])
        yield
    finally:
        children.stop()


def accepting(found: Site, headers: dict[str, str], body: str) -> tuple[Target, Target]:
    """The same quick tool, within the request and left to a worker."""
    path = "/api/tools/quick-score/run"
    sent = {**headers, "Content-Type": "application/json"}
    inline = Target("within the request", found.product_port, path, sent, "POST", body)
    left = {**sent, "Prefer": "respond-async"}
    return Target(
        f"POST {path}, left to a worker", found.product_port, path, left, "POST", body
    ), inline


def throughput() -> bool:
    line = next(line for line in _shell(THROUGHPUT).splitlines() if line.startswith("RATES"))
    plain, ours = map(float, line.split()[1:])
    share = ours / plain
    verdict = "ok" if share >= LEAST_SHARE else "UNDER"
    print(f"background runs  {ours:.0f} a second; plain Celery {plain:.0f}")
    print(f"  share {share:.2f}, at least {LEAST_SHARE}: {verdict}", flush=True)
    return share >= LEAST_SHARE


def first_word(found: Site, headers: dict[str, str]) -> None:
    """From the worker's writing it to the client's reading it, over the stream of its events."""
    _shell(MAKE_TELLER)
    seconds = [_heard(found.product_port, headers) for _ in range(WORDS)]
    print(
        f"first word of a run, from worker to client  p50 {statistics.median(seconds) * 1000:.1f} ms"
    )


def _heard(port: int, headers: dict[str, str]) -> float:
    connection = http.client.HTTPConnection("127.0.0.1", port)
    sent = {**headers, "Content-Type": "application/json"}
    connection.request("POST", "/api/tools/bench-tell/run", '{"input": {}}', sent)
    run_id = json.loads(connection.getresponse().read())["run_id"]
    asked = {**headers, "Accept": "text/event-stream"}
    connection.request("GET", f"/api/runs/{run_id}/events", headers=asked)
    response = connection.getresponse()
    took = 0.0
    for line in response:
        if line.startswith(b"data: ") and b'"text"' in line:
            took = time.time() - float(json.loads(line[6:])["payload"]["text"])
    return took
