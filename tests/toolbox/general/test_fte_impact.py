from tests.toolbox.running import run

SLUG = "fte-impact"


def test_the_documented_case() -> None:
    output = run(SLUG)
    assert output["summary"] == {
        "fte": 4.8,
        "hoursPerYear": 9216,
        "annualSavings": 432000,
        "firstYearNet": 282000,
        "paybackMonths": 4.17,
    }
    assert [stage["fte"] for stage in output["funnel"]] == [20, 10, 6, 4.8]
    assert output["yearlyResults"][-1]["cumulative"] == 1_146_000


def test_adoption_is_eighty_percent_and_implementation_free_by_default() -> None:
    payload = {"headcount": 20, "timePct": 50, "automationPct": 60, "loadedCost": 90_000}
    summary = run(SLUG, payload)["summary"]
    assert summary["fte"] == 4.8
    assert summary["paybackMonths"] == 0


def test_what_saves_nothing_is_never_paid_back() -> None:
    assert run(SLUG, automationPct=0)["summary"]["paybackMonths"] is None
    assert run(SLUG, automationPct=0, implCost=0)["summary"]["paybackMonths"] == 0


def test_all_of_it_may_be_automated() -> None:
    summary = run(SLUG, timePct=100, automationPct=100, adoptionPct=100)["summary"]
    assert summary["fte"] == 20
    assert summary["annualSavings"] == 1_800_000


def test_small_shares_are_not_rounded_on_the_way() -> None:
    summary = run(SLUG, headcount=0.1, timePct=1, automationPct=1, adoptionPct=100)["summary"]
    assert summary["fte"] == 0
    assert summary["annualSavings"] == 0.9
