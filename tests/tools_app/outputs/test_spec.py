"""Views of tools: every one of the toolbox has one, and all that it names is shown."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from tests.toolbox.running import run_definition
from tests.tools_app.outputs.rendering import cell, html_of
from tools_app.definitions import DefinitionError, Section, ToolDefinition
from tools_app.outputs.blocks import Block, CalloutBlock, JsonBlock, blocks_of
from tools_app.outputs.checks import check_views
from tools_app.outputs.spec import ViewSpec, register_views, views
from tools_app.registry import load_toolbox, registry

load_toolbox()
TOOLS = list(registry)
register_views(TOOLS)
every_tool = pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.slug)


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value, default=float))


@every_tool
def test_every_tool_shows_each_of_its_sections(tool: ToolDefinition) -> None:
    for example in tool.examples:
        output = plain(run_definition(tool, example))
        blocks = blocks_of(
            sections=tool.sections, output=output, schema=tool.output_schema, slug=tool.slug
        )
        labels = [block.label for block in blocks if block.kind != "callout"]
        assert labels == [section.label for section in tool.sections]
        assert not [block for block in blocks if isinstance(block, JsonBlock)]
        html = html_of(blocks)
        assert all(f">{section.label}</h3>" in html for section in tool.sections)


@every_tool
def test_every_tool_is_readable_without_its_sections(tool: ToolDefinition) -> None:
    output = plain(run_definition(tool, tool.examples[0]))
    blocks = blocks_of(sections=[], output=output, schema=tool.output_schema)
    assert html_of(blocks)
    assert not isinstance(blocks[0], JsonBlock)


@every_tool
def test_what_people_say_together_is_shown_by_its_own_sections(tool: ToolDefinition) -> None:
    if tool.aggregate is None:
        return
    answers = [{"input": tool.examples[0], "output": plain(run_definition(tool, tool.examples[0]))}]
    for given in ([], answers, answers * 3):
        together = plain(tool.aggregate(given))
        blocks = blocks_of(sections=tool.aggregate_sections, output=together, slug=tool.slug)
        assert [b.label for b in blocks] == [each.label for each in tool.aggregate_sections]
        assert html_of(blocks)


def test_every_tool_has_a_view() -> None:
    assert {f"tool:{tool.slug}" for tool in TOOLS} <= {spec.key for spec in views}
    assert check_views() == []


def test_a_view_that_shows_what_is_not_there_stops_the_start() -> None:
    spec = views.find("tool:quick-score")
    assert spec
    assert spec.faults(registry.get("quick-score").output_schema) == []
    wrong = Section("nowhere", "Nowhere", "table", {"columns": [cell("a")]})
    assert ViewSpec("quick-score", (wrong,)).faults({"properties": {"a": {}}}) == ["nowhere"]


def banner(output: Any) -> Sequence[Block]:
    return [CalloutBlock(text=f"You scored {output['score']}.", tone="success")]


OWN = ViewSpec(
    "own",
    (Section("tool-output-own", "Verdict", "custom"), Section("score", "Raw", "custom")),
    banner,
)


def test_a_tool_may_draw_a_part_itself() -> None:
    with views.register_temporarily(OWN):
        first, second = blocks_of(sections=[], output={"score": 7}, slug="own")
    assert isinstance(first, CalloutBlock)
    assert first.text == "You scored 7."
    assert isinstance(second, JsonBlock)
    assert views.find("tool:own") is None


def test_a_view_that_fails_leaves_the_rest() -> None:
    with views.register_temporarily(OWN):
        (block,) = blocks_of(sections=[], output={"other": 7}, slug="own")
    assert isinstance(block, JsonBlock)


def test_one_tool_has_one_view() -> None:
    with views.register_temporarily(OWN), pytest.raises(DefinitionError):
        views.register(ViewSpec("own", ()))
