from decimal import Decimal
from typing import Any

import pytest

from tools_app.outputs.formatting import date_of, number_of, places_of, show, show_signed


@pytest.mark.parametrize(
    ("value", "form", "unit", "words"),
    [
        (1234567.891, "number", "", "1,234,567.89"),
        (7, "number", "", "7"),
        (7.5, "number", "of 10", "7.5 of 10"),
        (-1234.5, "number", "", "−1,234.5"),
        (0.0041666, "number", "", "0.00417"),
        (0, "number", "", "0"),
        (-0.0, "number", "", "0"),
        (1e18, "number", "", "1.00 × 10^18"),
        (-2.5e-9, "number", "", "−2.50 × 10^−9"),
        (Decimal("0.1") + Decimal("0.2"), "number", "", "0.3"),
        (Decimal("51631.47"), "currency", "USD", "$51,631.47"),
        (36000, "currency", "USD", "$36,000"),
        (-12.5, "currency", "USD", "−$12.50"),
        (1049.4, "currency", "USD", "$1,049.40"),
        (2.675, "currency", "USD", "$2.68"),
        (48.75, "percent", "", "48.75%"),
        (100, "percent", "", "100%"),
        ("12.50", "number", "", "12.5"),
        (None, "number", "", "—"),
        (None, "currency", "USD", "—"),
        ("", "text", "", "—"),
        (True, "text", "", "Yes"),
        (True, "number", "", "Yes"),
        (float("nan"), "number", "", "—"),
        (float("inf"), "currency", "", "—"),
        ("not a number", "currency", "", "not a number"),
        (["red", "blue"], "text", "", "red, blue"),
        ([], "text", "", "—"),
        ({"a": 1}, "number", "", '{"a": 1}'),
        ("2026-03-05", "date", "", "5 March 2026"),
        ("2026-03-05T09:30:00Z", "datetime", "", "5 March 2026, 09:30 UTC"),
        ("2026-99-99", "date", "", "2026-99-99"),
        ("a\u202eb\x00c", "text", "", "a\ufffdb\ufffdc"),
    ],
)
def test_a_value_is_shown_as_people_write_it(value: Any, form: str, unit: str, words: str) -> None:
    assert show(value, form, unit) == words


def test_a_whole_number_too_long_for_anything_is_not_read() -> None:
    assert number_of(10**5000) is None
    assert show(10**5000, "number") == "—"


def test_changes_carry_their_sign() -> None:
    assert show_signed(Decimal("3.5"), "percent") == "+3.5%"
    assert show_signed(Decimal(-3), "currency") == "−$3"


def test_a_column_has_as_many_places_as_it_needs() -> None:
    assert places_of([Decimal("1.5"), Decimal(2), None]) == 1
    assert places_of([Decimal(100), Decimal(2)]) == 0
    assert places_of([Decimal("1.23456")]) == 2
    assert places_of([Decimal("0.0001"), Decimal(2)]) is None


def test_a_text_that_is_no_date_is_none() -> None:
    assert date_of("yesterday") is None
    assert date_of(20260305) is None
