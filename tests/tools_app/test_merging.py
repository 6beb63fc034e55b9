"""Three-way merges: what one side changed is taken over, what both changed is asked."""

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tools_app.merging import merged

LEAVES = st.none() | st.integers() | st.text(max_size=3)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=8,
)
OBJECTS = st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=4)


@settings(max_examples=60, deadline=None)
@given(base=OBJECTS, mine=OBJECTS, theirs=OBJECTS)
def test_what_one_side_changed_is_taken_over(base: Any, mine: Any, theirs: Any) -> None:
    assert merged(base=base, mine=mine, theirs=base).value == mine
    assert merged(base=base, mine=base, theirs=theirs).value == theirs
    same = merged(base=base, mine=mine, theirs=mine)
    assert (same.value, same.conflicts) == (mine, ())


def test_fields_of_a_schema_are_merged_one_by_one() -> None:
    base = {"properties": {"a": {"type": "string"}, "b": {"type": "string"}}, "required": ["a"]}
    mine = {
        "properties": {"a": {"type": "string", "maxLength": 9}, "b": {"type": "string"}, "c": {}},
        "required": ["a", "c"],
    }
    theirs = {"properties": {"a": {"type": "integer"}}, "required": ["a", "b"]}
    found = merged(base=base, mine=mine, theirs=theirs)
    assert found.conflicts == ()
    assert found.value["properties"] == {"a": {"type": "integer", "maxLength": 9}, "c": {}}
    assert found.value["required"] == ["a", "c", "b"]


def test_what_one_deleted_and_the_other_changed_is_asked() -> None:
    (conflict,) = merged(base={"a": 1}, mine={}, theirs={"a": 2}).conflicts
    assert (conflict.pointer, conflict.base, conflict.mine, conflict.theirs) == ("/a", 1, None, 2)
    assert merged(base=None, mine={"a": 1}, theirs={"a": 2}).conflicts[0].pointer == "/a"
