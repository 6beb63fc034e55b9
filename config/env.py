"""Typed readers for settings that come from the environment.

A value that cannot be read stops the start with the variable's name and what it should look like.
"""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

TRUE = {"1", "true", "yes", "on"}
FALSE = {"0", "false", "no", "off"}


def load_file(path: Path) -> None:
    """Take KEY=value lines from a file; what the environment already has stays."""
    if not path.is_file():
        return
    for line in path.read_text().splitlines():
        key, separator, value = line.strip().partition("=")
        if separator and not key.startswith("#"):
            os.environ.setdefault(key.strip(), value.strip().strip("'\""))


def text(name: str, default: str = "") -> str:
    return os.environ.get(name) or default


def flag(name: str, *, default: bool = False) -> bool:
    value = os.environ.get(name, "").lower()
    if not value:
        return default
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")
    return value in TRUE


def integer(name: str, default: int) -> int:
    value = os.environ.get(name, "")
    if not value:
        return default
    try:
        return int(value)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from error


def choice(name: str, allowed: tuple[str, ...]) -> str:
    """One of the allowed words; the first is the default."""
    value = text(name, allowed[0])
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {value!r}.")
    return value
