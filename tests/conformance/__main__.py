"""`make conformance`: starts the product with the fixtures, and runs the suite and the inspector
against it."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.paths import ROOT
from config.services import processes
from config.services.embedded import services
from tests.browser.server import READY_SECONDS, free_port, is_free
from tests.conformance.inspector import inspect

REVISIONS = ["2025-11-25", "2026-07-28"]
EXPECTED = ROOT / "tests" / "conformance" / "expected-failures.yml"
THREADS = 16


def main(node: str, suite: str, inspector: str) -> int:
    with (
        tempfile.TemporaryDirectory(prefix="tenon-conformance-") as name,
        serving(folder := Path(name)) as url,
    ):
        inspect(node, inspector, url)
        return max(run(node, suite, url, revision, folder) for revision in REVISIONS)


def run(node: str, suite: str, url: str, revision: str, folder: Path) -> int:
    command = [node, suite, "server", "--url", url, "--requirements", revision]
    options = ["--expected-failures", str(EXPECTED), "--output-dir", str(folder / "results")]
    return subprocess.run([*command, *options], check=False, cwd=folder).returncode


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of the endpoint, for as long as it is served."""
    port = free_port()
    given = {
        "DEMO": "0",
        "LOG_FORMAT": "json",
        "API_REQUESTS_PER_MINUTE": "1000000",
        "MODEL": "none",
    }
    os.environ.update(DATA_DIR=str(folder), WEB_THREADS=str(THREADS), PORT=str(port), **given)
    children = processes.Processes()
    with services(folder), (folder / "web.log").open("w") as log:
        python("manage.py", "prepare")
        code = "from tests.conformance.seed import seed; print(seed())"
        os.environ["CONFORMANCE_KEY"] = python("manage.py", "shell", "--no-imports", "-c", code)
        try:
            options = {"threads": THREADS, "workers": 1, "streams": 64}
            command = processes.web(host="127.0.0.1", port=port, **options)
            command[1] = "tests.conformance.wsgi:application"
            children.start("web", command, output=log)
            wait(port, children)
            yield f"http://localhost:{port}/mcp"
        finally:
            children.stop()
            failures = [
                line for line in (folder / "web.log").read_text().splitlines() if "rror" in line
            ]
            sys.stderr.write("\n".join(failures[:20]))


def python(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT)
    return done.stdout.strip().splitlines()[-1] if done.stdout.strip() else ""


def wait(port: int, children: processes.Processes) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while is_free(port):
        if children.ended() or time.monotonic() > deadline:
            raise RuntimeError("The product did not start.")
        time.sleep(0.1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
