import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolbox.figures import Money, Number, Quantity, cents, mean, round_half_up, share
from tools_app.definitions import ToolModel


class Bill(ToolModel):
    amount_due: Money
    hours: Quantity
    exact: Number


def bill(amount: float | Decimal) -> Bill:
    return Bill.model_validate({"amountDue": amount, "hours": 1, "exact": amount})


AMOUNTS = st.decimals(min_value=-(10**12), max_value=10**12, allow_nan=False, places=6)


@pytest.mark.parametrize(
    ("exact", "rounded"),
    [("1.005", "1.01"), ("2.675", "2.68"), ("0.125", "0.13"), ("-1.005", "-1.01"), ("1.004", "1")],
)
def test_halves_are_rounded_away_from_zero(exact: str, rounded: str) -> None:
    assert cents(Decimal(exact)) == Decimal(rounded)


def test_a_float_is_the_decimal_that_it_prints_as() -> None:
    assert bill(1.005).amount_due == Decimal("1.01")
    assert bill(0.1).exact == Decimal("0.1")


def test_a_rounded_nothing_has_no_sign() -> None:
    assert str(cents(Decimal("-0.001"))) == "0.00"


def test_money_is_a_decimal_inside_and_a_number_outside() -> None:
    found = bill(Decimal("1049.40"))
    assert isinstance(found.amount_due, Decimal)
    assert found.model_dump(mode="json")["amountDue"] == 1049.4
    assert json.loads(found.model_dump_json())["amountDue"] == 1049.4


@pytest.mark.parametrize("mode", ["validation", "serialization"])
def test_the_schema_of_money_is_a_number(mode: str) -> None:
    schema = Bill.model_json_schema(mode=mode)  # type: ignore[arg-type]  # one of the two modes
    assert schema["properties"]["amountDue"] == {"title": "Amountdue", "type": "number"}


@given(AMOUNTS)
def test_rounding_moves_by_half_a_cent_at_most_and_only_once(amount: Decimal) -> None:
    rounded = cents(amount)
    assert abs(rounded - amount) <= Decimal("0.005")
    assert cents(rounded) == rounded
    assert rounded.as_tuple().exponent == -2


@given(AMOUNTS)
def test_rounding_treats_debts_and_credits_alike(amount: Decimal) -> None:
    assert cents(-amount) == -cents(amount)


@given(AMOUNTS)
def test_money_survives_json(amount: Decimal) -> None:
    due = bill(amount).amount_due
    assert Decimal(str(json.loads(bill(amount).model_dump_json())["amountDue"])) == due


@given(AMOUNTS, AMOUNTS)
def test_rounding_keeps_the_order(one: Decimal, other: Decimal) -> None:
    low, high = sorted((one, other))
    assert round_half_up(low, 2) <= round_half_up(high, 2)


def test_weights_that_are_all_zero_count_as_equal() -> None:
    values = [Decimal(1), Decimal(4)]
    assert mean(values, [Decimal(0), Decimal(0)]) == mean(values) == Decimal("2.5")
    assert mean(values, [Decimal(3), Decimal(1)]) == Decimal("1.75")


def test_nothing_of_nothing_is_no_share() -> None:
    assert share(Decimal(0), Decimal(0)) == 0
