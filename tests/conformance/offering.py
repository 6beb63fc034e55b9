"""Short ways to offer a fixture."""

from collections.abc import Callable
from typing import Any

from mcp_types import CallToolRequestParams, CallToolResult, ContentBlock, TextContent, Tool

from tools_app.mcp.exchange import Answer, Exchange
from tools_app.mcp.features import ProtocolTool, features

Call = Callable[[Exchange, CallToolRequestParams], Answer]
NOTHING: dict[str, Any] = {"type": "object", "properties": {}, "additionalProperties": False}
# A red pixel, and silence.
PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="
WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="


def said(*content: ContentBlock | str, failed: bool = False) -> CallToolResult:
    blocks = [TextContent(text=item) if isinstance(item, str) else item for item in content]
    return CallToolResult(content=blocks, is_error=failed)


def tool(name: str, schema: dict[str, Any] | None = None) -> Callable[[Call], Call]:
    """The docstring is the description."""

    def decorate(call: Call) -> Call:
        offered = Tool(name=name, description=call.__doc__, input_schema=schema or NOTHING)
        features.add_tool(ProtocolTool(offered, call))
        return call

    return decorate


def with_text(name: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}
