"""What other apps do when a tenant is made or deleted, declared by them, run by provisioning."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tenants.models import Tenant


@dataclass(frozen=True)
class Step:
    """One step of making or deleting a tenant. It may run again after a crash: it must not mind."""

    key: str
    label: str
    run: Callable[[Tenant], None]


class DuplicateStep(Exception):
    pass


class StepRegistry:
    def __init__(self) -> None:
        self._steps: dict[str, Step] = {}

    def register(self, step: Step) -> None:
        if step.key in self._steps:
            raise DuplicateStep(step.key)
        self._steps[step.key] = step

    @contextmanager
    def register_temporarily(self, step: Step) -> Iterator[None]:
        self.register(step)
        try:
            yield
        finally:
            del self._steps[step.key]

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps.values())


steps = StepRegistry()
# Run once the dump is written and while the schema is still there.
removals = StepRegistry()
# What the demo's workspaces get beside their people, inside of each; run at every `prepare`.
demo = StepRegistry()
