"""What a group's answers say together: pure, in any order, declared by a tenant without code."""

import json
import random
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.conftest import Person
from tests.together import groups
from tools_app.aggregates.together import aggregate
from tools_app.definitions import Effect, Policy
from tools_app.outputs.blocks import blocks_of
from tools_app.registry import load_toolbox, registry
from tools_app.resolved import ResolvedTool, ToolKind

load_toolbox()
OUTPUT: dict[str, Any] = {
    "type": "object",
    "properties": {
        "score": {"type": "number", "minimum": 0, "maximum": 10, "title": "Score"},
        "open": {"type": "number"},
        "choice": {"enum": ["Red", "Green", "Blue"]},
        "ok": {"type": "boolean"},
        "order": {"type": "array", "items": {"type": "string"}},
        "inner": {"$ref": "#/$defs/inner"},
    },
    "$defs": {"inner": {"type": "object", "properties": {"deep": {"type": "integer"}}}},
}
DECLARED: list[dict[str, Any]] = [
    {"field": "/score", "show": ["mean", "median", "histogram", "consensus"]},
    {"field": "/choice", "label": "Colour", "show": ["histogram", "rank", "consensus"]},
    {"field": "/ok", "show": ["histogram"]},
    {"field": "/order", "show": ["rank"]},
    {"field": "/inner/deep", "show": ["mean"]},
]


def _tool(aggregates: list[dict[str, Any]]) -> ResolvedTool:
    return ResolvedTool(
        slug="poll", kind=ToolKind.CUSTOM, name="Poll", description="", category="", icon="",
        effect=Effect.READ, policy=Policy.AUTO, visible=True, input_schema={},
        output_schema=OUTPUT, collaborative=True, aggregates=tuple(aggregates),
    )  # fmt: skip


def _said(**output: Any) -> dict[str, Any]:
    return {"input": {}, "output": output}


def test_the_figures_of_a_few_answers() -> None:
    given_ = [
        _said(score=2, choice="Red", order=["a", "b", "c"], inner={"deep": 1}),
        _said(score=4, choice="Red", order=["b", "a", "c"], inner={"deep": 2}),
        _said(score=9, choice="Blue", order=["b", "c", "a"]),
    ]
    found = aggregate(_tool(DECLARED), given_).output
    assert found["summary"] == {"answers": 3}
    assert found["field1"] == {
        "mean": 5.0,
        "standardDeviation": 2.9439,
        "median": 4.0,
        "consensus": 41.1216,
        "n": 3,
    }
    assert found["field1Histogram"][0] == {"label": "2", "answers": 1}
    assert found["field2"] == {"consensus": 66.6667, "n": 3}
    assert found["field2Rank"][0] == {"label": "Red", "points": 2, "first": 2}
    assert [row["label"] for row in found["field4Rank"]] == ["b", "a", "c"]
    assert found["field5"]["mean"] == 1.5
    assert "field3Histogram" not in found, "nobody said anything"


ANSWERS = st.fixed_dictionaries(
    {},
    optional={
        "score": st.floats(0, 10),
        "choice": st.sampled_from(["Red", "Green", "Blue"]),
        "ok": st.booleans(),
        "order": st.lists(st.sampled_from(["a", "b", "c"]), max_size=4),
        "inner": st.fixed_dictionaries({"deep": st.integers(-(10**6), 10**6)}),
    },
)


@settings(max_examples=40, deadline=None)
@given(outputs=st.lists(ANSWERS, max_size=30), seed=st.integers(0, 1000))
def test_the_order_of_answers_changes_nothing_and_none_and_one_are_fine(
    outputs: list[dict[str, Any]], seed: int
) -> None:
    answers = [_said(**each) for each in outputs]
    mixed = random.Random(seed).sample(answers, len(answers))
    tool = _tool(DECLARED)
    found = aggregate(tool, answers)
    assert found == aggregate(tool, mixed)
    assert blocks_of(sections=found.sections, output=found.output), "it can be shown"
    json.dumps(found.output, allow_nan=False)


@pytest.mark.parametrize("slug", [each.slug for each in registry if each.collaborative])
def test_the_order_changes_nothing_for_the_tools_of_the_product_either(slug: str) -> None:
    definition = registry.get(slug)
    answers = [{"input": example, "output": None} for example in definition.examples] * 2
    tool = ResolvedTool(
        slug=slug, kind=ToolKind.CODE, name="", description="", category="", icon="",
        effect=Effect.READ, policy=Policy.AUTO, visible=True, input_schema={}, output_schema={},
        collaborative=True, definition=definition,
    )  # fmt: skip
    assert aggregate(tool, answers) == aggregate(tool, answers[::-1])
    assert aggregate(tool, []).output is not None
    found = aggregate(tool, answers[:1])
    blocks = blocks_of(sections=found.sections, output=found.output, slug=slug)
    assert {block.kind for block in blocks} - {"json"}, "not shown in the general way"


SCORED = {"criteria": [{"name": "Fit", "weight": 1, "score": {"var": "input.score"}}]}
COMPOSITION = {
    "shape": "composition",
    "steps": [{"id": "first", "tool": "quick-score", "input": SCORED}],
    "output": {"score": {"var": "steps.first.output.summary.score"}},
}


def _create(client: Client, aggregates: Any, **changes: Any) -> Any:
    body = {
        "slug": "poll",
        "name": "Poll",
        "effect": "read",
        "input_schema": {"type": "object", "properties": {"score": {"type": "number"}}},
        "output_schema": OUTPUT,
        "execution": COMPOSITION,
        "aggregates": aggregates,
        **changes,
    }
    return client.post("/api/tools", json.dumps(body), content_type="application/json")


def test_a_tenant_makes_a_tool_collaborative_by_saying_what_to_show(
    alice: Person, bob: Person
) -> None:
    browser = alice.browser()
    made = _create(browser, DECLARED)
    assert made.status_code == 201, made.content
    tool = browser.get("/api/tools/poll").json()
    assert tool["collaborative"] is True
    assert tool["aggregates"] == DECLARED
    session = groups.start(alice, "poll")
    for person, score in ((alice, 4), (bob, 8)):
        answered = groups.answer(person.browser(), session, {"score": score})
        assert answered.status_code == 200, answered.content
    assert groups.together(bob.browser(), session)["output"]["field1"]["mean"] == 6
    assert "Score: answers" in browser.get(f"/tools/poll/session/{session}").content.decode()


@pytest.mark.parametrize(
    ("aggregates", "pointer"),
    [
        ([{"field": "/nowhere", "show": ["mean"]}], "/aggregates/0/field"),
        ([{"field": "/inner", "show": ["mean"]}], "/aggregates/0/field"),
        ([{"field": "/choice", "show": ["mean"]}], "/aggregates/0/show"),
        ([{"field": "/score", "show": []}], "/aggregates/0/show"),
        ([{"field": "/open", "show": ["consensus"]}], "/aggregates/0/show"),
        ([{"field": "/score", "show": ["mean"], "x": 1}], "/aggregates/0"),
    ],
)
def test_what_cannot_be_shown_together_is_refused_at_its_place(
    alice: Person, aggregates: Any, pointer: str
) -> None:
    refused = _create(alice.browser(), aggregates)
    assert [fault["pointer"] for fault in refused.json()["errors"]] == [pointer]


def test_a_tool_that_changes_data_is_not_for_a_group(alice: Person) -> None:
    refused = _create(alice.browser(), DECLARED[:1], effect="mutate")
    assert [fault["code"] for fault in refused.json()["errors"]] == ["effect"]
