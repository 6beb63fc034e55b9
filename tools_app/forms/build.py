"""Forms out of schemas: one field of JSON."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from config.errors import Fault
from tools_app.forms.spec import FormSpec


@dataclass(frozen=True)
class Form:
    text: str
    faults: tuple[Fault, ...] = ()

    @property
    def errors_summary(self) -> list[tuple[str, str, str]]:
        return [("field-json", fault.pointer or "Input", fault.detail) for fault in self.faults]


def form_for(
    *,
    schema: dict[str, Any],  # noqa: ARG001 - the contract
    spec: FormSpec | None = None,  # noqa: ARG001
    value: dict[str, Any] | None = None,
    faults: Sequence[Fault] = (),
    mode: str = "internal",  # noqa: ARG001
    prefix: str = "",  # noqa: ARG001
) -> Form:
    return Form(json.dumps(value or {}, indent=2, ensure_ascii=False), tuple(faults))
