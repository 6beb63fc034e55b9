"""Forms that the code lays out by hand, by the name of what they are for."""

from dataclasses import dataclass


@dataclass(frozen=True)
class FormSpec:
    name: str


class Forms:
    def find(self, name: str) -> FormSpec | None:  # noqa: ARG002 - none yet
        return None


forms = Forms()
