from typing import Any

import pytest

from tests.tools_app.schemas.hostile import tool
from tools_app.schemas.conformance import mcp_faults

GOOD = tool(a={"type": "string"})


def test_plain_schemas_conform() -> None:
    assert mcp_faults(GOOD, GOOD) == []
    assert mcp_faults(tool(), GOOD) == []


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        ({"type": "array"}, "/type"),
        ({"type": "object"}, "/properties"),
        ({**GOOD, "anyOf": [{}]}, "/anyOf"),
        (tool(a={"type": "object"}), "/properties/a/additionalProperties"),
        (tool(a={"type": ["object", "null"]}), "/properties/a/additionalProperties"),
        (tool(a={"type": "object", "additionalProperties": {"type": "number"}}), "/properties/a/additionalProperties"),
        (tool(a={"items": {"type": "object", "properties": {}}}), "/properties/a/items/additionalProperties"),
        ({**GOOD, "$defs": {"m": {"type": "object", "additionalProperties": True}}}, "/$defs/m/additionalProperties"),
        (tool(a={"const": float("nan")}), "/properties/a/const"),
        (None, ""),
    ],
)  # fmt: skip
def test_what_clients_cannot_call_is_named(schema: Any, pointer: str) -> None:
    assert mcp_faults(schema, GOOD)[0].pointer == "/input_schema" + pointer
    assert mcp_faults(GOOD, schema)[0].pointer == "/output_schema" + pointer
