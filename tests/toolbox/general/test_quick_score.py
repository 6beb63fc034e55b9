from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toolbox.running import accepted, refused_at, run, tool_named

SLUG = "quick-score"


def criterion(name: str, weight: float, score: float) -> dict[str, Any]:
    return {"name": name, "weight": weight, "score": score}


def together(*answers: list[dict[str, Any]]) -> dict[str, Any]:
    aggregate = tool_named(SLUG).aggregate
    assert aggregate
    return aggregate([{"input": {"criteria": criteria}, "output": None} for criteria in answers])


def test_the_documented_case() -> None:
    assert run(SLUG)["summary"] == {"score": 7.5, "grade": "B", "criteria": 3}


@pytest.mark.parametrize(
    ("score", "grade"),
    [
        (10, "A"),
        (8.5, "A"),
        (8.49, "B"),
        (7, "B"),
        (6.99, "C"),
        (5.5, "C"),
        (5.49, "D"),
        (4, "D"),
        (3.99, "F"),
        (0, "F"),
    ],
)
def test_grades_begin_at_their_bounds(score: float, grade: str) -> None:
    assert run(SLUG, criteria=[criterion("One", 1, score)])["summary"]["grade"] == grade


def test_the_grade_is_of_the_score_that_is_shown() -> None:
    summary = run(SLUG, criteria=[criterion("One", 1, 8.495)])["summary"]
    assert (summary["score"], summary["grade"]) == (8.5, "A")


def test_what_adds_most_comes_first_and_ties_go_by_name() -> None:
    criteria = [criterion("Zip", 1, 5), criterion("Ask", 1, 5), criterion("Big", 2, 5)]
    rows = run(SLUG, criteria=criteria)["criteria"]
    assert [row["name"] for row in rows] == ["Big", "Ask", "Zip"]
    assert [row["sharePct"] for row in rows] == [50, 25, 25]


def test_refuses_no_criteria_and_no_weight() -> None:
    assert not accepted(SLUG, {"criteria": []})
    assert not accepted(SLUG, {"criteria": [criterion("One", 0, 5)]})
    assert not accepted(SLUG, {"criteria": [criterion("One", 1, 10.1)]})


def test_a_criterion_is_listed_once() -> None:
    twice = [criterion("Value", 1, 5), criterion("value ", 1, 5)]
    assert refused_at(SLUG, {"criteria": twice}) == ["criteria.1.name"]


def test_nobody_has_no_opinion() -> None:
    output = together()
    assert output["summary"]["n"] == 0
    assert output["summary"]["grade"] is None
    assert output["criteria"] == []


def test_people_score_the_same_criteria() -> None:
    output = together(
        [criterion("Value", 1, 10), criterion("Fit", 1, 4)],
        [criterion("value", 3, 6), criterion("Cost", 1, 2)],
    )
    assert output["summary"] == {
        "n": 2,
        "mean": 6,
        "standardDeviation": 1,
        "consensus": 86.67,
        "grade": "C",
    }
    assert [row["name"] for row in output["criteria"]] == ["Cost", "Fit", "Value"]
    assert output["criteria"][2] == {
        "name": "Value",
        "weightMean": 2,
        "n": 2,
        "mean": 8,
        "standardDeviation": 2,
        "consensus": 60,
    }


CRITERIA = st.lists(
    st.fixed_dictionaries(
        {
            "name": st.sampled_from(["Value", "VALUE", "Fit", "Cost", "Risk"]),
            "weight": st.floats(0, 1000, exclude_min=True),
            "score": st.floats(0, 10),
        }
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda each: str(each["name"]).casefold(),
)


@given(CRITERIA)
def test_every_valid_input_has_a_score_within_the_scale(criteria: list[dict[str, Any]]) -> None:
    scores = [each["score"] for each in criteria]
    score = run(SLUG, {"criteria": criteria})["summary"]["score"]
    assert min(scores) - 0.005 <= score <= max(scores) + 0.005


@given(st.lists(CRITERIA, max_size=6), st.randoms(use_true_random=False))
def test_it_does_not_matter_who_answered_first(
    answers: list[list[dict[str, Any]]], random: Random
) -> None:
    shuffled = random.sample(answers, len(answers))
    assert together(*shuffled) == together(*answers)
