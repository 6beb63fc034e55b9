"""Which Protoast mulch suits a site, out of what matters to the customer."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from toolbox.figures import Score, mean
from toolbox.ims.catalogue import ATTRIBUTES, LABELS, PRODUCTS, Attribute, Product
from toolbox.layout import number, radar, ranking, summary, table, text
from tools_app.definitions import ToolContext, ToolModel
from tools_app.registry import tool

Importance = Annotated[int, Field(ge=0, le=5)]
BEST_RATING = 5
REASONS = 3

# A site flag asks for at least this rating.
RULES: dict[str, tuple[Attribute, int]] = {
    "near_building": ("fire_safety", 4),
    "enclosed": ("low_off_gassing", 4),
    "wet_ground": ("drainage", 3),
    "walkway": ("slip_resistance", 3),
}


class SelectorInput(ToolModel):
    """How much each attribute matters, from 0 (not at all) to 5 (most)."""

    fire_safety: Importance = Field(title="Fire safety (0–5)")
    low_off_gassing: Importance = Field(title="Low off-gassing (0–5)")
    durability: Importance = Field(title="Durability (0–5)")
    drainage: Importance = Field(title="Drainage (0–5)")
    slip_resistance: Importance = Field(title="Slip resistance (0–5)")
    value: Importance = Field(title="Value for money (0–5)")
    near_building: bool = Field(
        default=False, title="Near a building", description="Needs fire safety of at least 4."
    )
    enclosed: bool = Field(
        default=False, title="Enclosed or indoors", description="Needs low off-gassing of 4."
    )
    wet_ground: bool = Field(default=False, title="Wet ground", description="Needs drainage of 3.")
    walkway: bool = Field(
        default=False, title="People walk on it", description="Needs slip resistance of 3."
    )

    def importance(self, attribute: Attribute) -> Decimal:
        return Decimal(getattr(self, attribute))


class SelectorSummary(ToolModel):
    best: str | None = Field(title="Best match", description="Null when no product suits the site.")
    score: Score | None = Field(title="Score of the best (0–100)")
    suitable: int = Field(title="Suitable products")
    excluded: int = Field(title="Excluded by the site")


class RankedProduct(ToolModel):
    rank: int = Field(title="Rank")
    slug: str = Field(title="Slug")
    name: str = Field(title="Product")
    score: Score = Field(title="Score (0–100)")
    reasons: list[str] = Field(title="Why")


class ExcludedProduct(ToolModel):
    slug: str = Field(title="Slug")
    name: str = Field(title="Product")
    reasons: list[str] = Field(title="Why not")


class ProfileAxis(ToolModel):
    attribute: str = Field(title="Attribute")
    importance: int = Field(title="Importance (0–5)")
    rating: int = Field(title="Rating of the best match (1–5)")


class SelectorOutput(ToolModel):
    summary: SelectorSummary
    ranking: list[RankedProduct] = Field(description="The best first, then by name.")
    top_three: list[RankedProduct]
    excluded: list[ExcludedProduct]
    profile: list[ProfileAxis] = Field(description="Of the best match; empty without one.")


@tool(
    slug="ims-product-selector",
    name="Product selector",
    category="products",
    icon="package-search",
    effect="read",
    tenant_slugs=["ims"],
    sections=[
        summary(
            "summary",
            "Recommendation",
            text("best", "Best match"),
            number("score", "Score", "of 100"),
            number("suitable", "Suitable products"),
            number("excluded", "Excluded by the site"),
        ),
        ranking(
            "topThree",
            "Top three",
            text("name", "Product"),
            number("score", "Score"),
            text("reasons", "Why"),
        ),
        radar(
            "profile",
            "What you need and what it offers",
            text("attribute", "Attribute"),
            number("importance", "Importance"),
            number("rating", "Best match"),
            low=0,
            high=5,
        ),
        table(
            "ranking",
            "All suitable products",
            number("rank", "Rank"),
            text("name", "Product"),
            number("score", "Score"),
            text("reasons", "Why"),
        ),
        table("excluded", "Not for this site", text("name", "Product"), text("reasons", "Why not")),
    ],
    examples=[
        {
            "fireSafety": 5,
            "lowOffGassing": 3,
            "durability": 4,
            "drainage": 3,
            "slipResistance": 4,
            "value": 2,
            "nearBuilding": True,
        }
    ],
)
def product_selector(given: SelectorInput, _context: ToolContext) -> SelectorOutput:
    """Recommend Protoast mulches for a site: every suitable product scored from 0 to 100 by what
    matters to the customer, with reasons, and those that the site rules out.

    Use it when the customer has not chosen a product yet. Do not use it for quantities or cost (use
    ims-coverage-estimator with the slug of the best match afterwards), nor to judge what lies on the
    ground now (use ims-risk-screener). Pass an importance from 0 to 5 for each attribute; all zeros
    count as equally important. Set a site flag only when it is true: it excludes products.
    """
    refused = {product.slug: list(_objections(given, product)) for product in PRODUCTS}
    fitting = [product for product in PRODUCTS if not refused[product.slug]]
    fitting.sort(key=lambda product: (-_score(given, product), product.name))
    ranked = [_ranked(given, rank, product) for rank, product in enumerate(fitting, start=1)]
    return SelectorOutput(
        summary=SelectorSummary(
            best=ranked[0].name if ranked else None,
            score=ranked[0].score if ranked else None,
            suitable=len(ranked),
            excluded=len(PRODUCTS) - len(ranked),
        ),
        ranking=ranked,
        top_three=ranked[:3],
        excluded=[
            ExcludedProduct(slug=product.slug, name=product.name, reasons=refused[product.slug])
            for product in PRODUCTS
            if refused[product.slug]
        ],
        profile=[_axis(given, fitting[0], attribute) for attribute in ATTRIBUTES if fitting],
    )


def _objections(given: SelectorInput, product: Product) -> Iterator[str]:
    for flag, (attribute, least) in RULES.items():
        rating = product.ratings.of(attribute)
        if getattr(given, flag) and rating < least:
            yield f"{LABELS[attribute]} is {rating}; this site needs at least {least}."


def _score(given: SelectorInput, product: Product) -> Decimal:
    ratings = (Decimal(product.ratings.of(attribute)) for attribute in ATTRIBUTES)
    weights = (given.importance(attribute) for attribute in ATTRIBUTES)
    return mean(ratings, weights) / BEST_RATING * 100


def _ranked(given: SelectorInput, rank: int, product: Product) -> RankedProduct:
    return RankedProduct(
        rank=rank,
        slug=product.slug,
        name=product.name,
        score=_score(given, product),
        reasons=_reasons(given, product),
    )


def _reasons(given: SelectorInput, product: Product) -> list[str]:
    """The attributes that matter most and that the product is good at."""
    good = [attribute for attribute in ATTRIBUTES if product.ratings.of(attribute) >= 4]
    good.sort(key=lambda each: (-given.importance(each), -product.ratings.of(each), LABELS[each]))
    return [
        f"{LABELS[each]} {product.ratings.of(each)} of {BEST_RATING}" for each in good[:REASONS]
    ]


def _axis(given: SelectorInput, product: Product, attribute: Attribute) -> ProfileAxis:
    return ProfileAxis(
        attribute=LABELS[attribute],
        importance=int(given.importance(attribute)),
        rating=product.ratings.of(attribute),
    )
