"""Chromium against the running product."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, StorageState, sync_playwright

from accounts.catalogue import Role
from tests.browser import server as servers
from tests.browser.server import Server
from tests.browser.visitors import Visitors

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Containers have no user namespaces; the rest keeps it from calling its maker.
FLAGS = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

States = dict[tuple[Role, str], StorageState]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = servers.start(tmp_path_factory.mktemp("product"))
    yield running
    assert servers.stop(running) == 0, running.log.read_text()
    assert servers.is_free(running.port)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Of the package, not of the session: while Playwright runs, its event loop is this thread's,
    and Django rightly refuses the ORM there. It ends before other tests begin."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    assert program, "Chromium is missing; scripts/chromium.sh installs it."
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="package")
def states() -> States:
    return {}


@pytest.fixture
def visitors(browser: Browser, server: Server, states: States) -> Iterator[Visitors]:
    """Fails the test for whatever a browser complained about and the test did not expect."""
    found = Visitors(browser, server, states)
    yield found
    assert found.close() == []
