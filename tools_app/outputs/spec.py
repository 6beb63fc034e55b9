"""Views: how the result of a tool is put together, and the registry of them by `tool:<slug>`."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from tools_app.definitions import DefinitionError, Section, ToolDefinition
from tools_app.outputs.kinds import Block

Maker = Callable[[Any], Sequence[Block]]
BESIDE = frozenset({"radar", "ranking"})


def view_key(slug: str) -> str:
    return f"tool:{slug}"


def custom_key(slug: str) -> str:
    """The key of a section that a tool draws itself."""
    return f"tool-output-{slug}"


@dataclass(frozen=True)
class ViewSpec:
    """Sections in their order. One of type `custom` with the key `tool-output-<slug>` is made by
    `custom`, a function of the whole output that gives blocks."""

    slug: str
    sections: tuple[Section, ...]
    custom: Maker | None = None

    @property
    def key(self) -> str:
        return view_key(self.slug)

    def faults(self, schema: dict[str, Any]) -> list[str]:
        """The keys of sections that the output schema does not have."""
        known = {*schema.get("properties", {}), *([custom_key(self.slug)] if self.custom else [])}
        return [section.key for section in self.sections if section.key not in known]


class Views:
    def __init__(self) -> None:
        self._specs: dict[str, ViewSpec] = {}

    def register(self, spec: ViewSpec) -> None:
        """Raises `DefinitionError` when another view has the key."""
        if self._specs.get(spec.key, spec) != spec:
            raise DefinitionError(f"{spec.key} has a view already.")
        self._specs[spec.key] = spec

    def find(self, key: str) -> ViewSpec | None:
        return self._specs.get(key)

    def __iter__(self) -> Iterator[ViewSpec]:
        return iter(self._specs.values())

    def __len__(self) -> int:
        return len(self._specs)

    @contextmanager
    def register_temporarily(self, spec: ViewSpec) -> Iterator[None]:
        """For tests."""
        self.register(spec)
        try:
            yield
        finally:
            del self._specs[spec.key]


views = Views()


def register_views(definitions: Sequence[ToolDefinition]) -> None:
    """A view for every tool that did not register one of its own."""
    for definition in definitions:
        if views.find(view_key(definition.slug)) is None:
            views.register(ViewSpec(definition.slug, side_by_side(definition.sections)))


def side_by_side(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Two compact sections that follow each other share a line; what has a width keeps it."""
    made, at = list(sections), 0
    while at < len(made) - 1:
        pair = made[at : at + 2]
        if all(_is_compact(section) for section in pair):
            made[at : at + 2] = [_half(section) for section in pair]
            at += 1
        at += 1
    return tuple(made)


def _is_compact(section: Section) -> bool:
    round_one = section.type == "chart" and section.config.get("kind") in ("pie", "donut")
    return "width" not in section.config and (section.type in BESIDE or round_one)


def _half(section: Section) -> Section:
    config = {**section.config, "width": "half"}
    return Section(section.key, section.label, section.type, config)
