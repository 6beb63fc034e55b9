"""Every hostile case is refused at save, or harmless with every value; see hostile.py."""

import json
import subprocess
import sys
from typing import Any

import pytest

from config.paths import ROOT
from tests.tools_app.schemas import hostile

CPU_SECONDS = 0.25
MEGABYTES = 50

CASES = [*hostile.corpus(), *hostile.refused(), *hostile.harmless()]


@pytest.fixture(scope="module")
def reports() -> dict[str, Any]:
    command = [sys.executable, "-m", "tests.tools_app.schemas.arena"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=True
    )
    return {report["id"]: report for report in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: hostile.Case, reports: dict[str, Any]) -> None:
    report = reports[case.id]
    assert "died" not in report
    assert not report["called"], "a server was called"
    assert report["seen"] == [], "a file or a socket was opened"
    for step in report["steps"]:
        assert step["wrong"] == "", step["name"]
        assert step["cpu"] <= CPU_SECONDS, step["name"]
        assert step["memory"] <= MEGABYTES, step["name"]
    assert bool(report["steps"][0]["faults"]) == case.refused


def test_the_audit_hook_sees_what_it_should() -> None:
    """Or the test above would prove nothing."""
    script = (
        "from tests.tools_app.schemas import arena\n"
        "import socket\n"
        "seen = []\n"
        "arena.watch(seen)\n"
        "open('/dev/null').close()\n"
        "socket.socket().close()\n"
        "print(seen)\n"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "open ('/dev/null',)" in done.stdout
    assert "socket.__new__" in done.stdout
