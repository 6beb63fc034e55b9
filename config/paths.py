"""Where the project keeps its files. Needs no Django settings."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def data_dir() -> Path:
    """The git-ignored folder of everything that is written at run time."""
    return Path(os.environ.get("DATA_DIR") or ROOT / ".data").resolve()
