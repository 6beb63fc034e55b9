from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toolbox.running import accepted, run
from toolbox.cash_flows import internal_rate, present_value

SLUG = "roi-calculator"


def test_the_documented_case() -> None:
    output = run(SLUG)
    assert output["summary"] == {
        "npv": 51631.47,
        "irrPct": 28.65,
        "paybackYears": 2.5,
        "roiPct": 100,
        "totalNet": 200000,
    }
    assert [row["cumulative"] for row in output["yearlyResults"]] == [
        -60000,
        -20000,
        20000,
        60000,
        100000,
    ]


def test_defaults_are_five_years_at_ten_percent() -> None:
    payload = {"initialInvestment": 100_000, "annualBenefit": 40_000}
    assert run(SLUG, payload)["summary"] == run(SLUG)["summary"]


def test_without_a_discount_the_present_value_is_the_sum() -> None:
    assert run(SLUG, discountRatePct=0)["summary"]["npv"] == 100_000


def test_a_loss_every_year_has_no_payback_and_no_rate() -> None:
    summary = run(SLUG, annualBenefit=5_000)["summary"]
    assert summary["paybackYears"] is None
    assert summary["irrPct"] is None
    assert summary["roiPct"] == -125


def test_payback_beyond_the_years_is_not_reached() -> None:
    summary = run(SLUG, years=2)["summary"]
    assert summary["paybackYears"] is None
    assert summary["irrPct"] == pytest.approx(-13.67, abs=0.01)


def test_gains_that_turn_into_losses_have_no_single_rate() -> None:
    assert run(SLUG, growthPct=-60, years=10)["summary"]["irrPct"] is None


def test_a_benefit_may_vanish_after_the_first_year() -> None:
    output = run(SLUG, growthPct=-100)
    assert [row["benefit"] for row in output["yearlyResults"]] == [50_000, 0, 0, 0, 0]


def test_one_year() -> None:
    output = run(SLUG, years=1, annualBenefit=120_000)
    assert output["summary"]["paybackYears"] == 0.91
    assert output["summary"]["irrPct"] == 10
    assert len(output["yearlyResults"]) == 1


def test_benefits_grow_after_the_first_year() -> None:
    output = run(SLUG, growthPct=10, years=3)
    assert [row["benefit"] for row in output["yearlyResults"]] == [50_000, 55_000, 60_500]


@pytest.mark.parametrize(
    "change",
    [
        {"initialInvestment": 0},
        {"years": 0},
        {"years": 21},
        {"discountRatePct": 101},
        {"annualBenefit": "50000"},
        {"annualBenefit": None},
        {"initial_investment": 5},
    ],
)
def test_refuses(change: dict[str, object]) -> None:
    payload = {"initialInvestment": 100_000, "annualBenefit": 40_000}
    assert accepted(SLUG, payload)
    assert not accepted(SLUG, payload | change)


FLOWS = st.decimals(min_value=0, max_value=10**9, places=2)


@given(
    invested=st.decimals(min_value="0.01", max_value=10**9, places=2),
    flows=st.lists(FLOWS, min_size=1, max_size=20).filter(any),
)
def test_gains_have_one_rate_that_makes_them_worth_the_investment(
    invested: Decimal, flows: list[Decimal]
) -> None:
    rate = internal_rate(invested, flows)
    assert rate is not None
    assert rate > -1
    assert abs(present_value(flows, rate) / invested - 1) < Decimal("1e-6")


@given(
    st.fixed_dictionaries(
        {
            "initialInvestment": st.floats(0.01, 1e9),
            "annualBenefit": st.floats(0, 1e9),
            "annualCost": st.floats(0, 1e9),
            "growthPct": st.floats(-100, 100),
            "discountRatePct": st.floats(0, 100),
            "years": st.integers(1, 20),
        }
    )
)
def test_every_valid_input_has_a_finite_answer(payload: dict[str, object]) -> None:
    assert len(run(SLUG, payload)["yearlyResults"]) == payload["years"]
