"""What is hidden is neither sent nor required."""

from typing import Any

import pytest
from django.http import QueryDict

from tests.conftest import Person
from tests.tools_app.forms.page import html_of
from tests.tools_app.samples import registered, sample
from tools_app.forms.build import form_for
from tools_app.forms.conditions import as_logic, effective_schema, is_visible, pruned
from tools_app.forms.reading import read_form
from tools_app.forms.spec import FormSpec, Widget, forms
from tools_app.schemas.validation import faults_of

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["kind", "reason"],
    "properties": {
        "kind": {"enum": ["plain", "other"]},
        "reason": {"type": "string", "x-visible-when": {"==": [{"var": "kind"}, "other"]}},
        "detail": {"type": "string", "x-visible-when": {"!!": [{"var": "reason"}]}},
        "rows": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["note"],
                "properties": {
                    "note": {"type": "string", "x-visible-when": {"field": "kind", "op": "eq", "value": "other"}}
                },
            },
        },
    },
}  # fmt: skip


def test_a_hidden_field_is_not_required() -> None:
    value = {"kind": "plain", "rows": [{}]}
    assert faults_of(effective_schema(SCHEMA, value), value) == []
    assert faults_of(SCHEMA, value)


def test_a_visible_field_is() -> None:
    value = {"kind": "other", "rows": [{}]}
    places = [fault.pointer for fault in faults_of(effective_schema(SCHEMA, value), value)]
    assert places == ["/reason", "/rows/0/note"]


def test_what_is_hidden_goes_and_hides_what_depends_on_it() -> None:
    value = {"kind": "plain", "reason": "r", "detail": "d", "rows": [{"note": "n"}]}
    assert pruned(SCHEMA, value) == {"kind": "plain", "rows": [{}]}


def test_a_hidden_field_is_not_read() -> None:
    data = QueryDict("/kind=plain&/reason=r&/detail=d")
    assert read_form(schema=SCHEMA, data=data) == {"kind": "plain"}


def test_the_page_tells_the_browser() -> None:
    html = html_of(form_for(schema=SCHEMA, value={"kind": "plain"}))
    assert "data-visible-when=" in html
    assert html.count("data-hidden") >= 2


@pytest.mark.parametrize(
    ("rule", "value", "seen"),
    [
        ({"field": "a", "op": "eq", "value": 1}, {"a": 1}, True),
        ({"field": "a", "op": "neq", "value": 1}, {"a": 1}, False),
        ({"field": "a", "op": "in", "value": ["x", "y"]}, {"a": "y"}, True),
        ({"field": "a", "op": "gt", "value": 3}, {"a": 4}, True),
        ({"field": "a", "op": "lt", "value": 3}, {"a": 4}, False),
        ({"field": "/a/b", "op": "truthy"}, {"a": {"b": "x"}}, True),
        (
            {"all": [{"field": "a", "op": "truthy"}, {"field": "b", "op": "truthy"}]},
            {"a": 1},
            False,
        ),
        ({"any": [{"field": "a", "op": "truthy"}, {"field": "b", "op": "truthy"}]}, {"a": 1}, True),
        ({"nonsense": [1]}, {}, True),
        ({">": [{"var": "a"}, 3]}, {"a": "text"}, True),
    ],
)
def test_rules(rule: Any, value: Any, seen: bool) -> None:
    assert is_visible({"x-visible-when": rule}, value) is seen
    assert as_logic(as_logic(rule)) == as_logic(rule)


def test_the_condition_of_a_form_binds_programs_too(bob: Person) -> None:
    hidden = Widget(visible_when={"field": "a", "op": "gt", "value": 10})
    program, spec = bob.program("tools:execute"), FormSpec(widgets={"/b": hidden})
    with registered(sample()), forms.register_temporarily("tool:sample", spec):
        told = program.get("/api/tools/sample").json()["input_schema"]["properties"]["b"]
        assert told["x-visible-when"] == hidden.visible_when
        totals = {}
        for a in (1, 11):
            body = {"input": {"a": a, "b": 500}}
            answer = program.post("/api/tools/sample/run", body, content_type="application/json")
            totals[a] = answer.json()["output"]["total"]
    assert totals == {1: 2, 11: 511}, "what is hidden is left out, and its default holds"
