from typing import get_args

from toolbox.ims.catalogue import (
    ATTRIBUTES,
    LABELS,
    PRODUCTS,
    SKUS,
    ProductSlug,
    product_of,
    product_of_sku,
)
from toolbox.oci.competitors import PRESETS, CompetitorSlug
from toolbox.oci.price_list import BAG_PRICES


def test_every_slug_is_one_product() -> None:
    assert [product.slug for product in PRODUCTS] == list(get_args(ProductSlug))
    assert all(product_of(product.slug) is product for product in PRODUCTS)


def test_every_sku_belongs_to_one_product_and_has_a_colour() -> None:
    listed = [sku for product in PRODUCTS for sku in product.skus]
    assert sorted(listed) == list(SKUS)
    assert len(set(listed)) == len(listed)
    assert all(len(product.skus) == len(product.colours) for product in PRODUCTS)
    assert product_of_sku("PT-CL-BRN").slug == "protoast-classic"


def test_ratings_are_from_one_to_five() -> None:
    presets = [ratings for _, ratings in PRESETS.values()]
    for ratings in [product.ratings for product in PRODUCTS] + presets:
        assert all(1 <= ratings.of(attribute) <= 5 for attribute in ATTRIBUTES)
    assert list(LABELS) == list(ATTRIBUTES)


def test_bags_and_prices_are_above_nothing() -> None:
    for product in PRODUCTS:
        assert min(product.bag_cu_ft, product.bag_lb, product.price) > 0
        assert product.bags_per_pallet > 0
        assert 0 < BAG_PRICES[product.slug] < product.price


def test_every_competitor_but_a_custom_one_is_rated() -> None:
    assert {*PRESETS, "custom"} == set(get_args(CompetitorSlug))
