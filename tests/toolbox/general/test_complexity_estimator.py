import pytest

from tests.toolbox.running import accepted, run

SLUG = "complexity-estimator"
FACTORS = [
    "integrations",
    "dataQuality",
    "processVariability",
    "stakeholders",
    "compliance",
    "novelty",
]


def test_the_documented_case() -> None:
    assert run(SLUG)["summary"] == {
        "score": 58.75,
        "size": "L",
        "weeks": 7.875,
        "weeksLow": 5.906,
        "weeksHigh": 9.844,
    }


@pytest.mark.parametrize(("rating", "score", "size", "weeks"), [(1, 0, "S", 2), (5, 100, "XL", 12)])
def test_the_ends_of_the_scale(rating: int, score: int, size: str, weeks: int) -> None:
    summary = run(SLUG, dict.fromkeys(FACTORS, rating))["summary"]
    assert (summary["score"], summary["size"], summary["weeks"]) == (score, size, weeks)


@pytest.mark.parametrize(
    ("ratings", "score", "size"),
    [
        ((1, 1, 3, 3, 4, 2), 28.75, "S"),
        ((1, 3, 3, 3, 1, 3), 30, "M"),
        ((3, 3, 3, 3, 3, 3), 50, "L"),
        ((5, 4, 4, 1, 3, 4), 70, "XL"),
    ],
)
def test_sizes_begin_at_their_bounds(ratings: tuple[int, ...], score: float, size: str) -> None:
    summary = run(SLUG, dict(zip(FACTORS, ratings, strict=True)))["summary"]
    assert (summary["score"], summary["size"]) == (score, size)


def test_what_adds_most_comes_first_and_ties_go_by_name() -> None:
    factors = [row["factor"] for row in run(SLUG)["factors"]]
    assert factors == [
        "Integrations",
        "Compliance",
        "Data quality",
        "Process variability",
        "Novelty",
        "Stakeholders",
    ]


def test_refuses_a_rating_between_two() -> None:
    assert not accepted(SLUG, dict.fromkeys(FACTORS, 3.5))
