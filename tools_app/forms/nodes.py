"""A form as templates see it: groups of nodes, each bound to its part of the value."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from tools_app.forms.components import Component, components
from tools_app.forms.kinds import Kind
from tools_app.forms.names import Place
from tools_app.outputs.values import Shown


@dataclass(frozen=True)
class Option:
    token: str
    label: str
    selected: bool = False
    id: str = ""


@dataclass
class Node:
    """One field. What its template needs is here; it looks nothing up."""

    kind: Kind
    place: Place
    prefix: str
    id: str
    label: str
    component: Component
    variant: str
    value: Any = None
    present: bool = False
    text: str = ""
    help: str = ""
    unit: str = ""
    required: bool = False
    disabled: bool = False
    internal: bool = False
    hidden: bool = False
    condition: str = ""
    errors: list[str] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)
    options: list[Option] = field(default_factory=list)
    offers: list[tuple[str, str, str]] = field(default_factory=list)
    """What there is to pick, where that is known already: value, label, hint."""
    children: list["Node"] = field(default_factory=list)
    file: Shown | None = None
    """The file that the value names."""
    blank: "Node | None" = None
    """The row that the browser copies to add one."""
    extra: "Node | None" = None
    """What an object holds beyond its properties."""
    marks: list[tuple[str, str]] = field(default_factory=list)
    """Hidden inputs: what the control itself cannot say."""
    zone: str = ""
    custom: str = ""
    """A template of the form's own in place of the component's."""

    @property
    def name(self) -> str:
        return self.prefix + self.place.name

    @property
    def pointer(self) -> str:
        return self.place.pointer

    @property
    def type(self) -> str:
        return str(self.kind.type)

    @property
    def schema(self) -> dict[str, Any]:
        return self.kind.schema

    @property
    def template(self) -> str:
        return self.custom or self.component.template

    @property
    def display_template(self) -> str:
        return components.get(self.kind.type, "display").template

    @property
    def attrs(self) -> SafeString:
        pairs = self.attributes.items()
        return mark_safe("".join(f' {name}="{escape(value)}"' for name, value in pairs))  # noqa: S308 - names are ours

    @property
    def described_by(self) -> str:
        found = [f"{self.id}-help"] if self.help else []
        found += [f"{self.id}-error"] if self.errors else []
        return " ".join(found)

    @property
    def chosen(self) -> "Node | None":
        """Of several shapes the one that the value has."""
        tokens = [option.token for option in self.options if option.selected and option.token]
        return self.children[int(tokens[0])] if self.kind.is_choice and tokens else None

    @property
    def is_optional(self) -> bool:
        """Worth saying: what has a default is filled in already."""
        return not self.required and "default" not in self.schema

    @property
    def can_reorder(self) -> bool:
        """Of a list: whether its rows can change places."""
        return self.schema.get("x-reorder") is not False

    @property
    def affixes(self) -> tuple[str, str]:
        """The unit before and behind a number: $ stands before it."""
        if self.unit.startswith(("$", "€", "£")):
            return self.unit[0], self.unit[1:].strip()
        return "", self.unit

    @property
    def is_flat(self) -> bool:
        """An item whose fields can stand in one row of a table."""
        simple = all(not each.children and each.variant not in WIDE for each in self.children)
        room = sum(2 if each.variant in BROAD else 1 for each in self.children)
        return bool(self.children) and simple and room <= MOST_COLUMNS

    def walk(self) -> Iterator["Node"]:
        """The node and what is inside of it; of several shapes only the chosen one."""
        yield self
        inside = [self.chosen] if self.kind.is_choice else [*self.children, self.extra]
        for child in inside:
            if child:
                yield from child.walk()


MOST_COLUMNS = 7
BROAD = frozenset({"rating", "slider", "segmented"})
WIDE = frozenset({"textarea", "markdown", "code", "json", "radio", "multi", "datetime", "choice"})


@dataclass
class NodeGroup:
    title: str
    nodes: list[Node]
    columns: int = 1
    help: str = ""


@dataclass
class Form:
    """Rendered by `forms/form.html`: fields only, without a form element."""

    groups: list[NodeGroup]
    internal: list[Node] = field(default_factory=list)
    """Shown under “Additional options”."""
    errors: list[str] = field(default_factory=list)
    """What belongs to no field."""
    prefix: str = ""

    @property
    def nodes(self) -> list[Node]:
        return [node for group in self.groups for node in group.nodes] + self.internal

    @property
    def errors_summary(self) -> list[tuple[str, str, str]]:
        """Anchor, label and message of each, in the order of the page."""
        found = [("", "", message) for message in self.errors]
        for node in (each for top in self.nodes for each in top.walk()):
            found += [(node.id, node.label, message) for message in node.errors]
        return found

    @property
    def internal_open(self) -> bool:
        return any(node.errors for top in self.internal for node in top.walk())
