"""Starts a real PostgreSQL and a real Redis for the tests, before Django reads its settings.

Where several processes share the tests (`-n`), each has its own; the one that only hands them out
has none.
"""

import os
import sys
from contextlib import ExitStack

import psycopg
import pytest

from config.paths import ROOT
from config.services.embedded import services

_running = ExitStack()


def _start() -> None:
    folder = ROOT / ".data" / "test" / os.environ.get("PYTEST_XDIST_WORKER", "alone")
    os.environ["DATA_DIR"] = str(folder)
    os.environ["TENON_ENV"] = "development"
    # Tests that need the model start it themselves.
    os.environ["MODEL"] = "none"
    found = _running.enter_context(services(folder))
    with psycopg.connect(found.database_url, autocommit=True) as connection:
        # Test data may be lost in a power cut.
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")


if "PYTEST_XDIST_WORKER" in os.environ or "-n" not in sys.argv:
    _start()


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    _running.close()
