"""What every tool must be, for any client and any model (C11)."""

from typing import Any

import pytest

from tests.tools_app.mcp import strict
from tools_app.definitions import ToolDefinition
from tools_app.mcp.features import features
from tools_app.mcp.names import encoded
from tools_app.mcp.wording import plain
from tools_app.registry import load_toolbox, registry
from tools_app.schemas.conformance import mcp_faults

load_toolbox()
TOOLS = [pytest.param(found, id=found.slug) for found in registry]
# Tools that take nothing must be named here.
WITHOUT_INPUT: set[str] = set()


@pytest.mark.parametrize("tool", TOOLS)
def test_every_tool_can_be_called_by_every_model(tool: ToolDefinition) -> None:
    faults = mcp_faults(tool.input_schema, tool.output_schema)
    if tool.slug in WITHOUT_INPUT:
        faults = [fault for fault in faults if not fault.pointer.startswith("/input_schema")]
    assert faults == []


@pytest.mark.parametrize("tool", TOOLS)
def test_every_input_can_be_made_strict(tool: ToolDefinition) -> None:
    """For OpenAI: nothing of its shape is lost, and what is left keeps every documented rule."""
    assert strict.lost(tool.input_schema) == []
    assert strict.faults(strict.strict(tool.input_schema)) == []


@pytest.mark.parametrize(
    ("field", "fault"),
    [
        ({"type": "object", "properties": {"b": {"type": "string"}}}, "additionalProperties"),
        ({"type": "string", "minLength": 3}, "minLength is not supported"),
        ({"type": "string", "format": "uri"}, "format uri"),
        ({"oneOf": [{"type": "string"}]}, "oneOf is not supported"),
        ({"description": "anything"}, "no type"),
        ({"$ref": "#/$defs/x", "description": "y"}, "neighbours"),
        ({"type": "array", "items": {}}, "no type"),
    ],
)
def test_the_rules_of_strict_mode_find_what_breaks_them(field: Any, fault: str) -> None:
    schema = {
        "type": "object",
        "properties": {"a": field},
        "required": ["a"],
        "additionalProperties": False,
    }
    assert any(fault in found for found in strict.faults(schema))
    assert "/: all properties must be required" in strict.faults({**schema, "required": []})
    assert strict.lost({**schema, "additionalProperties": {"type": "string"}})
    assert strict.lost({**schema, "if": {}})
    named = {**schema, "properties": {"not": {"type": "string"}}, "required": ["not"]}
    assert strict.lost(named) == strict.faults(named) == [], "a name is no keyword"


def test_names_fit_every_provider() -> None:
    assert encoded("mcp:server.one:do.it") == "mcp__server--one__do--it"
    long = encoded("mcp:" + "x" * 100)
    assert len(long) == 64
    assert long != encoded("mcp:" + "x" * 101)
    assert encoded("näme") != encoded("nüme")
    for name in (*features.tools, *(found.slug for found in registry)):
        assert encoded(name) == name


def test_words_of_tenants_hide_nothing() -> None:
    assert plain("a\u202eb\u200bc\x1b[31m\U000e0041d\n") == "abc[31md\n"
    assert len(plain("x" * 10_000)) == 4_000
