import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from config.errors import InvalidInput
from tests.tools_app.schemas.hostile import tool
from tools_app.schemas.field_definitions import KEY, MULTIPLE, RESERVED
from tools_app.schemas.fields import (
    FieldDefinition,
    FieldType,
    NotFields,
    fields_to_schema,
    parse_fields,
    schema_to_fields,
)
from tools_app.schemas.limits import schema_faults
from tools_app.schemas.validation import faults_of

words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=12)
keys = st.from_regex(KEY.replace("{0,63}$", r"{0,9}\Z")).filter(lambda key: key not in RESERVED)
some = st.none() | st.integers(0, 40)
numbers = st.none() | st.integers(-100, 100) | st.floats(-1e6, 1e6)
plain = [kind for kind in FieldType if kind not in (FieldType.OBJECT, FieldType.ARRAY)]


@st.composite
def fields(draw: Any, depth: int = 2, item: bool = False) -> dict[str, Any]:
    kind = draw(st.sampled_from(list(FieldType) if depth else plain))
    field: dict[str, Any] = {
        "key": draw(keys), "type": kind, "label": draw(words), "help": draw(words),
        "placeholder": draw(words), "variant": draw(st.sampled_from(["", "datetime", "slider"])),
        "audience": draw(st.sampled_from(["all", "internal"])), "secret": draw(st.booleans()),
        "visibleWhen": draw(st.none() | st.just({"==": [{"var": "a"}, 1]})),
        "required": not item and draw(st.booleans()),
        "multiple": kind in MULTIPLE and draw(st.booleans()),
    }  # fmt: skip
    if not field["secret"]:
        field["default"] = draw(st.none() | st.booleans() | st.integers(-9, 9) | words)
    field["constraints"] = draw(constraints(kind, field["multiple"]))
    if kind is FieldType.RELATION:
        field["entityType"] = draw(st.sampled_from(["deal", "person"]))
    if kind is FieldType.OBJECT:
        field["fields"] = draw(
            st.lists(fields(depth - 1), max_size=3, unique_by=lambda f: f["key"])
        )
    if kind is FieldType.ARRAY:
        field["item"] = draw(fields(depth - 1, item=True))
    return field


@st.composite
def constraints(draw: Any, kind: FieldType, multiple: bool) -> dict[str, Any]:
    option = st.fixed_dictionaries({"value": words.filter(bool), "label": words})
    found: dict[str, Any] = {}
    if kind is FieldType.TEXT:
        found |= _ordered(draw, some, "minLength", "maxLength")
        found["pattern"] = draw(st.sampled_from([None, "^a+$"]))
    if kind is FieldType.NUMBER:
        found |= _ordered(draw, numbers, "min", "max")
        found["step"] = draw(st.sampled_from([None, 1, 0.01, 5]))
        found["integer"] = draw(st.booleans())
    if kind is FieldType.ENUM:
        options = st.lists(option, min_size=1, max_size=4, unique_by=lambda found: found["value"])
        found["options"] = draw(options)
    if kind is FieldType.PHONE:
        found["pattern"] = draw(st.sampled_from([None, "^[0-9]+$"]))
    if kind is FieldType.MEDIA:
        found["accept"] = draw(st.lists(st.sampled_from(["image/png", "image/*"]), max_size=2))
        found["maxSizeMb"] = draw(st.sampled_from([None, 1, 2.5]))
    if multiple or kind is FieldType.ARRAY:
        found |= _ordered(draw, some, "minItems", "maxItems")
    return found


def _ordered(draw: Any, values: Any, low: str, high: str) -> dict[str, Any]:
    drawn = sorted((draw(values), draw(values)), key=lambda value: (value is None, value or 0))
    return dict(zip((low, high), drawn, strict=True))


forms = st.lists(fields(), max_size=5, unique_by=lambda field: field["key"])


def through_jsonb(value: Any) -> Any:
    """As PostgreSQL gives jsonb back: keys by length, then by bytes."""
    if isinstance(value, list):
        return [through_jsonb(item) for item in value]
    if isinstance(value, dict):
        ordered = sorted(value, key=lambda key: (len(key.encode()), key.encode()))
        return {key: through_jsonb(value[key]) for key in ordered}
    return value


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(forms)
def test_the_round_trip_loses_nothing(form: list[dict[str, Any]]) -> None:
    parsed = parse_fields(form)
    schema = fields_to_schema(parsed)
    assert schema_faults(schema) == []
    stored = through_jsonb(json.loads(json.dumps(schema)))
    assert schema_to_fields(schema) == parsed
    assert schema_to_fields(stored) == parsed
    assert fields_to_schema(schema_to_fields(stored)) == schema


@settings(max_examples=50, deadline=None, suppress_health_check=list(HealthCheck))
@given(forms)
def test_fields_are_json_too(form: list[dict[str, Any]]) -> None:
    parsed = parse_fields(form)
    dumped = [
        field.model_dump(mode="json", by_alias=True, exclude_defaults=True) for field in parsed
    ]
    assert parse_fields(json.loads(json.dumps(dumped))) == parsed


def test_jsonb_keeps_the_order(db: None) -> None:
    from django.db import connection

    form = parse_fields([{"key": key, "type": "text"} for key in ("zzz", "b", "aa", "a")])
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::jsonb", [json.dumps(fields_to_schema(form))])
        stored = cursor.fetchone()[0]
    stored = json.loads(stored) if isinstance(stored, str) else stored
    assert list(stored["properties"]) == ["a", "b", "aa", "zzz"]
    assert [field.key for field in schema_to_fields(stored)] == ["zzz", "b", "aa", "a"]


def test_there_are_twelve_types() -> None:
    assert len(FieldType) == 12


def one(**field: Any) -> dict[str, Any]:
    schema = fields_to_schema([FieldDefinition.model_validate({"key": "a", **field})])
    return dict(schema["properties"]["a"])


def test_the_words_of_json_schema_are_used_where_it_has_them() -> None:
    text = one(
        type="text", label="Name", help="Full", constraints={"minLength": 1, "pattern": "^a"}
    )
    assert text == {"x-type": "text", "type": "string", "title": "Name", "description": "Full", "minLength": 1, "pattern": "^a"}  # fmt: skip
    assert one(type="date")["format"] == "date"
    assert one(type="date", variant="datetime")["format"] == "date-time"
    assert one(type="url")["format"] == "uri"
    assert one(type="number", constraints={"integer": True, "step": 5})["type"] == "integer"
    assert one(type="number", constraints={"integer": True, "step": 5})["multipleOf"] == 5


def test_relations_are_what_pickers_look_for() -> None:
    assert one(type="relation", entityType="deal")["x-entity-type"] == "deal"
    many = one(type="relation", entityType="deal", multiple=True)
    assert (many["type"], many["x-entity-type"], many["x-entity-select"]) == (
        "array",
        "deal",
        "multiple",
    )


@pytest.mark.parametrize(
    ("number", "valid"),
    [("+41 44 123 45 67", True), ("(030) 123-456", False), ("0301234567", True), ("abc", False)],
)
def test_phones(number: str, valid: bool) -> None:
    schema = fields_to_schema(parse_fields([{"key": "a", "type": "phone"}]))
    assert (faults_of(schema, {"a": number}) == []) == valid


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        ([{"key": "1a", "type": "text"}], "/fields/0/key"),
        ([{"key": "a\n", "type": "text"}], "/fields/0/key"),
        ([{"key": "constructor", "type": "text"}], "/fields/0/key"),
        ([{"key": "a" * 65, "type": "text"}], "/fields/0/key"),
        ([{"key": "a", "type": "text"}] * 2, "/fields/1/key"),
        ([{"key": "a", "type": "colour"}], "/fields/0/type"),
        ([{"key": "a", "type": "text", "constraints": {"minLength": -1}}], "/fields/0/constraints/minLength"),
        ([{"key": "a", "type": "text", "constraints": {"min": 1}}], "/fields/0"),
        ([{"key": "a", "type": "number", "constraints": {"min": 2, "max": 1}}], "/fields/0/constraints"),
        ([{"key": "a", "type": "number", "constraints": {"max": 1e300}}], "/fields/0/constraints/max"),
        ([{"key": "a", "type": "enum"}], "/fields/0"),
        ([{"key": "a", "type": "relation"}], "/fields/0"),
        ([{"key": "a", "type": "array"}], "/fields/0"),
        ([{"key": "a", "type": "text", "multiple": True}], "/fields/0"),
        ([{"key": "a", "type": "text", "secret": True, "default": "x"}], "/fields/0"),
        ([{"key": "a", "type": "text", "colour": 1}], "/fields/0/colour"),
        ([{"key": "a", "type": "text", "label": "\x00"}], "/fields/0/label"),
        ([{"key": "o", "type": "object", "fields": [{"key": "a", "type": "text"}] * 2}], "/fields/0/fields"),
        ([{"key": "o", "type": "array", "item": {"key": "i", "type": "x"}}], "/fields/0/item/type"),
        ("fields", "/fields"),
    ],
)  # fmt: skip
def test_faults_name_the_field(data: Any, pointer: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        parse_fields(data)
    assert raised.value.faults[0].pointer in (pointer, pointer + "/minLength")


def test_more_fields_than_a_schema_may_hold_is_an_answer() -> None:
    with pytest.raises(InvalidInput):
        fields_to_schema([FieldDefinition(key=f"f{i}", type=FieldType.TEXT) for i in range(2_000)])


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        (tool(a={"anyOf": [{"type": "string"}, {"type": "null"}]}), "/properties/a/type"),
        (tool(a={"type": "string", "not": {}}), "/properties/a/not"),
        (tool(a={"type": "number", "exclusiveMinimum": 1}), "/properties/a/exclusiveMinimum"),
        (tool(a={"type": ["string", "null"]}), "/properties/a/type"),
        (tool(a={"type": "string", "format": "uuid"}), "/properties/a/format"),
        (tool(a={"type": "array", "items": {"type": "null"}}), "/properties/a/items/type"),
        (tool(a={"type": "object"}), "/properties/a/additionalProperties"),
        (tool(a=True), "/properties/a"),
        (tool(a={"enum": [1, 2]}), "/properties/a"),
        ({**tool(), "required": ["b"]}, "/required"),
        ({"type": "object", "properties": {}}, "/additionalProperties"),
        ({**tool(), "minProperties": 1}, "/minProperties"),
        (tool(**{"a-b": {"type": "string"}}), "/properties/a-b"),
    ],
)
def test_what_fields_cannot_say_is_named(schema: Any, pointer: str) -> None:
    with pytest.raises(NotFields) as raised:
        schema_to_fields(schema)
    assert raised.value.faults[0].pointer == pointer


def test_foreign_schemas_are_read() -> None:
    schema = {
        **tool(
            name={"type": "string", "title": "Name"},
            due={"type": "string", "format": "date-time"},
            kind={"enum": ["x", "y"]},
            line={"$ref": "#/$defs/Line"},
        ),
        "title": "Order",
        "$defs": {"Line": tool(qty={"type": "integer"})},
    }
    found = schema_to_fields(schema)
    assert [field.type for field in found] == ["text", "date", "enum", "object"]
    assert found[1].variant == "datetime"
    assert found[3].fields[0].constraints.integer
