"""At start-up: what a view shows exists in the output of its tool."""

from typing import Any

from django.core import checks

from tools_app.outputs.spec import views
from tools_app.registry import registry


@checks.register("tenon")
def check_views(**_kwargs: Any) -> list[checks.CheckMessage]:
    found: list[checks.CheckMessage] = []
    for spec in views:
        definition = registry.find(spec.slug)
        missing = spec.faults(definition.output_schema) if definition else []
        if missing:
            words = f"The view {spec.key} shows {', '.join(missing)}, which its output has not."
            hint = "Name properties of the output model (in camelCase) in the sections."
            found.append(checks.Error(words, hint=hint, id="tenon.E020"))
    return found
