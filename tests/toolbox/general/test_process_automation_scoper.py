from typing import Any

import pytest

from tests.toolbox.running import accepted, run

SLUG = "process-automation-scoper"


def step(name: str = "Step", **changes: Any) -> dict[str, Any]:
    usual = {
        "name": name,
        "minutes": 12,
        "perMonth": 800,
        "ruleBased": 5,
        "structured": 4,
        "exceptionPct": 10,
        "systems": 3,
    }
    return usual | changes


def test_the_documented_case() -> None:
    output = run(SLUG)
    assert output["steps"][0]["score"] == 84.5
    assert output["steps"][0]["verdict"] == "automate"
    assert output["summary"]["savedHoursPerMonth"] == 135.2
    assert output["summary"]["hoursPerMonth"] == 160


@pytest.mark.parametrize(
    ("changes", "score", "verdict"),
    [
        ({"structured": 5, "exceptionPct": 0, "systems": 2}, 100, "automate"),
        ({"structured": 5, "exceptionPct": 100, "systems": 0}, 70, "automate"),
        ({"structured": 5, "exceptionPct": 100, "systems": 3}, 65, "assist"),
        ({"structured": 1, "exceptionPct": 100, "systems": 1}, 40, "assist"),
        ({"structured": 1, "exceptionPct": 100, "systems": 3}, 35, "keep manual"),
        ({"ruleBased": 1, "structured": 1, "exceptionPct": 100, "systems": 50}, 0, "keep manual"),
    ],
)
def test_scores_stay_within_the_scale(changes: dict[str, Any], score: float, verdict: str) -> None:
    found = run(SLUG, steps=[step(**changes)])["steps"][0]
    assert (found["score"], found["verdict"]) == (score, verdict)


def test_what_stays_manual_saves_nothing() -> None:
    manual = step("Manual", ruleBased=1, structured=1)
    summary = run(SLUG, steps=[step(), manual])["summary"]
    assert summary["savedHoursPerMonth"] == 135.2
    assert summary["hoursPerMonth"] == 320
    assert (summary["automate"], summary["assist"], summary["keepManual"]) == (1, 0, 1)


def test_long_steps_weigh_more() -> None:
    steps = [step(), step("Long", ruleBased=1, structured=1, exceptionPct=0, minutes=36)]
    assert run(SLUG, steps=steps)["summary"]["score"] == 39.88


def test_without_hours_the_steps_weigh_the_same() -> None:
    assert run(SLUG, steps=[step(perMonth=0)])["summary"]["score"] == 84.5


def test_the_best_step_comes_first_and_ties_go_by_name() -> None:
    steps = [step("Zip"), step("Ask"), step("Best", systems=1)]
    assert [row["name"] for row in run(SLUG, steps=steps)["steps"]] == ["Best", "Ask", "Zip"]


def test_refuses_no_steps() -> None:
    assert not accepted(SLUG, {"steps": []})
