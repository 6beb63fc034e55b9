"""The four shapes: a Call, a Form, a View and a Link, each by its id."""

import pytest

from config.errors import NotFound
from tools_app.interactions import DuplicateLink, LinkSpec, Shape, answer_schema, links
from tools_app.registry import load_toolbox, registry
from tools_app.schemas.validation import is_valid

load_toolbox()
TOOL = "tool:quick-score"


def test_a_call_and_a_form_take_the_input_of_the_tool() -> None:
    example = registry.get("quick-score").examples[0]
    for shape in (Shape.CALL, Shape.FORM):
        assert is_valid(answer_schema(shape, TOOL), example)
        assert not is_valid(answer_schema(shape, TOOL), {"acknowledged": True})


def test_a_view_takes_nothing() -> None:
    assert is_valid(answer_schema(Shape.VIEW, TOOL), None)
    assert not is_valid(answer_schema(Shape.VIEW, TOOL), {"any": "thing"})


def test_a_link_is_acknowledged_and_nothing_else() -> None:
    schema = answer_schema(Shape.LINK, "run")
    assert is_valid(schema, {"acknowledged": True})
    for more in ({}, {"acknowledged": False}, {"acknowledged": True, "token": "x"}):
        assert not is_valid(schema, more)


def test_what_nobody_registered_is_not_found() -> None:
    for shape in Shape:
        with pytest.raises(NotFound):
            answer_schema(shape, "tool:nothing")
    with pytest.raises(DuplicateLink):
        links.register(LinkSpec("run", "Another", "", route="runs"))
