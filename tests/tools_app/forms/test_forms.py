"""Generated forms as people meet them."""

from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from config.errors import Fault, InvalidInput
from tests.tools_app.forms.page import Page, html_of, sent_by, shown
from tools_app.forms.build import form_for
from tools_app.forms.edits import apply_edit
from tools_app.forms.reading import read_form
from tools_app.schemas.validation import faults_of

TASKS: dict[str, Any] = {
    "type": "object",
    "required": ["tasks"],
    "additionalProperties": False,
    "properties": {
        "tasks": {"type": "array", "title": "Tasks", "minItems": 2, "items": {"$ref": "#/$defs/Task"}},
        "rate": {"type": "number", "title": "Hourly rate ($)", "default": 40},
    },
    "$defs": {
        "Task": {
            "type": "object",
            "required": ["name"],
            "properties": {
                "name": {"type": "string", "title": "Task"},
                "hours": {"type": "integer", "title": "Hours"},
                "size": {"enum": ["s", "m", "l"], "default": "m"},
            },
        }
    },
}  # fmt: skip


def one(inner: Any, **words: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"x": inner}, **words}


def read(schema: dict[str, Any], text: str, **options: Any) -> dict[str, Any]:
    return read_form(schema=schema, data=QueryDict(text), **options)


class TestFresh:
    def test_has_as_many_rows_as_the_list_needs_with_their_defaults(self) -> None:
        value = read_form(schema=TASKS, data=sent_by(form_for(schema=TASKS)))
        assert value == {"tasks": [{"size": "m"}, {"size": "m"}], "rate": 40}

    def test_humanises_what_has_no_title(self) -> None:
        schema = {"type": "object", "properties": {"annualBenefit": {"type": "number"}}}
        assert form_for(schema=schema).nodes[0].label == "Annual Benefit"

    def test_takes_the_unit_out_of_the_label(self) -> None:
        node = form_for(schema=TASKS).nodes[1]
        assert (node.label, node.affixes) == ("Hourly rate", ("$", ""))

    def test_follows_the_written_order(self) -> None:
        schema = {**TASKS, "x-order": ["rate", "tasks"]}
        assert [node.pointer for node in form_for(schema=schema).nodes] == ["/rate", "/tasks"]


class TestFaults:
    def test_stand_beside_their_fields_and_in_the_summary(self) -> None:
        value = read(TASKS, "_row=/tasks/0&/tasks/0/name=Sort&/tasks/0/hours=many&_row=/tasks/1")
        form = form_for(schema=TASKS, value=value, faults=faults_of(TASKS, value))
        assert [(anchor, label) for anchor, label, _ in form.errors_summary] == [
            ("f/tasks/0/hours", "Hours"),
            ("f/tasks/1/name", "Task"),
        ]
        assert "Expected a whole number" in form.errors_summary[0][2]
        html = html_of(form)
        assert 'id="f/tasks/0/hours"' in html
        assert "many" in html, "what was typed is kept"

    def test_go_to_what_is_around_when_their_place_has_no_field(self) -> None:
        form = form_for(schema=TASKS, faults=[Fault("/tasks/0/hours/deeper", "x", "Deep.")])
        assert form.errors_summary == [("f/tasks/0/hours", "Hours", "Deep.")]

    def test_belong_to_the_form_when_there_is_nothing_around(self) -> None:
        form = form_for(schema=TASKS, faults=[Fault("/other", "x", "Unknown.")])
        assert form.errors == ["Unknown."]


class TestReading:
    def test_empty_optional_fields_are_absent(self) -> None:
        assert read(TASKS, "_row=/tasks/0&/tasks/0/name=A&/tasks/0/hours=&rate=")["tasks"] == [
            {"name": "A"}
        ]

    def test_whole_numbers_are_whole_and_nonsense_stays_text(self) -> None:
        schema = one({"type": "number"})
        assert repr(read(schema, "/x=3")["x"]) == "3"
        assert repr(read(schema, "/x=3.0")["x"]) == "3.0"
        assert read(schema, "/x=three")["x"] == "three"
        assert read(schema, "/x=1e999")["x"] == "1e999"

    def test_a_row_that_was_taken_out_leaves_no_gap(self) -> None:
        text = "_row=/tasks/0&/tasks/0/name=A&_row=/tasks/7&/tasks/7/name=B"
        assert [row["name"] for row in read(TASKS, text)["tasks"]] == ["A", "B"]

    def test_a_time_gets_the_offset_of_its_zone_on_that_day(self) -> None:
        schema = one({"type": "string", "format": "date-time"})
        summer = "/x=2026-07-01T09:30&_zone:/x=Europe/Berlin"
        assert read(schema, summer)["x"] == "2026-07-01T09:30:00+02:00"
        assert read(schema, summer.replace("07", "01"))["x"] == "2026-01-01T09:30:00+01:00"

    def test_the_whole_may_come_as_json(self) -> None:
        assert read(TASKS, '_value={"tasks": [], "rate": 2.0}') == {"tasks": [], "rate": 2.0}
        with pytest.raises(InvalidInput):
            read(TASKS, "_value=[1]")

    def test_a_prefix_keeps_two_forms_apart(self) -> None:
        data = sent_by(form_for(schema=TASKS, prefix="a:"))
        assert read_form(schema=TASKS, data=data, prefix="a:")["rate"] == 40
        assert "rate" not in read_form(schema=TASKS, data=data, prefix="b:")


class TestExotic:
    @pytest.mark.parametrize(
        ("inner", "value"),
        [
            ({}, {"any": [1, None]}),
            ({"type": ["string", "number"]}, 4),
            ({"type": "object"}, {"a": 1}),
            ({"type": "array", "prefixItems": [{"type": "string"}]}, ["a", 2]),
            ({"anyOf": [{"type": "string"}, {"type": "null"}]}, None),
            ({"enum": [1, "1", None, True]}, "1"),
            ({"enum": [1, "1", None, True]}, True),
            ({"$ref": "#/$defs/Nowhere"}, {"a": 1}),
            (True, 5),
            ({"type": "object", "properties": {"a": {}}, "additionalProperties": True},
             {"a": 1, "b": [2]}),
        ],
    )  # fmt: skip
    def test_values_survive(self, inner: Any, value: Any) -> None:
        schema = one(inner)
        sent = sent_by(form_for(schema=schema, value={"x": value}))
        found = read_form(schema=schema, data=sent)["x"]
        assert (found, type(found)) == (value, type(value))

    def test_recursion_is_cut(self) -> None:
        schema = {**one({"$ref": "#/$defs/Tree"}), "$defs": {"Tree": {
            "type": "object", "properties": {"inside": {"$ref": "#/$defs/Tree"}}}}}  # fmt: skip
        value: dict[str, Any] = {"x": {"inside": {"inside": {"inside": {}}}}}
        assert read_form(schema=schema, data=sent_by(form_for(schema=schema, value=value))) == value

    def test_one_of_several_shapes_is_chosen_and_kept(self) -> None:
        circle = {"type": "object", "title": "Circle", "required": ["kind"],
                  "properties": {"kind": {"const": "c"}, "r": {"type": "number"}}}  # fmt: skip
        square = {"type": "object", "title": "Square", "required": ["kind"],
                  "properties": {"kind": {"const": "s"}, "a": {"type": "number"}}}  # fmt: skip
        schema = one({"oneOf": [circle, square]})
        value = {"x": {"kind": "s", "a": 2}}
        form = form_for(schema=schema, value=value)
        assert [o.label for o in form.nodes[0].options if o.selected] == ["Square"]
        assert read_form(schema=schema, data=sent_by(form)) == value

    def test_a_fault_goes_to_the_chosen_shape(self) -> None:
        number = {"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"]}
        text = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"const": 1}},
                "required": ["a", "b"]}  # fmt: skip
        faults = [Fault("/x/a", "x", "Inside."), Fault("/x", "x", "Here.")]
        form = form_for(
            schema=one({"oneOf": [number, text]}), value={"x": {"a": "", "b": 1}}, faults=faults
        )
        assert [anchor for anchor, _, _ in form.errors_summary] == ["f/x", "f/x/@1/a"]

    def test_a_secret_is_never_shown(self) -> None:
        schema = one({"type": "string", "x-secret": True})
        html = html_of(form_for(schema=schema, value={"x": "hunter2"}))
        assert "hunter2" not in html
        assert 'type="password"' in html


class TestAudience:
    SCHEMA = {
        "type": "object",
        "properties": {
            "photo": {"type": "string"},
            "model": {"type": "string", "x-audience": "internal", "default": "small"},
        },
    }

    def test_colleagues_find_internal_fields_under_additional_options(self) -> None:
        html = html_of(form_for(schema=self.SCHEMA))
        assert "Additional options" in html
        assert 'name="/model"' in html
        assert "<details" in html
        assert "open" not in html.split("<details")[1].split(">")[0]

    def test_an_embed_has_no_trace_of_them(self) -> None:
        html = html_of(form_for(schema=self.SCHEMA, mode="embed"))
        assert "model" not in html
        assert "Additional options" not in html

    def test_an_embed_cannot_set_them(self) -> None:
        text = "/photo=a&/model=large"
        assert read(self.SCHEMA, text, mode="embed") == {"photo": "a", "model": "small"}
        assert read(self.SCHEMA, text)["model"] == "large"

    DEEP: dict[str, Any] = {
        "type": "object",
        "properties": {
            "scene": {
                "oneOf": [
                    {
                        "type": "object",
                        "title": "Shot",
                        "required": ["angle"],
                        "properties": {
                            "angle": {"type": "integer"},
                            "seed": {"type": "integer", "x-audience": "internal", "default": 7},
                        },
                    },
                    {
                        "type": "object",
                        "title": "Plain",
                        "properties": {"tint": {"type": "string"}},
                    },
                ]
            },
            "rows": {"type": "array", "items": {"$ref": "#/$defs/row"}},
        },
        "$defs": {
            "row": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "cost": {"type": "number", "x-audience": "internal"},
                },
            }
        },
    }

    def test_deep_inside_an_embed_they_are_not_either(self) -> None:
        value = {"scene": {"angle": 1, "seed": 99}, "rows": [{"name": "n", "cost": 5}]}
        html = html_of(form_for(schema=self.DEEP, value=value, mode="embed"))
        assert "angle" in html
        for trace in ("seed", "Seed", "99", "cost", "Cost"):
            assert trace not in html

    @pytest.mark.parametrize(
        "text",
        [
            '/scene={"angle": 1, "seed": 9}&_json=/scene&/rows=[{"name": "n", "cost": 5}]&_json=/rows',
            '_value={"scene": {"angle": 1, "seed": 9}, "rows": [{"name": "n", "cost": 5}]}',
            "_shape:/scene=0&/scene/@0/angle=1&/scene/@0/seed=9&/rows/0/name=n&/rows/0/cost=5",
        ],
        ids=["a part as JSON", "the whole as JSON", "fields"],
    )
    def test_an_embed_cannot_set_them_by_any_way(self, text: str) -> None:
        found = read(self.DEEP, text, mode="embed")
        assert found == {"scene": {"angle": 1, "seed": 7}, "rows": [{"name": "n"}]}


class TestEdits:
    VALUE = {"tasks": [{"name": "A"}, {"name": "B"}, {"name": "C"}]}

    @pytest.mark.parametrize(
        ("asked", "names", "anchor"),
        [
            ("_remove=/tasks/1", "AC", "f/tasks/1"),
            ("_up=/tasks/2", "ACB", "f/tasks/1"),
            ("_down=/tasks/0", "BAC", "f/tasks/1"),
            ("_up=/tasks/0", "ABC", "f/tasks/0"),
            ("_remove=/tasks/9", "ABC", "f/tasks"),
            ("_remove=/nothing/0", "ABC", "f/nothing/0"),
        ],
    )
    def test_rows_change_without_script(self, asked: str, names: str, anchor: str) -> None:
        found = apply_edit(self.VALUE, QueryDict(asked))
        assert found is not None
        value, at = found
        assert ("".join(row["name"] for row in value["tasks"]), at) == (names, anchor)

    def test_a_new_row_has_its_defaults(self) -> None:
        found = apply_edit(self.VALUE, QueryDict("_add=/tasks"), schema=TASKS)
        assert found is not None
        assert found[0]["tasks"][-1] == {"size": "m"}
        assert found[1] == "f/tasks/3"

    def test_sending_the_form_is_no_edit(self) -> None:
        assert apply_edit(self.VALUE, QueryDict("/rate=1")) is None

    def test_the_page_offers_the_buttons(self) -> None:
        names = shown(schema=TASKS).names
        assert {"_add", "_remove", "_up", "_down"} <= set(names)


def test_half_typed_json_comes_back_as_typed() -> None:
    schema = one({})
    value = read(schema, '/x={"a": 1')
    form = form_for(schema=schema, value=value)
    assert form.nodes[0].text == '{"a": 1'


def test_nothing_in_a_value_is_markup() -> None:
    html = html_of(form_for(schema=one({"type": "string"}), value={"x": "<b>\"'&</b>"}))
    assert "<b>" not in html
    assert read_form(schema=one({"type": "string"}), data=Page(html).data())["x"] == "<b>\"'&</b>"


def test_markdown_is_shown_without_script_and_pictures() -> None:
    schema = one({"type": "string", "x-variant": "markdown"})
    text = "**b** <script>1</script> ![x](https://example.com/x.png) [y](javascript:1)"
    node = form_for(schema=schema, value={"x": text}).nodes[0]
    html = render_to_string(node.display_template, {"node": node})
    assert "<strong>b</strong>" in html
    assert "<script" not in html
    assert "<img" not in html
    assert 'href="javascript' not in html
