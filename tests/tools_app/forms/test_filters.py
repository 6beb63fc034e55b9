from typing import Any

import pytest

from tools_app.forms.filters import filters_for


@pytest.mark.parametrize(
    ("schema", "control"),
    [
        ({"enum": list("abcdef")}, "select"),
        ({"enum": list("abcdefg")}, "multi-select"),
        ({"type": "number"}, "number"),
        ({"type": "integer", "minimum": 1, "maximum": 5}, "range"),
        ({"type": "boolean"}, "toggle"),
        ({"type": "array", "items": {"enum": ["a"]}}, "multi-select"),
        ({"type": "array", "items": {"type": "string"}}, "text"),
        ({"type": "string"}, "text"),
        (True, "text"),
    ],
)
def test_each_kind_of_field_has_its_control(schema: Any, control: str) -> None:
    found = filters_for({"properties": {"fireSafety": schema}})
    assert [(each.control, each.label) for each in found] == [(control, "Fire Safety")]
