"""How complex a project is, and about how many weeks it takes."""

from decimal import Decimal
from typing import Literal

from pydantic import Field

from toolbox.fields import Rating
from toolbox.figures import Percent, Quantity, Score, round_half_up, total
from toolbox.layout import number, percent, radar, ranking, summary, text
from tools_app.definitions import ToolContext, ToolModel
from tools_app.registry import tool

Size = Literal["S", "M", "L", "XL"]
SIZES: tuple[tuple[int, Size], ...] = ((30, "S"), (50, "M"), (70, "L"))
SPREAD = Decimal("0.25")

# Weights in percent.
FACTORS = {
    "integrations": ("Integrations", 25),
    "data_quality": ("Data quality", 20),
    "process_variability": ("Process variability", 20),
    "stakeholders": ("Stakeholders", 10),
    "compliance": ("Compliance", 15),
    "novelty": ("Novelty", 10),
}


class ComplexityInput(ToolModel):
    integrations: Rating = Field(title="Integrations", description="1 none, 5 many systems.")
    data_quality: Rating = Field(title="Data quality", description="1 clean, 5 poor or unknown.")
    process_variability: Rating = Field(
        title="Process variability", description="1 always the same, 5 every case differs."
    )
    stakeholders: Rating = Field(title="Stakeholders", description="1 one team, 5 many parties.")
    compliance: Rating = Field(title="Compliance", description="1 no rules, 5 heavily regulated.")
    novelty: Rating = Field(title="Novelty", description="1 done before, 5 first of its kind.")


class ComplexitySummary(ToolModel):
    score: Score = Field(title="Complexity (0–100)")
    size: Size = Field(title="Size")
    weeks: Quantity = Field(title="Weeks")
    weeks_low: Quantity = Field(title="Weeks, at best", description="25 % less.")
    weeks_high: Quantity = Field(title="Weeks, at worst", description="25 % more.")


class Factor(ToolModel):
    factor: str = Field(title="Factor")
    rating: int = Field(title="Rating (1–5)")
    weight_pct: Percent = Field(title="Weight (%)")
    points: Score = Field(title="Points of the score")


class ComplexityOutput(ToolModel):
    summary: ComplexitySummary
    factors: list[Factor] = Field(description="What adds most first, then by name.")


@tool(
    slug="complexity-estimator",
    name="Complexity estimator",
    category="assessment",
    icon="layers",
    effect="read",
    sections=[
        summary(
            "summary",
            "Summary",
            number("score", "Complexity", "of 100"),
            text("size", "Size"),
            number("weeks", "Expected", "weeks"),
            number("weeksLow", "At best", "weeks"),
            number("weeksHigh", "At worst", "weeks"),
        ),
        radar(
            "factors",
            "Profile",
            text("factor", "Factor"),
            number("rating", "Rating"),
            low=1,
            high=5,
        ),
        ranking(
            "factors",
            "What makes it complex",
            text("factor", "Factor"),
            number("points", "Points"),
            number("rating", "Rating"),
            percent("weightPct", "Weight"),
        ),
    ],
    examples=[
        {
            "integrations": 4,
            "dataQuality": 3,
            "processVariability": 3,
            "stakeholders": 2,
            "compliance": 5,
            "novelty": 2,
        }
    ],
)
def complexity_estimator(given: ComplexityInput, _context: ToolContext) -> ComplexityOutput:
    """Estimate how complex an automation or AI project is (0 to 100), its size from S to XL, and a
    range of weeks.

    Use it for a first, rough plan of one project, before anyone has designed it. Do not use it as a
    commitment or for work that is planned in detail already, and not to rank projects (use
    priority-matrix). Pass a whole number from 1 to 5 for each factor, where 5 always means harder:
    dataQuality 5 is poor data, not good data.
    """
    factors = [_factor(name, getattr(given, name)) for name in FACTORS]
    score = round_half_up(total(factor.points for factor in factors), 2)
    weeks = 2 * (1 + score / 20)
    return ComplexityOutput(
        summary=ComplexitySummary(
            score=score,
            size=next((size for below, size in SIZES if score < below), "XL"),
            weeks=weeks,
            weeks_low=weeks * (1 - SPREAD),
            weeks_high=weeks * (1 + SPREAD),
        ),
        factors=sorted(factors, key=lambda each: (-each.points, each.factor)),
    )


def _factor(name: str, rating: int) -> Factor:
    label, weight = FACTORS[name]
    return Factor(
        factor=label,
        rating=rating,
        weight_pct=Decimal(weight),
        points=Decimal(weight * (rating - 1)) / 4,
    )
