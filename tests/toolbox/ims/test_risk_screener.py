from itertools import product
from typing import get_args

import pytest

from tests.toolbox.running import accepted, run, tool_named
from toolbox.ims.risk_screener import _overall
from toolbox.ims.risks import BASE, Climate, Material, Slope, Traffic

SLUG = "ims-risk-screener"
CALM = {
    "material": "gravel",
    "slope": "flat",
    "climate": "temperate",
    "traffic": "light",
    "ageYears": 0,
}


def scores(**changes: object) -> list[int]:
    return [risk["score"] for risk in run(SLUG, CALM | changes)["risks"]]


def test_the_documented_case() -> None:
    output = run(SLUG)
    assert [risk["score"] for risk in output["risks"]] == [5, 2, 4, 3, 3]
    assert output["summary"] == {"overall": 4.36, "level": "high", "worst": "Fire"}


def test_gravel_is_calm() -> None:
    output = run(SLUG, CALM)
    assert scores() == [1, 1, 1, 1, 3]
    assert output["summary"] == {"overall": 2.36, "level": "low", "worst": "Slip"}


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"nearBuilding": True}, [2, 1, 1, 1, 3]),
        ({"enclosed": True}, [1, 2, 1, 2, 3]),
        ({"slope": "steep"}, [1, 1, 2, 1, 5]),
        ({"climate": "hot-dry"}, [2, 2, 1, 1, 3]),
        ({"climate": "wet"}, [1, 1, 2, 2, 4]),
        ({"traffic": "heavy"}, [1, 1, 3, 1, 4]),
        ({"ageYears": 1.9}, [1, 1, 1, 1, 3]),
        ({"ageYears": 2}, [1, 1, 2, 1, 3]),
        ({"ageYears": 5}, [1, 1, 3, 2, 3]),
        ({"slope": "steep", "climate": "wet", "traffic": "heavy"}, [1, 1, 5, 2, 5]),
    ],
)
def test_the_site_changes_the_risks(changes: dict[str, object], expected: list[int]) -> None:
    assert scores(**changes) == expected


def test_reasons_name_what_changed() -> None:
    risk = run(SLUG, CALM | {"climate": "wet", "ageYears": 6})["worstFirst"][0]
    assert (risk["risk"], risk["reasons"]) == (
        "Breakdown",
        ["Wet climate (+1)", "5 years old or more (+2)"],
    )


def test_equal_risks_go_by_name() -> None:
    risks = run(SLUG)["worstFirst"]
    assert [risk["risk"] for risk in risks] == [
        "Fire",
        "Breakdown",
        "Drainage",
        "Slip",
        "Off-gassing",
    ]


@pytest.mark.parametrize(("values", "overall"), [([5, 2, 4, 3, 3], "4.36"), ([1] * 5, "1.00")])
def test_overall_is_mostly_the_worst(values: list[int], overall: str) -> None:
    assert str(_overall(values)) == overall


def test_every_site_stays_within_the_scale() -> None:
    sites = product(*map(get_args, (Material, Slope, Climate, Traffic)), (0, 2, 5))
    for material, slope, climate, traffic, age in sites:
        site = {"material": material, "slope": slope, "climate": climate, "traffic": traffic}
        assert set(scores(**site, ageYears=age)) <= {1, 2, 3, 4, 5}


def test_every_material_has_a_base() -> None:
    assert set(BASE) == set(get_args(Material))
    assert tool_named(SLUG).tenant_slugs == {"ims"}


def test_refuses_an_unknown_material_and_a_negative_age() -> None:
    assert not accepted(SLUG, CALM | {"material": "lava"})
    assert not accepted(SLUG, CALM | {"ageYears": -1})
