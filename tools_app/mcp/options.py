"""What a field of a tool may be, where that is a list: an enum, or entities to pick from.

The protocol completes arguments of prompts and of resource templates, not of tools. So the options of
a field are a resource, `tenon://tools/<tool>/options/<field>`, whose template can be completed; and a
completion that names a tool as its prompt is taken for what it means.
"""

from typing import Any
from urllib.parse import quote, unquote

from mcp_types import Completion, ReadResourceResult, Resource, ResourceTemplate

from tools_app.forms.pickers import offers
from tools_app.mcp.exchange import Exchange
from tools_app.mcp.features import Source, features
from tools_app.mcp.names import tools_of
from tools_app.mcp.resources import json_resource, no_resource
from tools_app.resolved import ResolvedTool
from tools_app.schemas.vocabulary import target

PREFIX, MIDDLE = "tenon://tools/", "/options/"
TEMPLATE = ResourceTemplate(
    name="options",
    title="What a field of a tool may be",
    uri_template=PREFIX + "{tool}" + MIDDLE + "{field}",
    description="The values that a field of a tool takes, where there is a list of them.",
    mime_type="application/json",
)
MOST = 100


def completed(exchange: Exchange, name: str, field: str, value: str) -> Completion:
    """The values of a tool's field that go on from what was typed; none for what is not known."""
    tool = tools_of(exchange.principal).get(name)
    wanted = value.casefold()
    found = [
        text
        for text, label in _options(exchange, tool, field, value)
        if wanted in text.casefold() or wanted in label.casefold()
    ]
    return Completion(values=found[:MOST], total=len(found), has_more=len(found) > MOST)


def _options(
    exchange: Exchange, tool: ResolvedTool | None, field: str, query: str
) -> list[tuple[str, str]]:
    if tool is None:
        return []
    schema = _field(tool, field)
    if picks := schema.get("x-entity-type"):
        return [(value, label) for value, label, _ in offers(str(picks), exchange.principal, query)]
    return [(str(value), str(value)) for value in _enum(tool, schema)]


def _field(tool: ResolvedTool, field: str) -> dict[str, Any]:
    return _resolved(tool, tool.input_schema.get("properties", {}).get(field, {}))


def _enum(tool: ResolvedTool, schema: dict[str, Any]) -> list[Any]:
    """Of the field, or of its items."""
    items = _resolved(tool, schema.get("items", {}))
    return [*schema.get("enum", []), *items.get("enum", [])]


def _resolved(tool: ResolvedTool, schema: Any) -> dict[str, Any]:
    if isinstance(schema, dict) and "$ref" in schema:
        schema = target(tool.input_schema, schema)
    return schema if isinstance(schema, dict) else {}


def _fields(tool: ResolvedTool) -> list[str]:
    """Those that have a list."""
    return [
        name
        for name in tool.input_schema.get("properties", {})
        if _field(tool, name).get("x-entity-type") or _enum(tool, _field(tool, name))
    ]


def _read(exchange: Exchange, uri: str) -> ReadResourceResult | None:
    if not uri.startswith(PREFIX) or MIDDLE not in uri:
        return None
    name, _, field = (unquote(part) for part in uri[len(PREFIX) :].partition(MIDDLE))
    tool = tools_of(exchange.principal).get(name)
    if tool is None or field not in _fields(tool):
        raise no_resource(uri)
    found = [
        {"value": value, "label": label} for value, label in _options(exchange, tool, field, "")
    ]
    return json_resource(uri, {"tool": name, "field": field, "options": found})


def _complete(
    exchange: Exchange, template: str, argument: str, value: str, others: dict[str, str]
) -> Completion | None:
    if template != TEMPLATE.uri_template:
        return None
    tools = tools_of(exchange.principal)
    if argument == "tool":
        return _starting([name for name in tools if _fields(tools[name])], value)
    tool = tools.get(others.get("tool", ""))
    return _starting(_fields(tool) if tool else [], value)


def _starting(names: list[str], value: str) -> Completion:
    found = [quote(name) for name in names if name.startswith(value)]
    return Completion(values=found[:MOST], total=len(found), has_more=len(found) > MOST)


def _none(_exchange: Exchange) -> list[Resource]:
    return []


features.add_source(Source("options", (TEMPLATE,), _none, _read, _complete))
