from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toolbox.running import accepted, refused_at, run
from toolbox.ims.catalogue import PRODUCTS

SLUG = "ims-coverage-estimator"
JOB = {"depthIn": 3, "product": "protoast-classic"}


def test_the_documented_case() -> None:
    summary = run(SLUG)["summary"]
    assert summary["bags"] == 132
    assert (summary["pallets"], summary["fullPallets"], summary["looseBags"]) == (3, 2, 12)
    assert summary["weightLb"] == 3696
    assert summary["cost"] == 1049.40


def test_a_bag_of_two_cubic_feet_covers_eight_square_feet_three_inches_deep() -> None:
    summary = run(SLUG, {**JOB, "areaSqFt": 8, "wastePct": 0})["summary"]
    assert summary["bagCoversSqFt"] == 8
    assert summary["bags"] == 1


def test_waste_is_five_percent_by_default() -> None:
    assert run(SLUG, {**JOB, "areaSqFt": 1000})["summary"]["bags"] == 132


def test_length_and_width_make_an_area() -> None:
    sides = run(SLUG, {**JOB, "length": 40, "width": 25})
    assert sides == run(SLUG, {**JOB, "areaSqFt": 1000})


def test_what_fits_exactly_needs_no_bag_more() -> None:
    """A twelfth has no end as a decimal, but 6 ft² × 4 in are a bag of 2 ft³ and no more."""
    job = {"areaSqFt": 3, "depthIn": 4, "product": "protoast-classic", "wastePct": 0}
    assert run(SLUG, job)["summary"]["bags"] == 1
    assert run(SLUG, {**job, "areaSqFt": 6})["summary"]["bags"] == 1
    assert run(SLUG, {**job, "areaSqFt": 6.000001})["summary"]["bags"] == 2


def test_full_pallets_leave_no_loose_bags() -> None:
    summary = run(SLUG, {**JOB, "areaSqFt": 480, "wastePct": 0})["summary"]
    assert (summary["bags"], summary["pallets"]) == (60, 1)
    assert (summary["fullPallets"], summary["looseBags"]) == (1, 0)


def test_the_cheapest_product_comes_first() -> None:
    products = run(SLUG)["products"]
    assert len(products) == len(PRODUCTS)
    assert [row["cost"] for row in products] == sorted(row["cost"] for row in products)


@pytest.mark.parametrize(
    ("sides", "field"),
    [
        ({}, "areaSqFt"),
        ({"length": 5}, "width"),
        ({"width": 5}, "length"),
        ({"areaSqFt": 25, "length": 5, "width": 5}, "areaSqFt"),
        ({"areaSqFt": 25, "width": 5}, "areaSqFt"),
    ],
)
def test_the_area_is_given_once(sides: dict[str, Any], field: str) -> None:
    assert refused_at(SLUG, JOB | sides) == [field]


@pytest.mark.parametrize(
    "change",
    [
        {"depthIn": 0.4},
        {"depthIn": 12.5},
        {"areaSqFt": 0},
        {"areaSqFt": None},
        {"product": "Protoast Classic"},
        {"wastePct": -1},
    ],
)
def test_refuses(change: dict[str, Any]) -> None:
    assert accepted(SLUG, {**JOB, "areaSqFt": 1})
    assert not accepted(SLUG, {**JOB, "areaSqFt": 1, **change})


SLUGS = st.sampled_from([product.slug for product in PRODUCTS])
AREAS = st.fixed_dictionaries({"areaSqFt": st.floats(0.01, 1_000_000)}) | st.fixed_dictionaries(
    {"length": st.floats(0.01, 10_000), "width": st.floats(0.01, 10_000)}
)


@given(AREAS, st.floats(0.5, 12), SLUGS, st.floats(0, 100))
def test_every_valid_input_has_bags_that_are_enough_and_not_one_too_many(
    area: dict[str, float], depth: float, product: str, waste: float
) -> None:
    output = run(SLUG, {**area, "depthIn": depth, "product": product, "wastePct": waste})
    summary = output["summary"]
    bag = next(each.bag_cu_ft for each in PRODUCTS if each.slug == product)
    volume = summary["volumeCuFt"]
    assert (summary["bags"] - 1) * float(bag) <= volume + 0.001
    assert volume <= summary["bags"] * float(bag) + 0.001
    assert summary["bags"] >= 1
