"""What a form sent, as the JSON value."""

import json
from typing import Any

from django.http import QueryDict

from tools_app.forms.spec import FormSpec


def read_form(
    *,
    schema: dict[str, Any],  # noqa: ARG001 - the contract
    spec: FormSpec | None = None,  # noqa: ARG001
    data: QueryDict,
    mode: str = "internal",  # noqa: ARG001
    prefix: str = "",  # noqa: ARG001
) -> dict[str, Any]:
    try:
        found = json.loads(data.get("_json", ""))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
