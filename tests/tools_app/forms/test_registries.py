"""Components, specs and sources: nothing twice, nothing unknown, every form complete."""

from dataclasses import replace
from typing import Any

import pytest
from django.core import checks
from django.template.loader import get_template

from config.errors import PermissionDenied
from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.forms.page import html_of, sent_by
from tools_app.definitions import ToolDefinition
from tools_app.forms import pickers
from tools_app.forms.build import form_for
from tools_app.forms.components import (
    Component,
    DuplicateComponent,
    UnknownComponent,
    components,
)
from tools_app.forms.reading import read_form
from tools_app.forms.spec import DuplicateForm, FormSpec, Group, UnknownForm, Widget, forms
from tools_app.registry import load_toolbox, registry
from tools_app.schemas.field_definitions import FieldType
from tools_app.schemas.validation import faults_of

load_toolbox()


class TestComponents:
    def test_there_are_24_with_their_templates(self) -> None:
        assert len(components) == 24
        for component in components:
            get_template(component.template)

    def test_a_second_one_is_refused_and_an_unknown_one_named(self) -> None:
        with pytest.raises(DuplicateComponent):
            components.register(Component(FieldType.TEXT, "input", "Another"))
        with pytest.raises(UnknownComponent, match="colour"):
            components.get("colour", "input")


class TestSpecs:
    def test_a_second_one_is_refused_and_an_unknown_one_named(self) -> None:
        with pytest.raises(DuplicateForm):
            forms.register("tool:quick-score", FormSpec(internal=["criteria"]))
        with pytest.raises(UnknownForm):
            forms.get("tool:nothing")

    @pytest.mark.parametrize(
        ("spec", "words"),
        [
            (FormSpec(groups=[Group("A", [])]), "“criteria” is in no group"),
            (FormSpec(groups=[Group("A", ["criteria", "other"])]), "no property “other”"),
            (FormSpec(widgets={"/criteria/*/colour": Widget()}), "leads nowhere"),
            (FormSpec(internal=["other"]), "no property “other”"),
            (FormSpec(custom={"/other": "forms/node.html"}), "/other leads nowhere"),
            (FormSpec(custom={"/criteria": "no/such.html"}), "no template no/such.html"),
        ],
    )
    def test_the_start_is_stopped_by_what_does_not_cover_the_input(
        self, spec: FormSpec, words: str
    ) -> None:
        known = forms.get("tool:quick-score")
        forms._specs["tool:quick-score"] = spec
        try:
            found = checks.run_checks(tags=["tenon"])
        finally:
            forms._specs["tool:quick-score"] = known
        assert [message.id for message in found] == ["tenon.E021"]
        assert words in found[0].msg

    def test_a_form_of_no_tool_is_found_too(self) -> None:
        with forms.register_temporarily("tool:nothing", FormSpec()):
            assert [each.id for each in checks.run_checks(tags=["tenon"])] == ["tenon.E021"]


@pytest.mark.parametrize("tool", list(registry), ids=lambda tool: tool.slug)
def test_every_tool_has_a_form_that_carries_its_examples(tool: ToolDefinition) -> None:
    spec = forms.get(f"tool:{tool.slug}")
    schema = tool.input_schema
    for example in tool.examples:
        form = form_for(schema=schema, spec=spec, value=example)
        value = read_form(schema=schema, spec=spec, data=sent_by(form))
        assert value == example
        assert faults_of(schema, value) == []
    assert "json" not in {
        node.variant for top in form_for(schema=schema).nodes for node in top.walk()
    }
    assert "__index__" in html_of(form_for(schema=schema)) or "array" not in str(schema)


class TestPickers:
    def test_people_and_tools_are_found(self, bob: Person) -> None:
        with tenant_context("acme"):
            names = [label for _, label, _ in pickers.search("person", bob.principal, "ali")]
            tools = [value for value, _, _ in pickers.search("tool", bob.principal, "score")]
        assert names == ["Alice"]
        assert "quick-score" in tools

    def test_over_http(self, bob: Person) -> None:
        answer = bob.browser().get("/pickers/person?q=b")
        assert "Bob" in [row["label"] for row in answer.json()["results"]]
        assert bob.browser().get("/pickers/unicorn").status_code == 404

    def test_needs_the_right_to_read_tools(self, bob: Person) -> None:
        nobody = replace(bob.principal, permissions=frozenset())
        with pytest.raises(PermissionDenied):
            pickers.search("tool", nobody, "")

    def test_without_script_there_is_a_select(self, bob: Person) -> None:
        schema = {
            "type": "object",
            "properties": {"who": {"type": "string", "x-entity-type": "person"}},
        }
        with tenant_context("acme"):
            html = html_of(form_for(schema=schema, principal=bob.principal))
        assert "<select" in html
        assert "Alice" in html


class TestComponentsPage:
    def test_exists_for_admins_of_the_demo(self, alice: Person, bob: Person, settings: Any) -> None:
        settings.DEMO = True
        assert alice.browser().get("/dev/components").status_code == 200
        assert bob.browser().get("/dev/components").status_code == 404

    def test_nowhere_else(self, alice: Person, settings: Any) -> None:
        settings.DEMO = settings.DEBUG = False
        assert alice.browser().get("/dev/components").status_code == 404


class TestSpecOfALayout:
    SCHEMA = {
        "type": "object",
        "properties": {
            "rows": {
                "type": "array",
                "items": {"type": "object", "properties": {"name": {"type": "string"}}},
            }
        },
    }
    VALUE = {"rows": [{"name": "a"}, {"name": "b"}]}

    def test_a_field_may_have_a_template_of_its_own(self) -> None:
        spec = FormSpec(custom={"/rows/*/name": "forms/_label.html"})
        form = form_for(schema=self.SCHEMA, spec=spec, value=self.VALUE)
        html = html_of(form)
        assert {row.children[0].template for row in form.nodes[0].children} == {"forms/_label.html"}
        assert 'name="/rows/0/name"' not in html
        assert html_of(form_for(schema=self.SCHEMA, value=self.VALUE)).count("/rows/0/name") > 0

    def test_rows_stay_in_place_where_their_order_means_nothing(self) -> None:
        spec = FormSpec(widgets={"/rows": Widget(reorder=False)})
        html = html_of(form_for(schema=self.SCHEMA, spec=spec, value=self.VALUE))
        assert "data-row-remove" in html
        assert "data-row-up" not in html
        assert "data-row-handle" not in html
