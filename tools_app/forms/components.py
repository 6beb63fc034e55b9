"""The one registry of components: 12 types of fields, each to be filled in and to be shown.

Generated forms, the form builder and outputs all draw from here; there is no second list.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tools_app.schemas.field_definitions import FieldType

Use = Literal["input", "display"]

JSON = "json"
"""The variant of text for what no component fits: the value itself, as JSON."""
CHOICE = "choice"
"""The variant of object for one of several shapes."""
FIXED = "fixed"
"""The variant of enum for a value that nobody can choose."""


class DuplicateComponent(Exception):
    pass


class UnknownComponent(Exception):
    pass


@dataclass(frozen=True)
class Component:
    """How a type of field is filled in or shown. The first variant is the usual one."""

    type: FieldType
    use: Use
    name: str
    variants: tuple[str, ...] = ("plain",)
    inner: tuple[str, ...] = ()
    """Variants that the generator alone may choose."""

    @property
    def key(self) -> str:
        return f"{self.type}:{self.use}"

    @property
    def template(self) -> str:
        return f"fields/{self.use}/{self.type}.html"

    def knows(self, variant: str) -> bool:
        return variant in self.variants or variant in self.inner


class Components:
    def __init__(self) -> None:
        self._all: dict[str, Component] = {}

    def register(self, component: Component) -> None:
        if component.key in self._all:
            raise DuplicateComponent(component.key)
        self._all[component.key] = component

    def get(self, type: str, use: Use) -> Component:  # noqa: A002 - the word of the requirements
        try:
            return self._all[f"{type}:{use}"]
        except KeyError as error:
            raise UnknownComponent(f"{type}:{use}") from error

    def __iter__(self) -> Iterator[Component]:
        return iter(self._all.values())

    def __len__(self) -> int:
        return len(self._all)


components = Components()

_INPUTS = [
    (FieldType.TEXT, "TextInput", ("line", "textarea", "markdown", "code"), (JSON,)),
    (FieldType.NUMBER, "NumberInput", ("plain", "slider", "currency", "percent", "rating"), ()),
    (FieldType.BOOLEAN, "Switch", ("switch", "checkbox", "yes/no"), ()),
    (FieldType.DATE, "DateInput", ("date", "datetime"), ()),
    (FieldType.ENUM, "Select", ("select", "radio", "segmented", "multi"), (FIXED,)),
    (FieldType.URL, "UrlInput", ("plain",), ()),
    (FieldType.EMAIL, "EmailInput", ("plain",), ()),
    (FieldType.PHONE, "PhoneInput", ("plain",), ()),
    (FieldType.MEDIA, "FileDrop", ("file", "image", "compact", "hideManualUrl"), ()),
    (FieldType.RELATION, "EntityPicker", ("one", "many"), ()),
    (FieldType.OBJECT, "FieldGroup", ("plain",), (CHOICE,)),
    (FieldType.ARRAY, "Repeater", ("rows", "tags"), ()),
]
_DISPLAYS = [
    (FieldType.TEXT, "TextDisplay", ("line", "textarea", "markdown", "code"), (JSON,)),
    (FieldType.NUMBER, "NumberDisplay", ("plain", "slider", "currency", "percent", "rating"), ()),
    (FieldType.BOOLEAN, "BooleanBadge", ("plain",), ()),
    (FieldType.DATE, "DateDisplay", ("absolute", "relative"), ()),
    (FieldType.ENUM, "EnumBadge", ("plain",), ()),
    (FieldType.URL, "UrlLink", ("plain",), ()),
    (FieldType.EMAIL, "MailLink", ("plain",), ()),
    (FieldType.PHONE, "TelLink", ("plain",), ()),
    (FieldType.MEDIA, "MediaPreview", ("plain",), ()),
    (FieldType.RELATION, "EntityChip", ("plain",), ()),
    (FieldType.OBJECT, "KeyValueCard", ("plain",), ()),
    (FieldType.ARRAY, "ListTable", ("plain",), ()),
]

for _type, _name, _variants, _inner in _INPUTS:
    components.register(Component(_type, "input", _name, _variants, _inner))
for _type, _name, _variants, _inner in _DISPLAYS:
    components.register(Component(_type, "display", _name, _variants, _inner))
