"""Faults find their fields."""

from collections.abc import Sequence

from config.errors import Fault
from tools_app.forms.nodes import Form, Node


def bind(form: Form, faults: Sequence[Fault]) -> None:
    """Each fault goes to the field at its pointer, or to the nearest one around it; what belongs
    to none is the form's."""
    places: dict[str, Node] = {}
    for each in filter(_is_there, _all(form)):
        # A choice and its chosen shape are at one place: the choice comes first and speaks.
        places.setdefault(each.pointer, each)
    for fault in faults:
        node = _nearest(places, fault.pointer)
        if node is None:
            form.errors.append(fault.detail)
        else:
            _tell(node, fault)


def _all(form: Form) -> list[Node]:
    return [node for top in form.nodes for node in top.walk()]


def _is_there(node: Node) -> bool:
    return not node.place.name.startswith("_more:")


def _nearest(places: dict[str, Node], pointer: str) -> Node | None:
    while pointer and pointer not in places:
        pointer = pointer.rpartition("/")[0]
    return places.get(pointer)


def _tell(node: Node, fault: Fault) -> None:
    exact = fault.pointer == node.pointer
    missing = fault.code == "required" and exact
    node.errors.append(f"“{node.label}” is missing." if missing else fault.detail)
    node.attributes["aria-invalid"] = "true"
    node.attributes["aria-describedby"] = node.described_by
