"""The four shapes in which the product meets somebody: a Call of a tool, a Form to fill in, a View to
look at, a Link to follow. Each is found by its id, and has a schema that says what it takes.

A Link takes nothing but the word that it was followed (an OAuth consent, a share address, a
permalink): whoever sends more is not answering a Link.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from config.errors import NotFound
from tools_app.forms.spec import forms
from tools_app.outputs.spec import views
from tools_app.registry import registry


class Shape(StrEnum):
    CALL = "call"
    FORM = "form"
    VIEW = "view"
    LINK = "link"


ACKNOWLEDGED: dict[str, Any] = {
    "type": "object",
    "properties": {"acknowledged": {"const": True}},
    "required": ["acknowledged"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class LinkSpec:
    """`label` names where it leads, `text` says what following it means; `route` is the name of the
    address, which takes the id of one thing."""

    id: str
    label: str
    text: str
    route: str


class DuplicateLink(Exception):
    pass


class Links:
    def __init__(self) -> None:
        self._all: dict[str, LinkSpec] = {}

    def register(self, spec: LinkSpec) -> None:
        """The same link may be registered again; another one may not take its id."""
        if self._all.get(spec.id, spec) != spec:
            raise DuplicateLink(spec.id)
        self._all[spec.id] = spec

    def find(self, key: str) -> LinkSpec | None:
        return self._all.get(key)

    @contextmanager
    def register_temporarily(self, spec: LinkSpec) -> Iterator[None]:
        """For tests."""
        self.register(spec)
        try:
            yield
        finally:
            del self._all[spec.id]


links = Links()
links.register(
    LinkSpec("run", "Link to this run", "Opens for whoever may see the run.", route="run")
)


def answer_schema(shape: Shape, key: str) -> dict[str, Any]:
    """What an answer to this Call, Form, View or Link has to be. Raises `NotFound`."""
    slug = key.removeprefix("tool:")
    tool = registry.find(slug)
    match shape:
        case Shape.CALL if tool:
            return tool.input_schema
        case Shape.FORM if tool and forms.find(key):
            return tool.input_schema
        case Shape.VIEW if tool and views.find(key):
            return {"type": "null"}
        case Shape.LINK if links.find(key):
            return ACKNOWLEDGED
    raise NotFound(f"There is no {shape} {key}.")
