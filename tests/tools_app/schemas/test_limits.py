from typing import Any

import pytest
from jsonschema import Draft202012Validator
from pydantic import BaseModel, Field

from config.errors import InvalidInput
from tests.tools_app.schemas.hostile import tool
from tools_app.schemas.engine import FORMATS, build
from tools_app.schemas.limits import require_sound, schema_faults


def test_a_plain_tool_is_sound() -> None:
    require_sound(tool(a={"type": "string", "maxLength": 10}, b={"enum": ["x", 1, None]}))


def test_pydantic_schemas_are_sound() -> None:
    class Row(BaseModel):
        name: str = Field(pattern=r"^[a-z]+$")
        price: float | None = Field(default=None, ge=0)

    class Order(BaseModel):
        rows: list[Row] = Field(max_length=10)
        first: Row
        kind: "str | int"

    assert schema_faults(Order.model_json_schema()) == []


@pytest.mark.parametrize(
    ("schema", "pointer", "code"),
    [
        (tool(a={"$ref": "http://x/y"}), "/properties/a/$ref", "$ref"),
        (tool(a={"items": {"pattern": "(?=a)"}}), "/properties/a/items/pattern", "pattern"),
        (tool(a={"patternProperties": {"(": {}}}), "/properties/a/patternProperties/(", "pattern"),
        (tool(**{"a/b~": {"minLength": -1}}), "/properties/a~1b~0/minLength", "minLength"),
        (tool(a={"anyOf": [{}, {"$id": "x"}]}), "/properties/a/anyOf/1/$id", "$id"),
        (tool(a={"type": "evil"}), "/properties/a/type", "schema"),
        (tool(a={"required": ["x", "x"]}), "/properties/a/required", "schema"),
        (tool(a={"x-note": {"b": ["\x00"]}}), "/properties/a/x-note/b/0", "text"),
        (tool(a={"enum": list(range(501))}), "/properties/a/enum", "enum"),
        (tool(a={"format": "password"}), "/properties/a/format", "format"),
        ({**tool(), "oneOf": [{}]}, "/oneOf", "oneOf"),
        ({"type": "array", "properties": {}}, "/type", "type"),
    ],
)
def test_faults_lead_into_the_schema(schema: Any, pointer: str, code: str) -> None:
    fault = schema_faults(schema, "/s")[0]
    assert (fault.pointer, fault.code) == ("/s" + pointer, code)


@pytest.mark.parametrize(
    ("pattern", "advice"),
    [("(?!x)a", "allOf"), (r"(a)\1", "out"), ("a{0,1000}{0,1000}", "maxLength")],
)
def test_refused_patterns_say_what_to_do(pattern: str, advice: str) -> None:
    assert advice in schema_faults(tool(a={"pattern": pattern}))[0].detail


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_allowed_format_is_asserted(name: str) -> None:
    assert not build({"format": name}).is_valid("\x01 %%( x")


def test_definitions_may_be_shared_but_not_circular() -> None:
    shared = {**tool(a={"$ref": "#/$defs/t"}, b={"$ref": "#/$defs/t"}), "$defs": {"t": {}}}
    assert schema_faults(shared) == []
    circular = {**shared, "$defs": {"t": {"items": {"$ref": "#/$defs/t"}}}}
    assert [fault.pointer for fault in schema_faults(circular)] == ["/$defs/t/items/$ref"]


def test_the_exact_limits() -> None:
    assert schema_faults(tool(a={"enum": list(range(500))})) == []
    assert schema_faults(tool(a={"pattern": "a" * 500})) == []
    assert schema_faults(tool(a={"description": "x" * 65_000})) == []
    assert schema_faults(tool(a={"description": "x" * 65_536}))[0].code == "size"
    assert schema_faults(tool(a={"maximum": 1e15, "minimum": -1e15})) == []


def test_the_errors_are_raised_together() -> None:
    with pytest.raises(InvalidInput) as raised:
        require_sound(tool(a={"minLength": 1.5}, b={"format": "x"}))
    assert len(raised.value.faults) == 2
    assert all(fault.pointer.startswith("/input_schema/") for fault in raised.value.faults)


@pytest.mark.parametrize(
    "schema", [{"type": 5}, {"properties": []}, {"required": "a"}, {"allOf": []}, {"items": []}, {}]
)
def test_the_meta_schema_agrees_with_the_reference(schema: Any) -> None:
    reference = Draft202012Validator(Draft202012Validator.META_SCHEMA).is_valid(schema)
    assert (schema_faults(tool(a=schema)) == []) == reference


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        (tool(a={"x-secret": True, "default": "hunter2"}), "/properties/a/default"),
        (tool(a={"writeOnly": True, "examples": [None, "x"]}), "/properties/a/examples"),
        (tool(a={"default": {"b": "x"}, **tool(b={"x-secret": True})}), "/properties/a/default"),
        (
            {**tool(a={"$ref": "#/$defs/s", "default": "x"}), "$defs": {"s": {"x-secret": True}}},
            "/properties/a/default",
        ),
    ],
)
def test_no_secret_stands_in_a_schema(schema: Any, pointer: str) -> None:
    assert [fault.pointer for fault in schema_faults(schema)] == [pointer]


def test_a_secret_may_default_to_nothing() -> None:
    assert schema_faults(tool(a={"x-secret": True, "default": None, "enum": ["x", None]})) == []
