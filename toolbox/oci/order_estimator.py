"""What a commercial order costs, delivered."""

from collections.abc import Iterator
from decimal import Decimal
from math import ceil
from typing import Annotated

from pydantic import AfterValidator, Field

from toolbox.fields import LONGEST_LIST
from toolbox.figures import Money, Percent, Quantity, fraction, total
from toolbox.ims.catalogue import SKUS, product_of_sku
from toolbox.layout import chart, currency, number, percent, summary, table, text
from toolbox.oci.price_list import (
    LIFTGATE,
    RESIDENTIAL,
    bag_price,
    discount_pct,
    freight,
    next_discount,
    pallet_share,
)
from tools_app.definitions import ToolContext, ToolModel
from tools_app.registry import tool


def _known(sku: str) -> str:
    if sku not in SKUS:
        raise ValueError(f"Not a SKU: one of {', '.join(SKUS)}.")
    return sku


Sku = Annotated[str, AfterValidator(_known), Field(json_schema_extra={"enum": list(SKUS)})]


class OrderLine(ToolModel):
    sku: Sku = Field(title="SKU")
    bags: int = Field(ge=1, le=100_000, title="Bags")


class OrderInput(ToolModel):
    lines: list[OrderLine] = Field(min_length=1, max_length=LONGEST_LIST, title="Lines")
    zone: int = Field(ge=1, le=5, title="Freight zone (1–5)", description="1 near, 5 far.")
    liftgate: bool = Field(default=False, title="Liftgate", description="No dock at the site.")
    residential: bool = Field(default=False, title="Residential address")


class OrderSummary(ToolModel):
    total: Money = Field(title="Total ($)")
    subtotal: Money = Field(title="Goods ($)")
    discount_pct: Percent = Field(title="Volume discount (%)")
    discount: Money = Field(title="Volume discount ($)")
    freight: Money = Field(title="Freight with extras ($)")
    bags: int = Field(title="Bags")
    pallets: int = Field(title="Pallets", description="Products share the last one.")
    weight_lb: Quantity = Field(title="Weight (lb)")
    bags_to_next_discount: int | None = Field(title="Bags to the next discount")
    next_discount_pct: Percent | None = Field(title="Next discount (%)")


class PricedLine(ToolModel):
    sku: str = Field(title="SKU")
    product: str = Field(title="Product")
    bags: int = Field(title="Bags")
    price: Money = Field(title="Price a bag ($)")
    amount: Money = Field(title="Amount ($)")


class CostItem(ToolModel):
    item: str = Field(title="Item")
    amount: Money = Field(title="Amount ($)")


class OrderOutput(ToolModel):
    summary: OrderSummary
    lines: list[PricedLine]
    breakdown: list[CostItem] = Field(description="What adds up to the total.")


@tool(
    slug="oci-order-estimator",
    name="Commercial order estimator",
    category="products",
    icon="truck",
    effect="read",
    tenant_slugs=["oci"],
    sections=[
        summary(
            "summary",
            "Order",
            currency("total", "Total"),
            currency("subtotal", "Goods"),
            currency("discount", "Volume discount"),
            currency("freight", "Freight"),
            number("bags", "Bags"),
            number("pallets", "Pallets"),
            number("weightLb", "Weight", "lb"),
            number("bagsToNextDiscount", "Bags to the next discount"),
            percent("nextDiscountPct", "Next discount"),
        ),
        table(
            "lines",
            "Lines",
            text("sku", "SKU"),
            text("product", "Product"),
            number("bags", "Bags"),
            currency("price", "Price a bag"),
            currency("amount", "Amount"),
        ),
        chart("breakdown", "Breakdown", "bar", text("item", "Item"), currency("amount", "Amount")),
    ],
    examples=[
        {"lines": [{"sku": "PT-CL-BRN", "bags": 600}], "zone": 3},
        {
            "lines": [{"sku": "PT-CL-BLK", "bags": 90}, {"sku": "PT-SL-NAT", "bags": 25}],
            "zone": 1,
            "liftgate": True,
            "residential": True,
        },
    ],
)
def order_estimator(given: OrderInput, _context: ToolContext) -> OrderOutput:
    """Price a commercial order delivered: goods by SKU, the volume discount by bags, freight by
    pallets and zone, and what is missing to the next discount.

    Use it when SKUs and numbers of bags are known. Do not use it to find out how many bags an area
    needs, nor as a binding quote: taxes are not included. Pass SKUs, not product names, whole bags,
    and the freight zone from 1 (near) to 5 (far); set liftgate and residential only when they apply.
    """
    lines = list(map(_priced, given.lines))
    pallets = ceil(sum(pallet_share(line.sku, line.bags) for line in lines))
    breakdown = [*_goods(lines), *_delivery(given, pallets)]
    return OrderOutput(
        summary=_summary(lines, pallets, breakdown), lines=lines, breakdown=breakdown
    )


def _priced(line: OrderLine) -> PricedLine:
    price = bag_price(line.sku)
    return PricedLine(
        sku=line.sku,
        product=product_of_sku(line.sku).name,
        bags=line.bags,
        price=price,
        amount=price * line.bags,
    )


def _goods(lines: list[PricedLine]) -> tuple[CostItem, CostItem]:
    subtotal = total(line.amount for line in lines)
    discount = subtotal * fraction(Decimal(discount_pct(_bags(lines))))
    return (
        CostItem(item="Goods", amount=subtotal),
        CostItem(item="Volume discount", amount=-discount),
    )


def _bags(lines: list[PricedLine]) -> int:
    return sum(line.bags for line in lines)


def _delivery(given: OrderInput, pallets: int) -> Iterator[CostItem]:
    yield CostItem(item="Freight", amount=freight(pallets, given.zone))
    if given.liftgate:
        yield CostItem(item="Liftgate", amount=LIFTGATE)
    if given.residential:
        yield CostItem(item="Residential delivery", amount=RESIDENTIAL)


def _summary(lines: list[PricedLine], pallets: int, breakdown: list[CostItem]) -> OrderSummary:
    goods, discount, *delivery = (item.amount for item in breakdown)
    bags = _bags(lines)
    further = next_discount(bags)
    return OrderSummary(
        total=goods + discount + total(delivery),
        subtotal=goods,
        discount_pct=Decimal(discount_pct(bags)),
        discount=-discount,
        freight=total(delivery),
        bags=bags,
        pallets=pallets,
        weight_lb=total(product_of_sku(line.sku).bag_lb * line.bags for line in lines),
        bags_to_next_discount=further[0] - bags if further else None,
        next_discount_pct=Decimal(further[1]) if further else None,
    )
