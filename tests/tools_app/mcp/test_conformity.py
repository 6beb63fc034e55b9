"""What every tool must be, for any client and any model (C11)."""

from typing import Any

import pytest

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
# OpenAI's strict mode knows these; a schema without the others can be made strict.
STRICT_LACKS = {
    "patternProperties",
    "unevaluatedProperties",
    "if",
    "not",
    "dependentRequired",
    "oneOf",
}


def _walk(schema: Any) -> Any:
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from _walk(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _walk(value)


@pytest.mark.parametrize("tool", TOOLS)
def test_every_tool_can_be_called_by_every_model(tool: ToolDefinition) -> None:
    faults = mcp_faults(tool.input_schema, tool.output_schema)
    if tool.slug in WITHOUT_INPUT:
        faults = [fault for fault in faults if not fault.pointer.startswith("/input_schema")]
    assert faults == []


@pytest.mark.parametrize("tool", TOOLS)
def test_every_input_can_be_made_strict(tool: ToolDefinition) -> None:
    """Every object is closed, and nothing is used that strict mode does not know."""
    for node in _walk(tool.input_schema):
        if node.get("type") == "object" and "properties" in node:
            assert node.get("additionalProperties") is False
        assert not STRICT_LACKS & set(node) or "properties" in node


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
