"""The Protoast line of mulches. The numbers are made up; the tools treat them as the truth."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, get_args

Attribute = Literal[
    "fire_safety", "low_off_gassing", "durability", "drainage", "slip_resistance", "value"
]
ProductSlug = Literal[
    "protoast-classic",
    "protoast-fine",
    "protoast-play",
    "protoast-shield",
    "protoast-slope",
    "protoast-value",
]

ATTRIBUTES: tuple[Attribute, ...] = get_args(Attribute)
LABELS: dict[Attribute, str] = {
    "fire_safety": "Fire safety",
    "low_off_gassing": "Low off-gassing",
    "durability": "Durability",
    "drainage": "Drainage",
    "slip_resistance": "Slip resistance",
    "value": "Value for money",
}


@dataclass(frozen=True)
class Ratings:
    """From 1 (poor) to 5 (excellent)."""

    fire_safety: int
    low_off_gassing: int
    durability: int
    drainage: int
    slip_resistance: int
    value: int

    def of(self, attribute: Attribute) -> int:
        rating: int = getattr(self, attribute)
        return rating


@dataclass(frozen=True)
class Product:
    slug: ProductSlug
    name: str
    skus: tuple[str, ...]
    bag_cu_ft: Decimal
    bag_lb: Decimal
    bags_per_pallet: int
    price: Decimal
    colours: tuple[str, ...]
    ratings: Ratings


PRODUCTS: tuple[Product, ...] = (
    Product(
        slug="protoast-classic",
        name="Protoast Classic",
        skus=("PT-CL-BRN", "PT-CL-BLK", "PT-CL-RED"),
        bag_cu_ft=Decimal("2"),
        bag_lb=Decimal("28"),
        bags_per_pallet=60,
        price=Decimal("7.95"),
        colours=("brown", "black", "red"),
        ratings=Ratings(5, 4, 5, 3, 4, 3),
    ),
    Product(
        slug="protoast-fine",
        name="Protoast Fine",
        skus=("PT-FN-BRN", "PT-FN-BLK"),
        bag_cu_ft=Decimal("1.5"),
        bag_lb=Decimal("24"),
        bags_per_pallet=70,
        price=Decimal("6.95"),
        colours=("brown", "black"),
        ratings=Ratings(4, 4, 3, 2, 4, 4),
    ),
    Product(
        slug="protoast-play",
        name="Protoast Play",
        skus=("PT-PL-NAT", "PT-PL-GRN"),
        bag_cu_ft=Decimal("2"),
        bag_lb=Decimal("26"),
        bags_per_pallet=60,
        price=Decimal("9.45"),
        colours=("natural", "green"),
        ratings=Ratings(4, 5, 4, 4, 5, 2),
    ),
    Product(
        slug="protoast-shield",
        name="Protoast Shield",
        skus=("PT-SH-BRN", "PT-SH-GRY"),
        bag_cu_ft=Decimal("2"),
        bag_lb=Decimal("32"),
        bags_per_pallet=50,
        price=Decimal("10.95"),
        colours=("brown", "grey"),
        ratings=Ratings(5, 5, 5, 4, 3, 1),
    ),
    Product(
        slug="protoast-slope",
        name="Protoast Slope",
        skus=("PT-SL-BRN", "PT-SL-NAT"),
        bag_cu_ft=Decimal("3"),
        bag_lb=Decimal("40"),
        bags_per_pallet=40,
        price=Decimal("11.25"),
        colours=("brown", "natural"),
        ratings=Ratings(3, 4, 4, 5, 5, 3),
    ),
    Product(
        slug="protoast-value",
        name="Protoast Value",
        skus=("PT-VA-BRN",),
        bag_cu_ft=Decimal("2"),
        bag_lb=Decimal("25"),
        bags_per_pallet=65,
        price=Decimal("5.45"),
        colours=("brown",),
        ratings=Ratings(3, 3, 3, 3, 3, 5),
    ),
)

_BY_SLUG = {product.slug: product for product in PRODUCTS}
_BY_SKU = {sku: product for product in PRODUCTS for sku in product.skus}
SKUS: tuple[str, ...] = tuple(sorted(_BY_SKU))


def product_of(slug: ProductSlug) -> Product:
    return _BY_SLUG[slug]


def product_of_sku(sku: str) -> Product:
    """Raises `KeyError` for a SKU that is none of `SKUS`."""
    return _BY_SKU[sku]
