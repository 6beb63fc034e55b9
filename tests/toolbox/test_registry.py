"""What holds for every tool of the toolbox."""

import json
import re
from collections.abc import Iterator
from typing import Any

import lucide
import pytest
from jsonschema_rs import meta

from tests.toolbox.running import CONTEXT, run_definition
from tools_app.definitions import Section, ToolDefinition
from tools_app.registry import load_toolbox, registry

load_toolbox()
TOOLS = registry.toolbox
Schema = dict[str, Any]

GENERAL = {
    "ai-readiness",
    "complexity-estimator",
    "fte-impact",
    "priority-matrix",
    "process-automation-scoper",
    "quick-score",
    "roi-calculator",
    "time-savings",
}
IMS = {"ims-coverage-estimator", "ims-product-selector", "ims-risk-screener"}
OCI = {"oci-comparison-generator", "oci-order-estimator"}

every_tool = pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.slug)


def nodes(schema: Any) -> Iterator[Schema]:
    """Every schema inside of a schema."""
    if isinstance(schema, dict):
        yield schema
        for value in schema.values():
            yield from nodes(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from nodes(value)


def fields(schema: Schema) -> Iterator[tuple[str, Schema]]:
    for node in nodes(schema):
        if isinstance(node.get("properties"), dict):
            yield from node["properties"].items()


def resolve(schema: Schema, node: Schema) -> Schema:
    reference = node.get("$ref")
    return schema["$defs"][reference.rsplit("/", 1)[1]] if reference else node


def test_the_toolbox_has_these_tools() -> None:
    assert {tool.slug for tool in TOOLS} >= GENERAL | IMS | OCI
    assert len({tool.slug for tool in TOOLS}) == len(TOOLS)


def test_each_family_belongs_to_its_tenant() -> None:
    for tool in TOOLS:
        if tool.slug in GENERAL:
            assert tool.tenant_slugs == frozenset()
        elif tool.slug in IMS | OCI:
            assert tool.tenant_slugs == {tool.slug.split("-")[0]}


@every_tool
class TestEveryTool:
    def test_is_one_module_in_its_family(self, tool: ToolDefinition) -> None:
        assert re.fullmatch(r"toolbox\.[a-z_]+\.[a-z_]+", tool.module)
        others = [other.slug for other in TOOLS if other.module == tool.module]
        assert others == [tool.slug]

    def test_says_when_to_use_it_and_when_not(self, tool: ToolDefinition) -> None:
        assert len(re.findall(r"[.!?](?:\s|$)", tool.description)) >= 2
        assert "Use it" in tool.description
        assert "Do not use it" in tool.description
        assert "Pass " in tool.description

    def test_points_only_to_tools_that_its_readers_have(self, tool: ToolDefinition) -> None:
        named = set(re.findall(r"[a-z]+(?:-[a-z]+)+", tool.description)) & (GENERAL | IMS | OCI)
        for slug in named:
            assert registry.get(slug).tenant_slugs <= tool.tenant_slugs

    def test_has_an_icon_that_exists(self, tool: ToolDefinition) -> None:
        lucide._load_icon(tool.icon)

    def test_takes_and_gives_objects_with_properties(self, tool: ToolDefinition) -> None:
        for schema in (tool.input_schema, tool.output_schema):
            meta.validate(schema)
            json.dumps(schema, allow_nan=False)
            assert schema["type"] == "object"
            assert schema["properties"]
            assert not {"anyOf", "oneOf", "allOf", "$ref"} & set(schema)

    def test_has_no_open_maps(self, tool: ToolDefinition) -> None:
        for schema in (tool.input_schema, tool.output_schema):
            for node in nodes(schema):
                if node.get("type") == "object":
                    assert node["additionalProperties"] is False
                    assert node["properties"]

    def test_names_its_fields_in_camel_case(self, tool: ToolDefinition) -> None:
        for schema in (tool.input_schema, tool.output_schema):
            for name, _ in fields(schema):
                assert re.fullmatch(r"[a-z][a-zA-Z0-9]*", name)

    def test_labels_every_field_of_its_input(self, tool: ToolDefinition) -> None:
        for name, field in fields(tool.input_schema):
            assert field.get("title") not in (None, "", name)

    def test_bounds_every_field_of_its_input(self, tool: ToolDefinition) -> None:
        schema = tool.input_schema
        for _, found in fields(schema):
            field = resolve(schema, found)
            assert isinstance(field["type"], str), "no union: a number is a number"
            assert is_bounded(field), field

    def test_leaves_null_to_its_output(self, tool: ToolDefinition) -> None:
        assert not [node for node in nodes(tool.input_schema) if "anyOf" in node]

    def test_numbers_are_numbers(self, tool: ToolDefinition) -> None:
        for node in nodes(tool.output_schema):
            kinds = {kind.get("type") for kind in node.get("anyOf", [])}
            assert not {"number", "string"} <= kinds

    def test_runs_its_examples(self, tool: ToolDefinition) -> None:
        assert tool.examples
        for example in tool.examples:
            assert run_definition(tool, example) == run_definition(tool, example)

    @pytest.mark.parametrize("bound", ["minimum", "maximum"])
    def test_answers_at_the_bounds_of_its_numbers(self, tool: ToolDefinition, bound: str) -> None:
        schema = tool.input_schema
        for example in tool.examples:
            run_definition(tool, at_bound(schema, schema, example, bound))

    def test_shows_only_what_its_output_has(self, tool: ToolDefinition) -> None:
        schema = tool.output_schema
        assert tool.sections
        for section in tool.sections:
            node = resolve(schema, schema["properties"][section.key])
            row = resolve(schema, node["items"]) if node["type"] == "array" else node
            assert (node["type"] == "object") == (section.type == "summary")
            assert set(keys(section)) <= set(row["properties"])

    def test_has_an_aggregate_if_it_is_collaborative(self, tool: ToolDefinition) -> None:
        assert tool.collaborative == (tool.aggregate is not None)
        assert tool.collaborative == bool(tool.aggregate_sections)

    def test_shows_only_what_its_aggregate_has(self, tool: ToolDefinition) -> None:
        if tool.aggregate is None:
            return
        model = tool.input_model.model_validate(tool.examples[0])
        output = tool.execute(model, CONTEXT).model_dump(mode="json")
        together = tool.aggregate([{"input": tool.examples[0], "output": output}])
        for section in tool.aggregate_sections:
            value = together[section.key]
            row = value[0] if isinstance(value, list) else value
            assert set(keys(section)) <= set(row)


def at_bound(schema: Schema, found: Schema, value: Any, bound: str) -> Any:
    """The value with each number at its bound; one that has only an exclusive bound stays."""
    node = resolve(schema, found)
    if node["type"] == "object":
        parts = node["properties"]
        return {key: at_bound(schema, parts[key], part, bound) for key, part in value.items()}
    if node["type"] == "array":
        return [at_bound(schema, node["items"], part, bound) for part in value]
    return node.get(bound, value)


def is_bounded(field: Schema) -> bool:
    kind = field["type"]
    if kind in {"number", "integer"}:
        return bool({"minimum", "exclusiveMinimum"} & set(field)) and "maximum" in field
    if kind == "string":
        return "enum" in field or bool(field["maxLength"] <= 200)
    if kind == "array":
        return bool(field["minItems"] >= 1 and field["maxItems"] <= 200)
    return kind in {"boolean", "object"}


def keys(section: Section) -> list[str]:
    """Every key that a section's config names."""
    return [node["key"] for node in nodes(section.config) if "key" in node]


def test_charts_are_of_a_kind_that_is_drawn() -> None:
    kinds = {"bar", "line", "area", "stacked-bar", "pie", "donut"}
    shown = [section for tool in TOOLS for section in tool.sections + tool.aggregate_sections]
    assert {section.config["kind"] for section in shown if section.type == "chart"} <= kinds
    formats = {"text", "number", "currency", "percent"}
    assert {
        cell["format"] for s in shown for cell in nodes(s.config) if "format" in cell
    } == formats
