"""Templates of prompts and tasks: values are data, and what is unknown is said at its place."""

import json
from typing import Any

import pytest

from tests.conftest import Person
from tools_app.execution.templates import TemplateFailed, render, template_faults, variables

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "rows": {
            "type": "array",
            "items": {"type": "object", "properties": {"price": {"type": "number"}}},
        },
        "anything": True,
        "free": {"type": "object"},
    },
}


def test_values_are_inserted_as_data_and_never_parsed_again() -> None:
    payload = {"name": "{{ rows }}{% raw %}", "rows": [{"price": 1.5}], "free": {"é": None}}
    text = render("{{ name }}|{{ rows }}|{{ free }}|{{ anything }}|", payload)
    assert text == '{{ rows }}{% raw %}|[{"price": 1.5}]|{"é": null}||'
    assert render("{% for row in rows %}{{ row.price }};{% endfor %}", payload) == "1.5;"


def test_the_variables_of_a_template_can_be_listed() -> None:
    assert variables("{{ b.c }}{% if a %}{{ a | upcase }}{% endif %}") == ["a", "b.c"]


@pytest.mark.parametrize(
    "template",
    [
        "{{ name }} {{ rows[0].price }} {{ rows.first.price }} {{ rows.size }} {{ name.size }}",
        "{{ anything.at.all }} {{ free.form }}",
        "{% for row in rows %}{{ row.price }} {{ forloop.index }}{% endfor %}",
        "{% assign copy = name | upcase %}{{ copy }}",
    ],
)
def test_what_the_input_has_may_be_read(template: str) -> None:
    assert template_faults(template, SCHEMA, "/execution/template") == []


@pytest.mark.parametrize(
    ("template", "code", "place"),
    [
        ("Dear\n {{ nam }}", "unknown_variable", "Line 2, column 5"),
        ("{{ rows[0].cost }}", "unknown_variable", "Line 1, column 4"),
        ("{{ name.first_name }}", "unknown_variable", "Line 1, column 4"),
        ("{{ name | shout }}", "unknown_filter", "Line 1, column 11"),
        ("{{ name", "template", "Line 1, column 1"),
        ("\n{% for row in rows %}", "template", "Line 2"),
        ("{% include 'secrets' %}", "template", "Line 1, column 4"),
    ],
)
def test_what_is_unknown_is_a_fault_with_its_line_and_column(
    template: str, code: str, place: str
) -> None:
    (fault,) = template_faults(template, SCHEMA, "/execution/template")
    assert (fault.pointer, fault.code) == ("/execution/template", code)
    assert fault.detail.startswith(place)


@pytest.mark.parametrize(
    "template",
    [
        "{% for i in (1..100000000) %}{% endfor %}",
        "{% assign x = 99 %}{% for i in (1..9000) %}{% assign x = x | times: x %}{% endfor %}",
        "{% assign x = 'x' %}{% for i in (1..60) %}{% assign x = x | append: x %}{% endfor %}",
        "{{ 'a'" + " | replace: 'a', 'aaaaaaaaaaaaaaaaaaaa'" * 30 + " }}",
        "{{ 1 | divided_by: 0 }}",
    ],
)
def test_a_template_that_would_take_too_much_fails_soon(template: str) -> None:
    with pytest.raises(TemplateFailed, match="Line 1"):
        render(template, {})


def test_an_unknown_variable_is_refused_when_the_tool_is_saved(alice: Person) -> None:
    body = {
        "slug": "letter",
        "draft": True,
        "name": "Letter",
        "effect": "read",
        "input_schema": SCHEMA,
        "output_schema": {"type": "object", "properties": {"text": {"type": "string"}}},
        "execution": {
            "shape": "task",
            "title": "Write to {{ nam }}",
            "instructions": "Politely.\n{{ tone }}",
        },
    }
    refused = alice.browser().post("/api/tools", json.dumps(body), content_type="application/json")
    found = {fault["pointer"]: fault["detail"] for fault in refused.json()["errors"]}
    assert found == {
        "/execution/title": "Line 1, column 13: the input has no field “nam”.",
        "/execution/instructions": "Line 2, column 4: the input has no field “tone”.",
    }
