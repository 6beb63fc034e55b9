"""How much mulch an area needs: bags, pallets, weight, cost."""

from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Self

from pydantic import Field, model_validator

from toolbox.fields import Share, by_default, fault, optional
from toolbox.figures import Money, Number, Quantity, fraction
from toolbox.ims.catalogue import PRODUCTS, Product, ProductSlug, product_of
from toolbox.layout import chart, currency, number, summary, table, text
from tools_app.definitions import ToolContext, ToolModel
from tools_app.registry import tool

INCHES_PER_FOOT = 12


class CoverageInput(ToolModel):
    area_sq_ft: Number | None = optional(
        ge=0.01,
        le=1_000_000,
        title="Area (ft²)",
        description="Or leave it out and give length and width.",
    )
    length: Number | None = optional(ge=0.01, le=10_000, title="Length (ft)")
    width: Number | None = optional(ge=0.01, le=10_000, title="Width (ft)")
    depth_in: Number = Field(ge=0.5, le=12, title="Depth (in)", description="3 is usual.")
    product: ProductSlug = Field(title="Product")
    waste_pct: Share = by_default(5, title="Waste (%)", description="For settling and spillage.")

    @model_validator(mode="after")
    def _has_one_area(self) -> Self:
        sides = {"length": self.length, "width": self.width}
        missing = [name for name, side in sides.items() if side is None]
        if self.area_sq_ft is None and len(missing) == 2:
            raise fault("Give the area, or length and width.", "areaSqFt")
        if self.area_sq_ft is not None and len(missing) < 2:
            raise fault("Give the area, or length and width, not both.", "areaSqFt")
        if self.area_sq_ft is None and missing:
            raise fault("Length and width belong together.", missing[0])
        return self

    @property
    def area(self) -> Decimal:
        if self.area_sq_ft is not None:
            return self.area_sq_ft
        return (self.length or Decimal(0)) * (self.width or Decimal(0))


class Need(ToolModel):
    """What one product takes."""

    product: str = Field(title="Product")
    bags: int = Field(title="Bags")
    pallets: int = Field(title="Pallets", description="The last one may be partly filled.")
    weight_lb: Quantity = Field(title="Weight (lb)")
    cost: Money = Field(title="Cost ($)")


class CoverageSummary(Need):
    full_pallets: int = Field(title="Full pallets")
    loose_bags: int = Field(title="Bags on the last, partly filled pallet")
    area_sq_ft: Quantity = Field(title="Area (ft²)")
    volume_cu_ft: Quantity = Field(title="Volume with waste (ft³)")
    bag_covers_sq_ft: Quantity = Field(title="One bag covers (ft²)")


class CoverageOutput(ToolModel):
    summary: CoverageSummary
    products: list[Need] = Field(description="The same job in every product, cheapest first.")


@tool(
    slug="ims-coverage-estimator",
    name="Coverage & order estimator",
    category="products",
    icon="ruler",
    effect="read",
    tenant_slugs=["ims"],
    sections=[
        summary(
            "summary",
            "Order",
            number("bags", "Bags"),
            number("pallets", "Pallets"),
            number("fullPallets", "Full pallets"),
            number("looseBags", "Bags on the last pallet"),
            number("weightLb", "Weight", "lb"),
            currency("cost", "Cost"),
            number("bagCoversSqFt", "One bag covers", "ft²"),
        ),
        chart(
            "products",
            "Cost by product",
            "bar",
            text("product", "Product"),
            currency("cost", "Cost"),
        ),
        table(
            "products",
            "The same job in other products",
            text("product", "Product"),
            number("bags", "Bags"),
            number("pallets", "Pallets"),
            number("weightLb", "Weight", "lb"),
            currency("cost", "Cost"),
        ),
    ],
    examples=[
        {"areaSqFt": 1000, "depthIn": 3, "product": "protoast-classic", "wastePct": 5},
        {"length": 40, "width": 12.5, "depthIn": 2, "product": "protoast-fine"},
    ],
)
def coverage_estimator(given: CoverageInput, _context: ToolContext) -> CoverageOutput:
    """Work out how many bags and pallets of a Protoast mulch an area needs, what they weigh and cost,
    and the same for every other product.

    Use it once area, depth and product are known. Do not use it to choose a product (use
    ims-product-selector first), nor for freight and volume discounts, which it does not include.
    Pass either areaSqFt or length and width in feet, never both; the depth in inches from 0.5 to 12;
    and the product's slug, not its name.
    """
    product = product_of(given.product)
    need = _need(given, product)
    products = sorted((_need(given, each) for each in PRODUCTS), key=lambda n: (n.cost, n.product))
    full, loose = divmod(need.bags, product.bags_per_pallet)
    return CoverageOutput(
        summary=CoverageSummary(
            **dict(need),
            full_pallets=full,
            loose_bags=loose,
            area_sq_ft=given.area,
            volume_cu_ft=given.area * given.depth_in / INCHES_PER_FOOT * _with_waste(given),
            bag_covers_sq_ft=product.bag_cu_ft * INCHES_PER_FOOT / given.depth_in,
        ),
        products=products,
    )


def _with_waste(given: CoverageInput) -> Decimal:
    return 1 + fraction(given.waste_pct)


def _need(given: CoverageInput, product: Product) -> Need:
    bags = _bags(given, product)
    return Need(
        product=product.name,
        bags=bags,
        pallets=ceil(Fraction(bags, product.bags_per_pallet)),
        weight_lb=bags * product.bag_lb,
        cost=bags * product.price,
    )


def _bags(given: CoverageInput, product: Product) -> int:
    """Exact, because a twelfth has no end as a decimal and rounding up would buy a bag too many."""
    inches = Fraction(given.area) * Fraction(given.depth_in)
    volume = inches / INCHES_PER_FOOT * (100 + Fraction(given.waste_pct)) / 100
    return ceil(volume / Fraction(product.bag_cu_ft))
