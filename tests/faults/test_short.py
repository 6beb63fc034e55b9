"""The short form of `make faults`: real workers, Redis and PostgreSQL, killed while they work."""

import os
import subprocess
import sys

from config.paths import ROOT
from tests.browser.server import NOT_INHERITED

SECONDS = 240


def test_nothing_is_lost_or_done_twice_when_workers_and_redis_are_killed() -> None:
    given = {name: value for name, value in os.environ.items() if name not in NOT_INHERITED}
    trial = subprocess.run(
        [sys.executable, "-m", "faults", "--short"],
        cwd=ROOT,
        env=given,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert trial.returncode == 0, trial.stdout + trial.stderr[-4_000:]
    assert "0 lost, 0 done twice" in trial.stdout
