import hashlib

import pytest

from config.errors import InvalidInput
from tools_app.schemas.canonical import digest


def test_order_and_spacing_do_not_matter() -> None:
    assert digest({"b": 1, "a": [1.0, "é"]}) == digest({"a": [1, "é"], "b": 1})


def test_it_is_the_hash_of_canonical_json() -> None:
    expected = hashlib.sha256('{"a":[1,"é"],"b":true}'.encode()).hexdigest()
    assert digest({"b": True, "a": [1.0, "é"]}) == expected


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), 2**53, "\ud800", {"\ud800": 1}, {1: 2}, {1, 2}, b"x"]
)
def test_what_canonical_json_cannot_hold_is_an_answer(value: object) -> None:
    with pytest.raises(InvalidInput) as raised:
        digest({"a": value})
    assert raised.value.faults[0].code == "canonical"


def test_depth_is_an_answer() -> None:
    value: list[object] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(InvalidInput):
        digest(value)
