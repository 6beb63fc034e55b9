from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toolbox.running import accepted, refused_at, run, tool_named

SLUG = "priority-matrix"


def idea(title: str, impact: float = 5, effort: float = 5, **more: Any) -> dict[str, Any]:
    return {"title": title, "impact": impact, "effort": effort, **more}


def together(*answers: list[dict[str, Any]]) -> dict[str, Any]:
    aggregate = tool_named(SLUG).aggregate
    assert aggregate
    return aggregate([{"input": {"items": items}, "output": None} for items in answers])


def test_the_documented_case() -> None:
    item = run(SLUG)["items"][0]
    assert (item["priority"], item["quadrant"]) == (2.4, "quick win")


def test_confidence_is_full_by_default() -> None:
    assert run(SLUG, items=[idea("One", 8, 4)])["items"][0]["priority"] == 2


@pytest.mark.parametrize(
    ("impact", "effort", "quadrant"),
    [
        (5.5, 5.4, "quick win"),
        (5.5, 5.5, "major project"),
        (5.4, 5.4, "fill-in"),
        (5.4, 5.5, "avoid"),
    ],
)
def test_what_is_on_the_cut_is_high(impact: float, effort: float, quadrant: str) -> None:
    output = run(SLUG, items=[idea("One", impact, effort)])
    assert output["items"][0]["quadrant"] == quadrant
    assert {row["quadrant"]: row["items"] for row in output["quadrants"]}[quadrant] == 1


def test_ties_go_by_title() -> None:
    items = [idea("Zip"), idea("Ask"), idea("Best", 9, 1)]
    output = run(SLUG, items=items)
    assert [item["title"] for item in output["items"]] == ["Best", "Ask", "Zip"]
    assert [item["rank"] for item in output["items"]] == [1, 2, 3]


def test_an_idea_has_a_title_or_an_id() -> None:
    output = run(SLUG, items=[{"id": "X-1", "impact": 5, "effort": 5}])
    assert (output["items"][0]["id"], output["items"][0]["title"]) == ("X-1", "X-1")
    assert refused_at(SLUG, {"items": [{"impact": 5, "effort": 5}]}) == ["items.0.title"]


def test_an_idea_is_listed_once() -> None:
    items = [idea("One"), idea("Two"), idea(" one")]
    assert refused_at(SLUG, {"items": items}) == ["items.2.title"]


def test_refuses_no_ideas_and_ratings_off_the_scale() -> None:
    assert not accepted(SLUG, {"items": []})
    assert not accepted(SLUG, {"items": [idea("One", 11)]})
    assert not accepted(SLUG, {"items": [idea("One", 5, 0)]})
    assert not accepted(SLUG, {"items": [idea("One", confidence=101)]})


def test_nobody_has_no_opinion() -> None:
    summary = {"n": 0, "items": 0, "first": None, "consensus": None}
    assert together() == {"summary": summary, "items": []}


def test_people_rate_the_same_idea() -> None:
    output = together([idea("Mail", 8, 2), idea("Wiki", 2, 4)], [idea("mail", 6, 4)])
    assert output["summary"] == {"n": 2, "items": 2, "first": "Mail", "consensus": 88.89}
    assert output["items"][0] == {
        "id": "Mail",
        "title": "Mail",
        "quadrant": "quick win",
        "n": 2,
        "mean": 2.75,
        "standardDeviation": 1.25,
        "consensus": 77.78,
        "impactMean": 7,
        "impactStandardDeviation": 1,
        "effortMean": 3,
        "effortStandardDeviation": 1,
    }


TITLES = st.sampled_from(["Mail", "mail", "Wiki", "Archive"])
IDEAS = st.fixed_dictionaries(
    {"title": TITLES, "impact": st.floats(1, 10), "effort": st.floats(1, 10)},
    optional={"id": st.sampled_from(["1", "2"]), "confidence": st.floats(0, 100)},
)
ANSWERS = st.lists(
    IDEAS,
    min_size=1,
    max_size=4,
    unique_by=lambda item: item.get("id", str(item["title"]).casefold()),
)


@given(st.lists(ANSWERS, max_size=6), st.randoms(use_true_random=False))
def test_it_does_not_matter_who_answered_first(
    answers: list[list[dict[str, Any]]], random: Random
) -> None:
    shuffled = random.sample(answers, len(answers))
    assert together(*shuffled) == together(*answers)
