from typing import Any

from tests.toolbox.running import accepted, run

SLUG = "time-savings"


def task(name: str, **changes: Any) -> dict[str, Any]:
    usual = {"name": name, "minutes": 30, "perWeek": 10, "people": 5, "automationPct": 60}
    return usual | changes


def test_the_documented_case() -> None:
    assert run(SLUG)["summary"] == {
        "hoursPerWeek": 15,
        "hoursPerYear": 720,
        "annualSavings": 36000,
        "fte": 0.375,
    }


def test_the_largest_saving_comes_first_and_ties_go_by_name() -> None:
    tasks = [task("Zip"), task("Ask"), task("Big", people=10), task("None", automationPct=0)]
    rows = run(SLUG, tasks=tasks)["tasks"]
    assert [row["name"] for row in rows] == ["Big", "Ask", "Zip", "None"]
    assert [row["sharePct"] for row in rows] == [50, 25, 25, 0]


def test_all_of_the_work_may_be_automated() -> None:
    assert run(SLUG, tasks=[task("All", automationPct=100)])["summary"]["hoursPerWeek"] == 25


def test_nothing_saved_is_no_error() -> None:
    output = run(SLUG, tasks=[task("Nothing", people=0)])
    assert output["summary"]["annualSavings"] == 0
    assert output["tasks"][0]["sharePct"] == 0


def test_refuses_no_tasks_too_many_and_blank_names() -> None:
    assert not accepted(SLUG, {"tasks": [], "hourlyRate": 50})
    assert not accepted(SLUG, {"tasks": [task("Same")] * 201, "hourlyRate": 50})
    assert not accepted(SLUG, {"tasks": [task("   ")], "hourlyRate": 50})
    assert not accepted(SLUG, {"tasks": [task("n" * 201)], "hourlyRate": 50})
    assert accepted(SLUG, {"tasks": [task("n" * 200)], "hourlyRate": 50})
