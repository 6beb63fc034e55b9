"""What is wrong with a tool is said when its module is loaded, with the module's name."""

import importlib
from collections.abc import Sequence
from typing import Any

import pytest
from pydantic import Field

from tools_app.definitions import DefinitionError, Execute, Section, ToolContext, ToolModel, define
from tools_app.registry import Registry, UnknownTool, load_toolbox, registry, tool


class Question(ToolModel):
    how_many: int = Field(default=1, title="How many")


class Answer(ToolModel):
    that_many: int


def answer(given: Question, _context: ToolContext) -> Answer:
    """Answer with the number that was asked for."""
    return Answer(that_many=given.how_many)


def undocumented(given: Question, _context: ToolContext) -> Answer:
    return Answer(that_many=given.how_many)


def without_output(given: Question, _context: ToolContext):  # type: ignore[no-untyped-def]  # the fault under test
    """Answer without saying what."""
    return Answer(that_many=given.how_many)


def without_input(given: int, _context: ToolContext) -> Answer:
    """Answer a bare number."""
    return Answer(that_many=given)


def aggregate(submissions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {"n": len(submissions)}


OPTIONS: dict[str, Any] = {
    "slug": "answer",
    "name": "Answer",
    "category": "test",
    "icon": "reply",
    "effect": "read",
}


@pytest.mark.parametrize(
    ("function", "options", "fault"),
    [
        (answer, {"effect": ""}, "needs an effect"),
        (answer, {"effect": "write"}, "needs an effect"),
        (without_output, {}, "needs an output model"),
        (without_input, {}, "needs an input model"),
        (undocumented, {}, "needs a docstring"),
        (answer, {"slug": "An Answer"}, "is no slug"),
        (answer, {"slug": "answer--twice"}, "is no slug"),
        (answer, {"slug": "a" * 65}, "is no slug"),
        (answer, {"required_permissions": ["tools.team.fly"]}, "unknown rights tools.team.fly"),
        (answer, {"collaborative": True}, "collaborative only with an aggregate"),
        (answer, {"aggregate": aggregate}, "collaborative only with an aggregate"),
        (answer, {"colour": "red"}, "colour"),
    ],
)
def test_a_fault_is_named_with_its_module(
    function: Execute, options: dict[str, Any], fault: str
) -> None:
    with pytest.raises(DefinitionError) as error:
        define(function, **(OPTIONS | options))
    assert fault in str(error.value)
    assert str(error.value).startswith(f"{__name__}: ")


def test_a_missing_option_is_named_with_its_module() -> None:
    options = {key: value for key, value in OPTIONS.items() if key != "name"}
    with pytest.raises(DefinitionError, match=f"{__name__}: answer: .*'name'"):
        define(answer, **options)


def test_the_decorator_refuses_a_tool_without_an_effect() -> None:
    before = len(registry)
    with pytest.raises(DefinitionError, match="needs an effect"):
        tool(slug="answer", name="Answer", category="test", icon="reply")(answer)
    assert len(registry) == before


def test_the_names_in_json_are_camel_case() -> None:
    definition = define(answer, **OPTIONS)
    assert definition.input_schema["properties"] == {
        "howMany": {"default": 1, "title": "How many", "type": "integer"}
    }
    assert list(definition.output_schema["properties"]) == ["thatMany"]
    assert Answer(that_many=2).model_dump(mode="json") == {"thatMany": 2}


def test_lists_of_options_become_immutable() -> None:
    section = Section("thatMany", "That many", "summary")
    definition = define(answer, **OPTIONS, sections=[section], examples=[{"howMany": 2}])
    assert definition.sections == (section,)
    assert definition.examples == ({"howMany": 2},)
    assert definition.tenant_slugs == frozenset()


class TestRegistry:
    def test_another_module_may_not_take_a_slug(self) -> None:
        found = Registry()
        found.register(define(answer, **OPTIONS))
        other = define(answer, **OPTIONS)
        object.__setattr__(other, "module", "toolbox.general.other")
        with pytest.raises(DefinitionError) as error:
            found.register(other)
        assert str(error.value).startswith("toolbox.general.other: ")
        assert __name__ in str(error.value)

    def test_the_same_module_may_be_loaded_twice(self) -> None:
        load_toolbox()
        before = [definition.slug for definition in registry]
        importlib.reload(importlib.import_module("toolbox.general.quick_score"))
        load_toolbox.cache_clear()
        load_toolbox()
        assert [definition.slug for definition in registry] == before

    def test_an_unknown_slug_is_an_error_of_its_own(self) -> None:
        assert registry.find("no-such-tool") is None
        with pytest.raises(UnknownTool):
            registry.get("no-such-tool")

    def test_a_tool_for_a_test_goes_away(self) -> None:
        with registry.register_temporarily(define(answer, **OPTIONS)):
            assert registry.get("answer").name == "Answer"
        assert registry.find("answer") is None
