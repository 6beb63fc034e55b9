"""Where a value is looked at as text, it is only to be quick: the thorough way says the same."""

import hashlib
from typing import Any

import pytest
import rfc8785
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tools_app.schemas.canonical import digest
from tools_app.schemas.secrets import _redacted, redacted
from tools_app.schemas.shape import brief, measure
from tools_app.schemas.validation import CAPS

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ["password", "accessToken", "api_key", "tnn_abcdefghij", "Bearer abcdefghijk", "1", "null"]
)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=10,
)


@settings(max_examples=100, deadline=None)
@given(values)
@example({"a": 1e21, "b": -0.0, "c": "1.0", "é": 1, "\u007f": "\u001f"})
def test_the_digest_is_of_canonical_json(value: Any) -> None:
    assert digest(value) == hashlib.sha256(rfc8785.dumps(value)).hexdigest()


@settings(max_examples=100, deadline=None)
@given(values)
def test_no_credential_slips_through_unseen(value: Any) -> None:
    assert redacted(value) == _redacted(value)


@settings(max_examples=100, deadline=None)
@given(values)
def test_what_is_brief_is_within_the_caps(value: Any) -> None:
    length = brief(value)
    if length is not None:
        shape = measure(value, CAPS)
        assert max(shape.nodes, shape.text) <= length


@pytest.mark.parametrize(
    "value", [{"k" * 1_001: 1}, {"a": "\x00"}, ["\ud800"], [2**53], [float("nan")], ["x" * 5_000]]
)
def test_what_may_breach_the_caps_is_not_brief(value: Any) -> None:
    assert brief(value) is None
