"""OCI's commercial prices, volume discounts and freight. The prices are made up."""

from decimal import Decimal
from fractions import Fraction

from toolbox.ims.catalogue import ProductSlug, product_of_sku

BAG_PRICES: dict[ProductSlug, Decimal] = {
    "protoast-classic": Decimal("7.00"),
    "protoast-fine": Decimal("6.10"),
    "protoast-play": Decimal("8.30"),
    "protoast-shield": Decimal("9.60"),
    "protoast-slope": Decimal("9.90"),
    "protoast-value": Decimal("4.80"),
}

# From this many bags on, this many percent; the largest first.
DISCOUNTS: tuple[tuple[int, int], ...] = ((5000, 20), (1500, 15), (500, 10), (100, 5), (0, 0))

# From this many pallets on, this much a pallet; the most first.
PALLET_RATES: tuple[tuple[int, Decimal], ...] = (
    (12, Decimal(95)),
    (6, Decimal(115)),
    (1, Decimal(145)),
)
TRUCKLOAD_PALLETS = 24
TRUCKLOAD = Decimal(1950)
ZONE_FACTORS = {
    1: Decimal("0.85"),
    2: Decimal("1"),
    3: Decimal("1.25"),
    4: Decimal("1.5"),
    5: Decimal("1.8"),
}
LIFTGATE = Decimal(75)
RESIDENTIAL = Decimal(90)


def bag_price(sku: str) -> Decimal:
    return BAG_PRICES[product_of_sku(sku).slug]


def pallet_share(sku: str, bags: int) -> Fraction:
    """How many pallets these bags fill, exactly."""
    return Fraction(bags, product_of_sku(sku).bags_per_pallet)


def discount_pct(bags: int) -> int:
    return next(percent for least, percent in DISCOUNTS if bags >= least)


def next_discount(bags: int) -> tuple[int, int] | None:
    """The next bracket as (bags, percent); None in the last one."""
    return next(((least, pct) for least, pct in reversed(DISCOUNTS) if least > bags), None)


def freight(pallets: int, zone: int) -> Decimal:
    """For at least one pallet. The zone's factor is on the truckload too."""
    if pallets >= TRUCKLOAD_PALLETS:
        return TRUCKLOAD * ZONE_FACTORS[zone]
    rate = next(rate for least, rate in PALLET_RATES if pallets >= least)
    return rate * pallets * ZONE_FACTORS[zone]
