"""Changing the rows of a list without script."""

from typing import Any

from django.http import QueryDict

from tools_app.forms.spec import FormSpec


def apply_edit(
    value: dict[str, Any],  # noqa: ARG001 - the contract
    data: QueryDict,  # noqa: ARG001
    *,
    schema: dict[str, Any] | None = None,  # noqa: ARG001
    spec: FormSpec | None = None,  # noqa: ARG001
    prefix: str = "",  # noqa: ARG001
) -> tuple[dict[str, Any], str] | None:
    return None
