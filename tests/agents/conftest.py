import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from config.services import model

START_SECONDS = 60


@pytest.fixture(scope="session")
def embedded_model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the real one, started for the tests that need it."""
    folder: Path = tmp_path_factory.mktemp("model")
    server = model.start(folder)
    deadline = time.monotonic() + START_SECONDS
    while not _answers(f"http://127.0.0.1:{server.port}/health"):
        log = (folder / "log").read_text()
        assert server.process.poll() is None, log
        assert time.monotonic() < deadline, log
        time.sleep(0.1)
    yield server.url
    server.stop()


def _answers(url: str) -> bool:
    try:
        return httpx2.get(url, trust_env=False).status_code == 200
    except httpx2.HTTPError:
        return False
