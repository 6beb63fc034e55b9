"""Forms out of schemas: `form_for`."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from accounts.principal import Principal
from config.errors import Fault
from tools_app.forms import pickers
from tools_app.forms.audience import is_internal, without_internal
from tools_app.forms.bound import bind
from tools_app.forms.components import JSON, components
from tools_app.forms.conditions import WORD, as_logic, is_visible
from tools_app.forms.controls import fill, fits
from tools_app.forms.initial import MISSING, initial, item_of, ordered, required_of
from tools_app.forms.kinds import DEEPEST, Kind, kind_of
from tools_app.forms.labels import humanised, split_unit
from tools_app.forms.names import AS_JSON, BLANK, EMPTY, MORE, NULL, WHOLE, Place, id_of
from tools_app.forms.nodes import Form, Node, NodeGroup, Option
from tools_app.forms.shapes import shape_of
from tools_app.forms.spec import EACH, FormSpec, Group, applied
from tools_app.outputs.naming import file_named
from tools_app.schemas.field_definitions import FieldType
from tools_app.schemas.vocabulary import Schema

Mode = Literal["internal", "embed"]
INDEX = re.compile(rf"/([0-9]+|{BLANK})(?=/|$)")


def form_for(
    *,
    schema: Schema,
    spec: FormSpec | None = None,
    value: dict[str, Any] | None = None,
    faults: Sequence[Fault] = (),
    mode: Mode = "internal",
    prefix: str = "",
    principal: Principal | None = None,
    disabled: bool = False,
) -> Form:
    """A form over a value; without one, over the defaults. Never fails for a sound schema.

    `faults` are the validator's, by JSON pointer. With a `principal`, fields that pick entities
    offer the first ones without script too. In the mode `embed`, internal fields and their values
    are nowhere in the form.
    """
    builder = Builder(applied(schema, spec), value, mode, prefix, principal, disabled)
    builder.custom = spec.custom if spec else {}
    form = builder.form(spec.groups if spec else ())
    bind(form, faults)
    return form


class Builder:
    def __init__(
        self, root: Schema, value: Any, mode: Mode, prefix: str, principal: Principal | None,
        disabled: bool,
    ) -> None:  # fmt: skip
        self.root, self.mode, self.prefix, self.principal = root, mode, prefix, principal
        self.disabled = disabled
        self.custom: Mapping[str, str] = {}
        self.value = initial(root, root) if value is None else value
        if mode == "embed" and isinstance(self.value, dict):
            self.value = without_internal(root, self.value)

    def form(self, groups: Sequence[Group]) -> Form:
        kind = kind_of(self.root, self.root)
        if kind.type is not FieldType.OBJECT or kind.is_choice or not isinstance(self.value, dict):
            whole = self._json(kind, Place("", WHOLE), "Input", self.value)
            return Form([NodeGroup("", [whole])], prefix=self.prefix)
        nodes = {node.pointer: node for node in self._properties(kind, self.value, Place())}
        form = Form(self._groups(groups, nodes), prefix=self.prefix)
        form.internal = [node for node in nodes.values() if node.internal]
        if more := self._more(kind, self.value, Place()):
            form.groups.append(NodeGroup("", [more]))
        return form

    def _groups(self, groups: Sequence[Group], nodes: dict[str, Node]) -> list[NodeGroup]:
        left = {pointer: node for pointer, node in nodes.items() if not node.internal}
        found = []
        for group in groups:
            places = [Place().step(name).pointer for name in group.fields]
            members = [left.pop(place) for place in places if place in left]
            if members:
                found.append(NodeGroup(group.title, members, group.columns, group.help))
        if left:
            found.append(NodeGroup("Further options" if found else "", list(left.values())))
        return found

    def node(
        self, schema: Any, place: Place, label: str, value: Any, trail: tuple[str, ...] = (),
        *, required: bool = False,
    ) -> Node:  # fmt: skip
        kind = kind_of(self.root, schema, trail)
        if place.name.count("/") > DEEPEST * 2:
            kind = replace(kind, type=FieldType.TEXT, variant=JSON)
        node = self._bare(kind, place, label, value, required=required)
        if not fits(node) or self._is_shapeless(node):
            return self._json(kind, place, label, value, required=required)
        self._inside(node)
        fill(node)
        self._mark(node)
        if self.custom:
            node.custom = self.custom.get(INDEX.sub(f"/{EACH}", place.pointer), "")
        return node

    def _is_shapeless(self, node: Node) -> bool:
        there = node.kind.is_choice and node.present and node.value is not None
        return there and shape_of(self.root, node.kind, node.value) is None

    def _bare(self, kind: Kind, place: Place, label: str, value: Any, *, required: bool) -> Node:
        title = kind.schema.get("title")
        label, unit = split_unit(str(title)) if title else (humanised(label), "")
        if kind.type is not FieldType.NUMBER and unit:
            label, unit = str(title), ""
        unit = str(kind.schema.get("x-unit") or unit)
        condition = kind.schema.get(WORD)
        return Node(
            kind=kind, place=place, prefix=self.prefix, id=id_of(self.prefix, place.name),
            label=label, unit=unit, help=str(kind.schema.get("description") or ""),
            component=components.get(kind.type, "input"), variant=kind.variant,
            value=None if value is MISSING else value, present=value is not MISSING,
            required=required, disabled=self.disabled,
            internal=is_internal(kind.schema),
            hidden=not is_visible(kind.schema, self.value),
            condition=json.dumps(as_logic(condition)) if condition else "",
        )  # fmt: skip

    def _json(
        self, kind: Kind, place: Place, label: str, value: Any, *, required: bool = False
    ) -> Node:
        """The value as it is, for whatever has no component or does not fit the one it has."""
        kind = replace(kind, type=FieldType.TEXT, variant=JSON)
        node = self._bare(kind, place, label, value, required=required)
        fill(node)
        node.marks.append((AS_JSON, place.name))
        return node

    def _inside(self, node: Node) -> None:
        kind, value = node.kind, node.value
        if kind.is_choice:
            self._choice(node)
        elif kind.type is FieldType.OBJECT:
            inner = value if isinstance(value, dict) else {}
            node.children = self._properties(kind, inner, node.place)
            node.extra = self._more(kind, inner, node.place)
        elif kind.is_rows and not kind.is_json:
            rows = value if isinstance(value, list) else []
            node.children = [self._row(node, str(at), row) for at, row in enumerate(rows)]
            node.blank = self._row(node, BLANK, item_of(self.root, kind))
        elif kind.type is FieldType.MEDIA and isinstance(value, str) and value:
            node.file = file_named(value, self.principal)
        elif kind.type is FieldType.RELATION and self.principal:
            source = kind.schema.get("x-entity-type") or kind.item.get("x-entity-type")
            node.offers = pickers.offers(str(source), self.principal)

    def _properties(self, kind: Kind, value: dict[str, Any], place: Place) -> list[Node]:
        required = required_of(kind.schema)
        found = [
            self.node(kind.schema["properties"][name], place.step(name), name,
                      value.get(name, MISSING), kind.trail, required=name in required)
            for name in ordered(kind.schema)
        ]  # fmt: skip
        return [node for node in found if not (node.internal and self.mode == "embed")]

    def _row(self, node: Node, at: str, value: Any) -> Node:
        item: Schema = dict(node.kind.item)
        if node.kind.many:
            words = ("x-accept", "x-max-size-mb", "x-variant", "x-type")
            item |= {word: node.schema[word] for word in words if word in node.schema}
        label = f"{node.label} {int(at) + 1}" if at != BLANK else f"{node.label} (new)"
        made = self.node(item, node.place.step(at), label, value, node.kind.trail, required=True)
        made.label = label if node.kind.many or not made.children else made.label
        return made

    def _more(self, kind: Kind, value: dict[str, Any], place: Place) -> Node | None:
        """A box for what the schema allows, or the value has, beyond the listed properties."""
        listed = kind.schema["properties"]
        rest = {name: inner for name, inner in value.items() if name not in listed}
        rule = kind.schema.get("additionalProperties")
        open_ = (
            rule is True or (isinstance(rule, dict) and rule) or "patternProperties" in kind.schema
        )
        if not rest and not open_:
            return None
        bare = Kind(
            FieldType.TEXT, JSON, {"title": "Other values", "description": "As a JSON object."}
        )
        made = self._bare(
            bare, Place(place.pointer, MORE + place.name), "", rest or MISSING, required=False
        )
        fill(made)
        return made

    def _choice(self, node: Node) -> None:
        chosen = shape_of(self.root, node.kind, node.value) if node.present else None
        for index, branch in enumerate(node.kind.branches):
            held = node.value if index == chosen else initial(self.root, branch, node.kind.trail)
            child = self.node(branch, node.place.branch(index), f"Option {index + 1}", held,
                              node.kind.trail, required=True)  # fmt: skip
            node.children.append(child)
            selected = index == (chosen if node.present else (0 if node.required else None))
            node.options.append(Option(str(index), child.label, selected, f"{node.id}-{index}"))
        if not node.required:
            unset = not node.present or node.value is None
            node.options.append(Option("", "None", unset, f"{node.id}-none"))

    def _mark(self, node: Node) -> None:
        """What an empty control means when it is sent."""
        if node.kind.is_json:
            node.marks.append((AS_JSON, node.place.name))
        elif node.present and node.value is None:
            node.marks.append((NULL, node.place.name))
        elif node.present and node.value in ("", [], {}) and not isinstance(node.value, bool | int):
            node.marks.append((EMPTY, node.place.name))
