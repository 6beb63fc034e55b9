"""The addresses of the embedded services, shared by the processes that use them.

`make run` writes them to a file in the data folder; any `manage.py` command finds them there.
Addresses that the environment gives always win.
"""

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path

from config.env import load_file
from config.paths import ROOT, data_dir


@dataclass(frozen=True)
class Addresses:
    database_url: str
    redis_url: str
    broker_url: str
    # Of the embedded model, if there is one.
    model_url: str = ""

    def as_environment(self) -> dict[str, str]:
        return {
            "DATABASE_URL": self.database_url,
            "REDIS_URL": self.redis_url,
            "CELERY_BROKER_URL": self.broker_url,
            "MODEL_URL": self.model_url,
        }


def _file() -> Path:
    return data_dir() / "services.json"


def write(addresses: Addresses) -> None:
    _file().write_text(json.dumps(asdict(addresses)))


def forget() -> None:
    _file().unlink(missing_ok=True)


def use_running_services() -> None:
    """Put the addresses of a running `make run` into this process's environment."""
    load_file(ROOT / ".env")
    if _file().is_file():
        running = Addresses(**json.loads(_file().read_text()))
        for name, value in running.as_environment().items():
            os.environ.setdefault(name, value)
