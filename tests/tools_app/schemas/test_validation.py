import json
import threading
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry

from config.errors import InvalidInput
from tests.tools_app.schemas.hostile import tool
from tools_app.schemas.compiled import Cache
from tools_app.schemas.limits import subschema_faults
from tools_app.schemas.validation import faults_of, require_valid


def found(schema: Any, value: Any) -> list[tuple[str, str]]:
    return [(fault.pointer, fault.code) for fault in faults_of(schema, value)]


@pytest.mark.parametrize(
    ("schema", "value", "expected"),
    [
        ({**tool(a={}), "required": ["a"]}, {}, [("/a", "required")]),
        (tool(a={**tool(), "required": ["b"]}), {"a": {}}, [("/a/b", "required")]),
        (tool(), {"x": 1, "y/z": 2}, [("/x", "additionalProperties"), ("/y~1z", "additionalProperties")]),
        (tool(a={"type": "integer"}), {"a": 1.5}, [("/a", "type")]),
        (tool(a={"type": "integer"}), {"a": 1.0}, []),
        (tool(a={"type": "number"}), {"a": True}, [("/a", "type")]),
        (tool(a={"minimum": 3}), {"a": 2}, [("/a", "minimum")]),
        (tool(a={"enum": ["x"]}), {"a": "y"}, [("/a", "enum")]),
        (tool(a={"const": 1}), {"a": True}, [("/a", "const")]),
        (tool(a={"items": {"maxLength": 1}}), {"a": ["ab", "a", "ab"]}, [("/a/0", "maxLength"), ("/a/2", "maxLength")]),
        (tool(a={"pattern": "^x$"}), {"a": "y"}, [("/a", "pattern")]),
        (tool(a={"dependentRequired": {"x": ["y"]}}), {"a": {"x": 1}}, [("/a/y", "required")]),
        (tool(a={"properties": {"x": False}}), {"a": {"x": 1}}, [("/a/x", "properties")]),
        (tool(a={"contains": {"const": 1}, "maxContains": 1}), {"a": [1, 1]}, [("/a", "maxContains")]),
        (tool(a={"anyOf": [{"minimum": 5, "type": "number"}, {"type": "null"}]}), {"a": 1}, [("/a", "minimum")]),
        (tool(a={"anyOf": [{"type": "number"}, {"type": "null"}]}), {"a": "x"}, [("/a", "anyOf")]),
        (tool(a={"unevaluatedProperties": False}), {"a": {"x": 1}}, [("/a/x", "unevaluatedProperties")]),
    ],
)  # fmt: skip
def test_faults_say_where_and_which_rule(schema: Any, value: Any, expected: Any) -> None:
    assert found(schema, value) == expected


@pytest.mark.parametrize("text", ["2026-03-31T09:30:00", "2026-03-31", "09:30", "tomorrow", ""])
def test_date_times_need_an_offset(text: str) -> None:
    schema = tool(dueAt={"type": "string", "format": "date-time"})
    fault = faults_of(schema, {"dueAt": text})[0]
    assert (fault.pointer, fault.code) == ("/dueAt", "format")
    assert "dueAt" in fault.detail
    assert "offset" in fault.detail


@pytest.mark.parametrize("text", ["2026-03-31T09:30:00Z", "2026-03-31T09:30:00.5+05:30"])
def test_date_times_with_an_offset_are_fine(text: str) -> None:
    assert faults_of(tool(a={"format": "date-time"}), {"a": text}) == []


@pytest.mark.parametrize("mark", [{"x-secret": True}, {"writeOnly": True}])
def test_secrets_are_never_repeated(mark: Any) -> None:
    secret = {"type": "integer", "minLength": 50, **mark}
    wrapped = {"anyOf": [{"$ref": "#/$defs/s"}, {"type": "null"}]}
    schema = {**tool(a=secret, b=wrapped, c={"items": secret}), "$defs": {"s": secret}}
    value = {"a": "hunter2", "b": "hunter2", "c": ["hunter2"]}
    faults = faults_of(schema, value)
    assert len(faults) >= 3
    assert "hunter2" not in str(faults)


def test_what_looks_like_a_secret_is_not_repeated() -> None:
    schema = tool(a={"type": "integer"}, password={"type": "integer"})
    assert "sk_live" not in str(faults_of(schema, {"a": "sk_live_abcdefgh"}))
    assert "hunter2" not in str(faults_of(schema, {"password": "hunter2"}))


def test_long_values_are_not_repeated() -> None:
    assert len(faults_of(tool(a={"type": "integer"}), {"a": "x" * 100_000})[0].detail) < 100


def test_short_values_are() -> None:
    detail = faults_of(tool(a={"type": "integer"}), {"a": "12"})[0].detail
    assert detail == 'Expected a whole number, got text ("12").'


def test_at_most_a_hundred_in_order() -> None:
    faults = found(tool(a={"items": {"type": "string"}}), {"a": [1] * 500})
    assert faults == [(f"/a/{index}", "type") for index in range(100)]


def test_few_wrong_rows_among_thousands_are_all_found() -> None:
    row = {**tool(q={"type": "integer"}), "required": ["q"]}
    rows: list[Any] = [{"q": 1}] * 10_000
    rows[7], rows[9_000] = {"q": "x"}, {"z": 1}
    schema = {**tool(rows={"type": "array", "items": row}), "required": ["b"]}
    assert found(schema, {"rows": rows, "extra": 1}) == [
        ("/b", "required"),
        ("/extra", "additionalProperties"),
        ("/rows/7/q", "type"),
        ("/rows/9000/q", "required"),
        ("/rows/9000/z", "additionalProperties"),
    ]


@pytest.mark.parametrize(
    ("value", "pointer", "code"),
    [
        ({"a": "x" * 1_100_000}, "", "size"),
        ({"a": ["\x00"]}, "/a/0", "text"),
        ({"a": float("nan")}, "/a", "number"),
        ({"a": 2**53}, "/a", "number"),
        ({"a": [0] * 50_001}, "/a", "nodes"),
    ],
)
def test_caps_come_first(value: Any, pointer: str, code: str) -> None:
    fault = faults_of(tool(a={}), value, "/input")[0]
    assert (fault.pointer, fault.code) == ("/input" + pointer, code)


def test_depth_is_capped_at_64() -> None:
    value: Any = 1
    for _ in range(63):
        value = [value]
    assert faults_of(tool(a={}), {"a": value}) == []
    assert found(tool(a={}), {"a": [value]})[0][1] == "depth"


def test_require_valid_raises_the_faults() -> None:
    with pytest.raises(InvalidInput) as raised:
        require_valid(tool(), {"x": 1})
    assert raised.value.faults[0].pointer == "/x"


def test_an_unsound_schema_never_runs() -> None:
    with pytest.raises(InvalidInput):
        faults_of({"$ref": "http://127.0.0.1/x"}, 1)


def test_the_cache_is_bounded_and_safe_between_threads() -> None:
    cache, wrong = Cache(kept=5), []

    def work() -> None:
        for index in range(200):
            limit = index % 20
            if cache.get({"maximum": limit}).validator.is_valid(limit + 1):
                wrong.append(limit)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(cache) == 5
    assert cache.get({"maximum": 1}) is cache.get({"maximum": 1.0})


names = st.sampled_from(["a", "b", "c"])
scalars = (
    st.none() | st.booleans() | st.integers(-5, 5) | st.sampled_from([0.5, 1.0, "", "a", "ab"])
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3)
)
small = st.integers(0, 3)
kinds = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])


def _keywords(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    lists, maps = st.lists(inner, min_size=1, max_size=3), st.dictionaries(names, inner, max_size=3)
    return st.fixed_dictionaries(
        {},
        optional={
            "type": kinds | st.lists(kinds, min_size=1, max_size=3, unique=True),
            "enum": st.lists(values, min_size=1, max_size=3),
            "const": values,
            "minimum": small, "exclusiveMaximum": small, "multipleOf": st.sampled_from([1, 2, 0.5]),
            "minLength": small, "maxLength": small, "pattern": st.sampled_from(["^a", "b$", "^$"]),
            "minItems": small, "maxItems": small, "uniqueItems": st.booleans(),
            "items": inner, "prefixItems": lists, "contains": inner,
            "minContains": small, "maxContains": small,
            "properties": maps, "additionalProperties": inner,
            "patternProperties": st.dictionaries(st.sampled_from(["^a", "b"]), inner, max_size=2),
            "propertyNames": inner, "required": st.lists(names, unique=True, max_size=2),
            "minProperties": small, "maxProperties": small,
            "dependentSchemas": maps, "dependentRequired": st.dictionaries(names, st.lists(names, unique=True, max_size=2), max_size=2),
            "allOf": lists, "anyOf": lists, "oneOf": lists, "not": inner,
            "if": inner, "then": inner, "else": inner,
            "unevaluatedProperties": inner, "unevaluatedItems": inner,
        },
    )  # fmt: skip


schemas: st.SearchStrategy[Any] = st.recursive(
    st.booleans() | st.just({}), lambda inner: _keywords(inner) | inner, max_leaves=8
)


@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(schemas, values)
def test_the_verdict_is_that_of_the_reference(schema: Any, value: Any) -> None:
    if not isinstance(schema, dict) or subschema_faults(schema):
        return
    reference = Draft202012Validator(schema, registry=Registry()).is_valid(value)
    assert (faults_of(schema, value) == []) == reference, json.dumps([schema, value])
