from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.toolbox.running import accepted, refused_at, run
from toolbox.ims.catalogue import SKUS
from toolbox.oci.price_list import discount_pct, freight, next_discount

SLUG = "oci-order-estimator"


def order(bags: int, sku: str = "PT-CL-BRN", zone: int = 2, **more: Any) -> dict[str, Any]:
    return {"lines": [{"sku": sku, "bags": bags}], "zone": zone, **more}


def test_the_documented_case() -> None:
    summary = run(SLUG)["summary"]
    assert (summary["subtotal"], summary["discount"], summary["freight"]) == (4200, 420, 1437.50)
    assert summary["total"] == 5217.50
    assert summary["pallets"] == 10


@pytest.mark.parametrize(
    ("bags", "percent"),
    [
        (1, 0),
        (99, 0),
        (100, 5),
        (499, 5),
        (500, 10),
        (1499, 10),
        (1500, 15),
        (4999, 15),
        (5000, 20),
        (100_000, 20),
    ],
)
def test_discounts_begin_at_their_bounds(bags: int, percent: int) -> None:
    assert discount_pct(bags) == percent
    assert run(SLUG, order(bags))["summary"]["discountPct"] == percent


@pytest.mark.parametrize(
    ("pallets", "cost"),
    [(1, 145), (5, 725), (6, 690), (11, 1265), (12, 1140), (23, 2185), (24, 1950), (500, 1950)],
)
def test_freight_goes_by_pallets(pallets: int, cost: int) -> None:
    assert freight(pallets, 2) == cost
    assert run(SLUG, order(pallets * 60))["summary"]["freight"] == cost


@pytest.mark.parametrize(
    ("zone", "factor"), [(1, "0.85"), (2, "1"), (3, "1.25"), (4, "1.5"), (5, "1.8")]
)
def test_freight_goes_by_zone_also_for_a_truckload(zone: int, factor: str) -> None:
    assert freight(1, zone) == 145 * Decimal(factor)
    assert freight(24, zone) == 1950 * Decimal(factor)


def test_extras_are_added_as_they_are() -> None:
    plain = run(SLUG, order(60, zone=5))["summary"]
    extras = run(SLUG, order(60, zone=5, liftgate=True, residential=True))
    assert extras["summary"]["freight"] - plain["freight"] == 165
    assert [row["item"] for row in extras["breakdown"]] == [
        "Goods",
        "Volume discount",
        "Freight",
        "Liftgate",
        "Residential delivery",
    ]


def test_products_share_a_pallet() -> None:
    lines = [{"sku": "PT-CL-BRN", "bags": 30}, {"sku": "PT-SL-NAT", "bags": 20}]
    assert run(SLUG, {"lines": lines, "zone": 2})["summary"]["pallets"] == 1
    lines[0]["bags"] = 31
    assert run(SLUG, {"lines": lines, "zone": 2})["summary"]["pallets"] == 2


def test_bags_of_all_lines_count_for_the_discount() -> None:
    lines = [{"sku": "PT-CL-BRN", "bags": 50}, {"sku": "PT-CL-BRN", "bags": 50}]
    assert run(SLUG, {"lines": lines, "zone": 2})["summary"]["discountPct"] == 5


def test_half_a_cent_of_discount_is_rounded_up() -> None:
    lines = [{"sku": "PT-CL-BLK", "bags": 90}, {"sku": "PT-SL-NAT", "bags": 25}]
    summary = run(SLUG, {"lines": lines, "zone": 2})["summary"]
    assert (summary["subtotal"], summary["discount"]) == (877.50, 43.88)


def test_it_says_what_is_missing_to_the_next_discount() -> None:
    summary = run(SLUG, order(480))["summary"]
    assert (summary["bagsToNextDiscount"], summary["nextDiscountPct"]) == (20, 10)
    summary = run(SLUG, order(5000))["summary"]
    assert (summary["bagsToNextDiscount"], summary["nextDiscountPct"]) == (None, None)
    assert next_discount(99) == (100, 5)
    assert next_discount(100) == (500, 10)


def test_refuses() -> None:
    assert not accepted(SLUG, {"lines": [], "zone": 1})
    assert not accepted(SLUG, order(1, zone=6))
    assert not accepted(SLUG, order(0))
    assert not accepted(SLUG, order(1, sku="Protoast Classic"))
    assert refused_at(SLUG, order(1, sku="Protoast Classic")) == ["lines.0.sku"]


LINES = st.lists(
    st.fixed_dictionaries({"sku": st.sampled_from(SKUS), "bags": st.integers(1, 100_000)}),
    min_size=1,
    max_size=200,
)


@given(LINES, st.integers(1, 5), st.booleans(), st.booleans())
def test_every_valid_order_adds_up(
    lines: list[dict[str, Any]], zone: int, liftgate: bool, residential: bool
) -> None:
    payload = {"lines": lines, "zone": zone, "liftgate": liftgate, "residential": residential}
    output = run(SLUG, payload)
    summary = {key: Decimal(str(value)) for key, value in output["summary"].items() if value}
    parts = sum((Decimal(str(row["amount"])) for row in output["breakdown"]), Decimal(0))
    goods = sum((Decimal(str(row["amount"])) for row in output["lines"]), Decimal(0))
    assert summary["total"] == parts > 0
    assert summary["subtotal"] == goods
