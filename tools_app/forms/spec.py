"""How the form of one tool is laid out: its groups, and what its widgets say beyond the schema.

It is put into a copy of the schema (`applied`), so that building and reading a form look at one
thing. It says nothing about what is valid but for its conditions, which bind every caller: the
resolver puts those into the schema that all of them see (`ruled`).
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from tools_app.forms.kinds import flattened
from tools_app.schemas.shape import pointer_of
from tools_app.schemas.vocabulary import Schema

EACH = "*"


@dataclass(frozen=True)
class Widget:
    """What is not empty takes the place of what the schema says or of what would be chosen."""

    variant: str = ""
    unit: str = ""
    placeholder: str = ""
    help: str = ""
    label: str = ""
    add_label: str = ""
    width: str = ""
    """How much room a number or a column needs: xs, sm, md or lg."""
    labels: Sequence[str] = ()
    """Of the options of an enum, or of the steps of a scale."""
    visible_when: Mapping[str, Any] | None = None
    reorder: bool = True
    """Whether the rows of a list can change places."""

    def words(self) -> Schema:
        found = {
            "x-variant": self.variant,
            "x-unit": self.unit,
            "x-placeholder": self.placeholder,
            "description": self.help,
            "title": self.label,
            "x-add-label": self.add_label,
            "x-width": self.width,
            "x-enum-labels": list(self.labels),
            "x-visible-when": self.visible_when,
        }
        said = {word: value for word, value in found.items() if value}
        return said if self.reorder else {**said, "x-reorder": False}


@dataclass(frozen=True)
class Group:
    """Fields under one heading, by the names of their properties."""

    title: str
    fields: Sequence[str]
    columns: int = 1
    help: str = ""


@dataclass(frozen=True)
class FormSpec:
    """`widgets` is keyed by pointer, with `*` for the items of a list: /tasks/*/minutes."""

    groups: Sequence[Group] = ()
    widgets: Mapping[str, Widget] = field(default_factory=dict)
    internal: Sequence[str] = ()
    """Properties for colleagues only, never in an embed."""
    custom: Mapping[str, str] = field(default_factory=dict)
    """Templates of this form's own, by the pointer of the field; each gets the `node`. Only code can
    name one: a schema is a tenant's to write."""


def form_key(slug: str) -> str:
    return f"tool:{slug}"


class DuplicateForm(Exception):
    pass


class UnknownForm(Exception):
    pass


class Forms:
    """Keyed by what the form is for: `tool:<slug>`."""

    def __init__(self) -> None:
        self._specs: dict[str, FormSpec] = {}

    def register(self, key: str, spec: FormSpec) -> None:
        """The same spec may be registered again; another one may not take the key."""
        if self._specs.get(key, spec) != spec:
            raise DuplicateForm(key)
        self._specs[key] = spec

    def get(self, key: str) -> FormSpec:
        try:
            return self._specs[key]
        except KeyError as error:
            raise UnknownForm(key) from error

    def find(self, key: str) -> FormSpec | None:
        return self._specs.get(key)

    def items(self) -> Iterator[tuple[str, FormSpec]]:
        return iter(sorted(self._specs.items()))

    @contextmanager
    def register_temporarily(self, key: str, spec: FormSpec) -> Iterator[None]:
        """For tests."""
        self.register(key, spec)
        try:
            yield
        finally:
            del self._specs[key]


forms = Forms()


def applied(schema: Schema, spec: FormSpec | None) -> Schema:
    """A copy of the schema that says what the spec says. References on the way are written out."""
    if spec is None:
        return schema
    made = schema
    for pointer, widget in spec.widgets.items():
        made = _put(schema, made, pointer.split("/")[1:], widget.words())
    for name in spec.internal:
        made = _put(schema, made, [name], {"x-audience": "internal"})
    return made


def ruled(schema: Schema, spec: FormSpec | None) -> Schema:
    """A copy of the schema with what the spec says to every caller, not only to those who fill in
    the form: when a field is there, and whether it is for colleagues only."""
    if spec is None:
        return schema
    rules = {
        pointer: Widget(visible_when=widget.visible_when)
        for pointer, widget in spec.widgets.items()
        if widget.visible_when
    }
    return applied(schema, FormSpec(widgets=rules, internal=spec.internal))


def _put(root: Schema, schema: Schema, path: list[str], words: Schema) -> Schema:
    flat, _ = flattened(root, schema)
    if flat is None:
        return schema
    if not path:
        return {**flat, **words}
    step, rest = path[0], path[1:]
    if step == EACH:
        return {**flat, "items": _put(root, flat.get("items", {}), rest, words)}
    properties = flat.get("properties", {})
    if step not in properties:
        return schema
    inner = _put(root, properties[step], rest, words)
    return {**flat, "properties": {**properties, step: inner}}


def gaps(schema: Schema, spec: FormSpec) -> list[str]:
    """What keeps the spec from covering the schema, in words."""
    properties, required = schema.get("properties", {}), schema.get("required", [])
    named = [name for group in spec.groups for name in group.fields]
    found = [f"“{name}” is in no group" for name in required if spec.groups and name not in named]
    found += [f"there is no property “{name}”" for name in named if name not in properties]
    found += [f"“{name}” is in two groups" for name in set(named) if named.count(name) > 1]
    found += [f"there is no property “{name}”" for name in spec.internal if name not in properties]
    pointers = set(_pointers(schema, schema, ()))
    places = [*spec.widgets, *spec.custom]
    return found + [f"{each} leads nowhere" for each in places if each not in pointers]


def _pointers(root: Schema, schema: Any, path: tuple[str, ...]) -> Iterator[str]:
    yield pointer_of(path)
    flat, _ = flattened(root, schema)
    if flat is None or len(path) > 12:
        return
    for name, inner in flat.get("properties", {}).items():
        yield from _pointers(root, inner, (*path, name))
    if isinstance(flat.get("items"), dict):
        yield from _pointers(root, flat["items"], (*path, EACH))
