from typing import Any

import pytest

from tests.toolbox.running import accepted, run, tool_named

SLUG = "ai-readiness"
DIMENSIONS = ["data", "infrastructure", "talent", "governance", "culture", "strategy"]


def ratings(*values: int) -> dict[str, Any]:
    return dict(zip(DIMENSIONS, values, strict=True))


def together(*answers: dict[str, Any]) -> dict[str, Any]:
    aggregate = tool_named(SLUG).aggregate
    assert aggregate
    return aggregate([{"input": answer, "output": run(SLUG, answer)} for answer in answers])


def test_the_documented_case() -> None:
    output = run(SLUG, ratings(3, 4, 2, 2, 3, 4))
    assert output["summary"] == {"score": 48.75, "level": "Emerging"}


@pytest.mark.parametrize(
    ("values", "score", "level"),
    [
        ((1, 1, 1, 1, 1, 1), 0, "Nascent"),
        ((2, 2, 2, 2, 2, 2), 25, "Emerging"),
        ((3, 3, 3, 3, 3, 3), 50, "Established"),
        ((4, 4, 4, 4, 4, 4), 75, "Leading"),
        ((5, 5, 5, 5, 5, 5), 100, "Leading"),
    ],
)
def test_levels_begin_at_their_bounds(values: tuple[int, ...], score: int, level: str) -> None:
    assert run(SLUG, ratings(*values))["summary"] == {"score": score, "level": level}


def test_focus_is_where_most_points_are_missing_and_ties_go_by_name() -> None:
    focus = run(SLUG, ratings(5, 4, 5, 4, 1, 4))["focus"]
    assert [row["dimension"] for row in focus] == [
        "Culture",
        "Governance",
        "Infrastructure",
        "Strategy",
    ]


def test_refuses_what_is_no_rating() -> None:
    assert not accepted(SLUG, ratings(0, 4, 2, 2, 3, 4))
    assert not accepted(SLUG, ratings(6, 4, 2, 2, 3, 4))
    assert not accepted(SLUG, {"data": 3})


def test_nobody_has_no_opinion() -> None:
    output = together()
    assert output["summary"] == {
        "n": 0,
        "mean": None,
        "standardDeviation": None,
        "consensus": None,
        "level": None,
    }
    assert {row["n"] for row in output["dimensions"]} == {0}


def test_one_person_agrees_with_themselves() -> None:
    summary = together(ratings(3, 4, 2, 2, 3, 4))["summary"]
    assert summary == {
        "n": 1,
        "mean": 48.75,
        "standardDeviation": 0,
        "consensus": 100,
        "level": "Emerging",
    }


def test_opposite_people_agree_on_nothing() -> None:
    output = together(ratings(1, 1, 1, 1, 1, 1), ratings(5, 5, 5, 5, 5, 5))
    assert output["summary"]["mean"] == 50
    assert output["summary"]["standardDeviation"] == 50
    assert output["summary"]["consensus"] == 0
    assert output["dimensions"][0] == {
        "dimension": "Data",
        "n": 2,
        "mean": 3,
        "standardDeviation": 2,
        "consensus": 0,
    }


def test_equal_scores_may_hide_that_people_disagree() -> None:
    summary = together(ratings(3, 5, 3, 1, 3, 3), ratings(3, 1, 3, 5, 3, 3))["summary"]
    assert summary["standardDeviation"] == 0
    assert summary["consensus"] == 66.67
