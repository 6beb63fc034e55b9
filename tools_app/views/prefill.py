"""A form filled in before anybody typed: by the tenant's defaults, the address, an example, a past
run."""

from typing import Any
from uuid import UUID

from django.http import QueryDict
from rest_framework.exceptions import ParseError

from accounts.principal import Principal
from config.errors import NotFound
from config.parsers import strict_json
from sessions_app import access
from tools_app.forms.initial import initial
from tools_app.resolved import ResolvedTool
from tools_app.schemas.secrets import MASK
from tools_app.views.given import Given, view_of

# Words of the page itself; a property of the same name is filled in from a run or as JSON.
OWN_WORDS = ("view", "from", "example")


def prefilled(tool: ResolvedTool, query: QueryDict, principal: Principal) -> Given:
    """What the address says wins over a past run, and both over the defaults."""
    value, notes = _start(tool, query, principal)
    named, unknown = _named(tool, query)
    if unknown:
        notes = (*notes, f"Not part of this tool, so left out: {', '.join(unknown)}.")
    return Given({**value, **named}, view_of(query.get("view")), notes=notes)


def example_of(tool: ResolvedTool) -> dict[str, Any] | None:
    """The one that shows most."""
    examples = tool.definition.examples if tool.definition else ()
    return dict(max(examples, key=lambda example: len(repr(example)))) if examples else None


def _start(
    tool: ResolvedTool, query: QueryDict, principal: Principal
) -> tuple[dict[str, Any], tuple[str, ...]]:
    if "from" in query:
        return _of_run(tool, str(query["from"]), principal)
    if "example" in query and (example := example_of(tool)):
        return {**tool.default_input, **example}, ("This is an example: change it, or run it.",)
    defaults = initial(tool.input_schema, tool.input_schema)
    return {**(defaults if isinstance(defaults, dict) else {}), **tool.default_input}, ()


def _of_run(
    tool: ResolvedTool, text: str, principal: Principal
) -> tuple[dict[str, Any], tuple[str, ...]]:
    try:
        run = access.run_to_see(principal=principal, run_id=UUID(text))
    except (ValueError, NotFound):
        return dict(tool.default_input), ("There is no such run to start from.",)
    if run.tool_slug != tool.slug or not isinstance(run.input, dict):
        return dict(tool.default_input), ("That was a run of another tool.",)
    value = without_masks(run.input)
    notes = ["Filled in from an earlier run. Change what you like and run it again."]
    if value != run.input:
        notes.append("Secrets are not kept: type them again.")
    return value, tuple(notes)


def without_masks(value: Any) -> Any:
    """The same value with masked secrets left out."""
    if isinstance(value, dict):
        kept = {key: child for key, child in value.items() if not _is_masked(child)}
        return {key: without_masks(child) for key, child in kept.items()}
    if isinstance(value, list):
        return [without_masks(child) for child in value if not _is_masked(child)]
    return value


def _is_masked(value: Any) -> bool:
    return isinstance(value, str) and MASK in value


def _named(tool: ResolvedTool, query: QueryDict) -> tuple[dict[str, Any], list[str]]:
    properties: dict[str, Any] = tool.input_schema.get("properties", {})
    names = [name for name in query if name not in OWN_WORDS]
    known = {
        name: _read(properties[name], str(query[name])) for name in names if name in properties
    }
    return known, [name for name in names if name not in properties]


def _read(schema: Any, text: str) -> Any:
    """JSON, or plain text where it is none or where text is wanted."""
    if isinstance(schema, dict) and schema.get("type") == "string":
        return text
    try:
        return strict_json(text)
    except ParseError:
        return text
