from typing import Any

import pytest

from tests.toolbox.running import accepted, refused_at, run

SLUG = "oci-comparison-generator"
ATTRIBUTES = ["fireSafety", "lowOffGassing", "durability", "drainage", "slipResistance", "value"]


def each(*values: float) -> dict[str, float]:
    return dict(zip(ATTRIBUTES, values, strict=True))


def against(*ratings: float, **more: Any) -> dict[str, Any]:
    """Protoast Classic has 5, 4, 5, 3, 4, 3."""
    custom = {"competitor": "custom", "customRatings": each(*ratings)}
    return run(SLUG, {"product": "protoast-classic", **custom, **more})


def test_a_preset_competitor() -> None:
    summary = run(SLUG)["summary"]
    assert summary == {
        "product": "Protoast Classic",
        "competitor": "Hardwood mulch",
        "productScore": 4,
        "competitorScore": 3.17,
        "winner": "product",
        "productWins": 3,
        "competitorWins": 1,
        "ties": 2,
    }


@pytest.mark.parametrize(
    ("rating", "winner"),
    [(4.5, "product"), (4.51, "tie"), (5, "tie"), (1, "product")],
)
def test_a_category_is_won_by_half_a_point(rating: float, winner: str) -> None:
    category = against(rating, 4, 5, 3, 4, 3)["categories"][0]
    assert category["winner"] == winner


@pytest.mark.parametrize(
    ("ratings", "winner"),
    [
        ((3.5, 3.5, 3.5, 3.5, 3.5, 3.5), "product"),
        ((3.6, 3.6, 3.6, 3.6, 3.6, 3.6), "tie"),
        ((4.4, 4.4, 4.4, 4.4, 4.4, 4.4), "tie"),
        ((4.5, 4.5, 4.5, 4.5, 4.5, 4.5), "competitor"),
    ],
)
def test_the_whole_is_won_by_half_a_point(ratings: tuple[float, ...], winner: str) -> None:
    assert against(*ratings)["summary"]["winner"] == winner


def test_weights_count() -> None:
    output = against(3, 3, 3, 3, 3, 3, weights=each(3, 1, 0, 0, 0, 0))
    assert output["summary"]["productScore"] == 4.75
    assert [row["weightPct"] for row in output["categories"]] == [75, 25, 0, 0, 0, 0]


def test_all_zero_weights_count_as_equal() -> None:
    zeros = against(3, 3, 3, 3, 3, 3, weights=each(*[0] * 6))
    assert zeros == against(3, 3, 3, 3, 3, 3)


def test_a_custom_competitor_may_have_a_name() -> None:
    assert against(3, 3, 3, 3, 3, 3)["summary"]["competitor"] == "Custom competitor"
    named = against(3, 3, 3, 3, 3, 3, customName="Chips")
    assert named["summary"]["competitor"] == "Chips"


def test_ratings_belong_to_a_custom_competitor() -> None:
    asked = {"product": "protoast-classic", "competitor": "custom"}
    preset = {"product": "protoast-classic", "competitor": "river-rock"}
    assert refused_at(SLUG, asked) == ["customRatings"]
    assert refused_at(SLUG, {**preset, "customRatings": each(*[3] * 6)}) == ["customRatings"]
    assert refused_at(SLUG, {**preset, "customName": "Rocks"}) == ["customName"]


def test_refuses() -> None:
    assert not accepted(SLUG, {"product": "protoast-classic", "competitor": "lava"})
    custom = {"product": "protoast-classic", "competitor": "custom"}
    assert not accepted(SLUG, {**custom, "customRatings": each(0, 3, 3, 3, 3, 3)})
    assert not accepted(SLUG, {**custom, "weights": {"fireSafety": -1}})
