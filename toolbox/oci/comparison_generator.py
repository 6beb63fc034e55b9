"""A Protoast product beside what the customer would buy instead."""

from collections import Counter
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from toolbox.fields import Name, by_default, fault, optional
from toolbox.figures import Number, Percent, Score, cents, mean, share, total
from toolbox.ims.catalogue import ATTRIBUTES, LABELS, Attribute, ProductSlug, product_of
from toolbox.layout import number, percent, radar, summary, table, text
from toolbox.oci.competitors import PRESETS, CompetitorSlug
from tools_app.definitions import ToolContext, ToolModel
from tools_app.registry import tool

Weight = Annotated[Number, Field(ge=0, le=100)]
CustomRating = Annotated[Number, Field(ge=1, le=5)]
Winner = Literal["product", "competitor", "tie"]
MARGIN = Decimal("0.5")


class CustomRatings(ToolModel):
    """A competitor of the customer's own, from 1 (poor) to 5 (excellent)."""

    fire_safety: CustomRating = Field(title="Fire safety (1–5)")
    low_off_gassing: CustomRating = Field(title="Low off-gassing (1–5)")
    durability: CustomRating = Field(title="Durability (1–5)")
    drainage: CustomRating = Field(title="Drainage (1–5)")
    slip_resistance: CustomRating = Field(title="Slip resistance (1–5)")
    value: CustomRating = Field(title="Value for money (1–5)")


class Weights(ToolModel):
    """How much each category counts; all zeros count as equal."""

    fire_safety: Weight = by_default(1, title="Fire safety")
    low_off_gassing: Weight = by_default(1, title="Low off-gassing")
    durability: Weight = by_default(1, title="Durability")
    drainage: Weight = by_default(1, title="Drainage")
    slip_resistance: Weight = by_default(1, title="Slip resistance")
    value: Weight = by_default(1, title="Value for money")


class ComparisonInput(ToolModel):
    product: ProductSlug = Field(title="Product")
    competitor: CompetitorSlug = Field(
        title="Competitor", description="“custom” takes the ratings below."
    )
    custom_name: Name | None = optional(title="Name of the custom competitor")
    custom_ratings: CustomRatings | None = optional(title="Ratings of the custom competitor")
    weights: Weights = Field(default_factory=Weights, title="Weights of the categories")

    @model_validator(mode="after")
    def _rates_a_custom_competitor(self) -> Self:
        custom = self.competitor == "custom"
        if custom and self.custom_ratings is None:
            raise fault("A custom competitor needs its ratings.", "customRatings")
        if not custom and self.custom_ratings is not None:
            raise fault("Ratings are for the competitor “custom” only.", "customRatings")
        if not custom and self.custom_name is not None:
            raise fault("A name is for the competitor “custom” only.", "customName")
        return self

    @property
    def competitor_name(self) -> str:
        if self.competitor == "custom":
            return self.custom_name or "Custom competitor"
        return PRESETS[self.competitor][0]

    def rating_of_competitor(self, attribute: Attribute) -> Decimal:
        if self.competitor == "custom":
            return Decimal(getattr(self.custom_ratings, attribute))
        return Decimal(PRESETS[self.competitor][1].of(attribute))


class ComparisonSummary(ToolModel):
    product: str = Field(title="Product")
    competitor: str = Field(title="Competitor")
    product_score: Score = Field(title="Product (1–5)")
    competitor_score: Score = Field(title="Competitor (1–5)")
    winner: Winner = Field(title="Winner", description="A tie when less than 0.5 apart.")
    product_wins: int = Field(title="Categories won")
    competitor_wins: int = Field(title="Categories lost")
    ties: int = Field(title="Ties")


class Category(ToolModel):
    category: str = Field(title="Category")
    weight_pct: Percent = Field(title="Weight (%)")
    product: Score = Field(title="Product (1–5)")
    competitor: Score = Field(title="Competitor (1–5)")
    difference: Score = Field(title="Difference", description="Above 0: the product is better.")
    winner: Winner = Field(title="Winner")


class ComparisonOutput(ToolModel):
    summary: ComparisonSummary
    categories: list[Category]


@tool(
    slug="oci-comparison-generator",
    name="Product comparison generator",
    category="products",
    icon="scale",
    effect="read",
    tenant_slugs=["oci"],
    sections=[
        summary(
            "summary",
            "Summary",
            text("product", "Product"),
            number("productScore", "Its score", "of 5"),
            text("competitor", "Competitor"),
            number("competitorScore", "Its score", "of 5"),
            text("winner", "Winner"),
            number("productWins", "Categories won"),
            number("competitorWins", "Categories lost"),
            number("ties", "Ties"),
        ),
        radar(
            "categories",
            "Side by side",
            text("category", "Category"),
            number("product", "Product"),
            number("competitor", "Competitor"),
            low=1,
            high=5,
        ),
        table(
            "categories",
            "Categories",
            text("category", "Category"),
            percent("weightPct", "Weight"),
            number("product", "Product"),
            number("competitor", "Competitor"),
            number("difference", "Difference"),
            text("winner", "Winner"),
        ),
    ],
    examples=[
        {"product": "protoast-classic", "competitor": "hardwood-mulch"},
        {
            "product": "protoast-play",
            "competitor": "custom",
            "customName": "Recycled chips",
            "customRatings": {
                "fireSafety": 3,
                "lowOffGassing": 4.5,
                "durability": 4,
                "drainage": 4,
                "slipResistance": 3,
                "value": 4,
            },
            "weights": {"fireSafety": 3, "slipResistance": 2, "value": 0},
        },
    ],
)
def comparison_generator(given: ComparisonInput, _context: ToolContext) -> ComparisonOutput:
    """Compare a Protoast product with a competitor in six weighted categories, and say who wins each
    and overall.

    Use it when a customer weighs Protoast against one alternative. Do not use it to choose among
    Protoast products or to price an order (use oci-order-estimator). Pass the product's slug and a
    preset competitor, or “custom” with customRatings from 1 to 5; weights are relative, one that is
    left out counts 1, and all zeros count as equal. Less than 0.5 apart is a tie.
    """
    weights = [Decimal(getattr(given.weights, attribute)) for attribute in ATTRIBUTES]
    if not any(weights):
        weights = [Decimal(1)] * len(ATTRIBUTES)
    whole = total(weights)
    categories = [
        _category(given, attribute, share(weight, whole))
        for attribute, weight in zip(ATTRIBUTES, weights, strict=True)
    ]
    return ComparisonOutput(summary=_summary(given, categories, weights), categories=categories)


def _category(given: ComparisonInput, attribute: Attribute, weight_pct: Decimal) -> Category:
    ours = Decimal(product_of(given.product).ratings.of(attribute))
    theirs = given.rating_of_competitor(attribute)
    return Category(
        category=LABELS[attribute],
        weight_pct=weight_pct,
        product=ours,
        competitor=theirs,
        difference=ours - theirs,
        winner=_winner(cents(ours), cents(theirs)),
    )


def _winner(ours: Decimal, theirs: Decimal) -> Winner:
    """Of the scores as they are shown."""
    if abs(ours - theirs) < MARGIN:
        return "tie"
    return "product" if ours > theirs else "competitor"


def _summary(
    given: ComparisonInput, categories: list[Category], weights: list[Decimal]
) -> ComparisonSummary:
    wins = Counter(category.winner for category in categories)
    ours = cents(mean((category.product for category in categories), weights))
    theirs = cents(mean((category.competitor for category in categories), weights))
    return ComparisonSummary(
        product=product_of(given.product).name,
        competitor=given.competitor_name,
        product_score=ours,
        competitor_score=theirs,
        winner=_winner(ours, theirs),
        product_wins=wins["product"],
        competitor_wins=wins["competitor"],
        ties=wins["tie"],
    )
