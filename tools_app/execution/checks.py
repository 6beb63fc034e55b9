"""What the shapes have against a spec beyond its form, said when it is saved: each app registers
what it knows of its own."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from config.errors import Fault

Schema = dict[str, Any]


def _nothing(*_given: Any) -> Iterable[Fault]:
    return ()


@dataclass(frozen=True)
class Check:
    """`names`: what the spec names must be there. `output`: what it gives must be something that
    the tool's output schema promises; asked of what goes live, not of drafts."""

    names: Callable[[Any], Iterable[Fault]] = _nothing
    output: Callable[[Any, Schema], Iterable[Fault]] = _nothing


class DuplicateCheck(Exception):
    pass


class Checks:
    def __init__(self) -> None:
        self._checks: dict[str, Check] = {}

    def register(self, shape: str, check: Check) -> None:
        if shape in self._checks:
            raise DuplicateCheck(shape)
        self._checks[shape] = check

    def find(self, shape: str) -> Check:
        return self._checks.get(shape, Check())


checks = Checks()
