"""What a person gave a tool: by its form or as JSON, sent or filled in for them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from django.http import QueryDict
from rest_framework.exceptions import ParseError

from accounts.principal import Principal
from config.errors import Fault
from config.parsers import strict_json
from tools_app.forms.build import form_for
from tools_app.forms.conditions import effective_schema, pruned
from tools_app.forms.reading import read_form
from tools_app.forms.spec import FormSpec, form_key, forms
from tools_app.resolved import ResolvedTool
from tools_app.schemas.validation import is_valid

View = Literal["form", "json"]


@dataclass(frozen=True)
class Given:
    """`text` is the JSON as it was typed, right or wrong; `focus` the field to go to."""

    value: dict[str, Any]
    view: View = "form"
    text: str = ""
    faults: tuple[Fault, ...] = ()
    notes: tuple[str, ...] = field(default=())
    focus: str = ""

    @property
    def json(self) -> str:
        return self.text or json.dumps(self.value, indent=2, ensure_ascii=False)


def spec_of(tool: ResolvedTool) -> FormSpec | None:
    return forms.find(form_key(tool.slug))


def view_of(name: str | None) -> View:
    return "json" if name == "json" else "form"


def read_given(tool: ResolvedTool, data: QueryDict) -> Given:
    """Never raises: what cannot be read is a fault, and kept as it was typed."""
    if view_of(data.get("_mode")) == "form":
        return Given(read_form(schema=tool.input_schema, spec=spec_of(tool), data=data))
    text = data.get("_json", "")
    try:
        value = strict_json(text or "{}")
    except ParseError as error:
        words = str(error.detail).replace("The body", "This")
        return Given({}, "json", text, (Fault("", "json", words),))
    if not isinstance(value, dict):
        return Given({}, "json", text, (Fault("", "type", "An object in { } is needed."),))
    return Given(value, "json", text)


def is_complete(tool: ResolvedTool, value: dict[str, Any]) -> bool:
    """Whether it could be run as it is, by the schema."""
    if not tool.has_conditions:
        return is_valid(tool.input_schema, value, digest=tool.input_digest)
    kept = pruned(tool.input_schema, value)
    return is_valid(effective_schema(tool.input_schema, kept), kept)


def form_context(principal: Principal, tool: ResolvedTool, given: Given) -> dict[str, Any]:
    """For `tools/_form.html`."""
    if given.view == "json":
        return {"errors": _errors_of_json(given.faults)}
    form = form_for(
        schema=tool.input_schema,
        spec=spec_of(tool),
        value=given.value,
        faults=given.faults,
        principal=principal,
    )
    return {"form": form, "errors": form.errors_summary}


def _errors_of_json(faults: Sequence[Fault]) -> list[tuple[str, str, str]]:
    return [("input-json", fault.pointer or "Input", fault.detail) for fault in faults]
