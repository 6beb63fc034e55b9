"""At start-up: every registered form covers the input of its tool."""

from typing import Any

from django.core import checks
from django.template import TemplateDoesNotExist
from django.template.loader import get_template

from tools_app.forms.spec import FormSpec, forms, gaps
from tools_app.registry import registry

HINT = "Put every required property into a group, and name only properties that the input has."


@checks.register("tenon")
def check_forms(**_kwargs: Any) -> list[checks.CheckMessage]:
    return [
        checks.Error(f"The form {key}: {gap}.", hint=HINT, id="tenon.E021")
        for key, spec in forms.items()
        for gap in _gaps(key, spec)
    ]


def _gaps(key: str, spec: FormSpec) -> list[str]:
    kind, _, slug = key.partition(":")
    tool = registry.find(slug) if kind == "tool" else None
    if tool is None:
        return ["there is no such tool"]
    return gaps(tool.input_schema, spec) + [
        f"there is no template {name}" for name in spec.custom.values() if not _exists(name)
    ]


def _exists(template: str) -> bool:
    try:
        get_template(template)
    except TemplateDoesNotExist:
        return False
    return True
