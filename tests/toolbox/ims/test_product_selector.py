from typing import Any

from tests.toolbox.running import accepted, run

SLUG = "ims-product-selector"
ATTRIBUTES = ["fireSafety", "lowOffGassing", "durability", "drainage", "slipResistance", "value"]
FLAGS = ["nearBuilding", "enclosed", "wetGround", "walkway"]


def importance(*values: int) -> dict[str, Any]:
    return dict(zip(ATTRIBUTES, values, strict=True))


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["name"] for row in rows]


def test_the_documented_case() -> None:
    output = run(SLUG, importance(5, 3, 4, 3, 4, 2))
    assert (output["ranking"][0]["slug"], output["ranking"][0]["score"]) == (
        "protoast-classic",
        83.81,
    )
    assert output["summary"]["best"] == "Protoast Classic"


def test_near_a_building_only_what_resists_fire() -> None:
    output = run(SLUG, {**importance(0, 0, 0, 5, 5, 5), "nearBuilding": True})
    assert names(output["excluded"]) == ["Protoast Slope", "Protoast Value"]
    assert output["excluded"][0]["reasons"] == [
        "Fire safety is 3; this site needs at least 4.",
    ]
    assert not set(names(output["excluded"])) & set(names(output["ranking"]))
    assert output["summary"]["suitable"] == 4


def test_the_strictest_site_still_has_a_product() -> None:
    output = run(SLUG, {**importance(1, 1, 1, 1, 1, 1), **dict.fromkeys(FLAGS, True)})
    assert output["summary"]["suitable"] >= 1


def test_all_zeros_count_as_equal() -> None:
    zeros, ones = run(SLUG, importance(*[0] * 6)), run(SLUG, importance(*[1] * 6))
    assert [row["score"] for row in zeros["ranking"]] == [row["score"] for row in ones["ranking"]]
    assert names(zeros["ranking"]) == names(ones["ranking"])


def test_ties_go_by_name() -> None:
    output = run(SLUG, importance(5, 0, 0, 0, 0, 0))
    assert names(output["ranking"])[:4] == [
        "Protoast Classic",
        "Protoast Shield",
        "Protoast Fine",
        "Protoast Play",
    ]
    assert output["topThree"] == output["ranking"][:3]


def test_reasons_are_what_matters_and_what_is_good() -> None:
    output = run(SLUG, importance(0, 0, 0, 5, 4, 0))
    assert output["ranking"][0]["name"] == "Protoast Slope"
    assert output["ranking"][0]["reasons"][:2] == ["Drainage 5 of 5", "Slip resistance 5 of 5"]


def test_the_profile_sets_need_beside_offer() -> None:
    profile = run(SLUG, importance(5, 3, 4, 3, 4, 2))["profile"]
    assert [row["rating"] for row in profile] == [5, 4, 5, 3, 4, 3]
    assert [row["importance"] for row in profile] == [5, 3, 4, 3, 4, 2]


def test_refuses_an_importance_off_the_scale() -> None:
    assert not accepted(SLUG, importance(6, 0, 0, 0, 0, 0))
    assert not accepted(SLUG, {"fireSafety": 5})
