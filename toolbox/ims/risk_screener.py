"""What can go wrong with the ground cover that a site has now."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Literal

from pydantic import Field

from toolbox.figures import Number, Score, cents, mean
from toolbox.ims.risks import (
    AGES,
    BASE,
    CLIMATES,
    ENCLOSED,
    HIGHEST,
    LOWEST,
    NEAR_BUILDING,
    RISKS,
    SLOPES,
    TRAFFIC,
    Change,
    Climate,
    Material,
    Risk,
    Slope,
    Traffic,
)
from toolbox.layout import number, radar, ranking, summary, text
from tools_app.definitions import ToolContext, ToolModel
from tools_app.registry import tool

Level = Literal["low", "medium", "high"]
WORST_WEIGHT, MEAN_WEIGHT = Decimal("0.6"), Decimal("0.4")


class ScreenerInput(ToolModel):
    material: Material = Field(title="Material", description="What lies there now.")
    slope: Slope = Field(title="Slope")
    climate: Climate = Field(title="Climate")
    traffic: Traffic = Field(title="Foot traffic")
    enclosed: bool = Field(default=False, title="Enclosed or indoors")
    near_building: bool = Field(default=False, title="Near a building", description="Within 5 ft.")
    age_years: Number = Field(ge=0, le=100, title="Age (years)", description="Since it was laid.")


class ScreenerSummary(ToolModel):
    overall: Score = Field(
        title="Overall risk (1–5)", description="60 % of the worst risk, 40 % of their mean."
    )
    level: Level = Field(title="Level")
    worst: str = Field(title="Worst risk")


class RiskScore(ToolModel):
    risk: str = Field(title="Risk")
    score: int = Field(title="Score (1–5)")
    level: Level = Field(title="Level")
    reasons: list[str] = Field(title="Why", description="What changed the material's own score.")


class ScreenerOutput(ToolModel):
    summary: ScreenerSummary
    risks: list[RiskScore] = Field(description="Always in the same order.")
    worst_first: list[RiskScore] = Field(description="The highest score first, then by name.")


@tool(
    slug="ims-risk-screener",
    name="Mulch risk screener",
    category="products",
    icon="shield-alert",
    effect="read",
    tenant_slugs=["ims"],
    sections=[
        summary(
            "summary",
            "Summary",
            number("overall", "Overall risk", "of 5"),
            text("level", "Level"),
            text("worst", "Worst risk"),
        ),
        radar(
            "risks",
            "Risks",
            text("risk", "Risk"),
            number("score", "Score"),
            low=LOWEST,
            high=HIGHEST,
        ),
        ranking(
            "worstFirst",
            "What to look at first",
            text("risk", "Risk"),
            number("score", "Score"),
            text("level", "Level"),
            text("reasons", "Why"),
        ),
    ],
    examples=[
        {
            "material": "shredded-bark",
            "slope": "flat",
            "climate": "temperate",
            "traffic": "light",
            "enclosed": False,
            "nearBuilding": True,
            "ageYears": 3,
        }
    ],
)
def risk_screener(given: ScreenerInput, _context: ToolContext) -> ScreenerOutput:
    """Screen the ground cover that a site has now for five risks (fire, off-gassing, breakdown,
    drainage, slipping), each from 1 to 5, with an overall level and the reasons.

    Use it in a first conversation about a site, before a product is recommended. Do not use it as a
    fire or safety inspection, nor to rate a Protoast product (use ims-product-selector). Pass the
    nearest material, slope, climate and traffic from the lists, and the age in years since the cover
    was laid, 0 if it is new.
    """
    changes = dict(_changes(given))
    scores = dict(zip(RISKS, BASE[given.material], strict=True))
    risks = [_risk(risk, scores[risk], changes) for risk in RISKS]
    worst_first = sorted(risks, key=lambda each: (-each.score, each.risk))
    overall = _overall([each.score for each in risks])
    return ScreenerOutput(
        summary=ScreenerSummary(overall=overall, level=_level(overall), worst=worst_first[0].risk),
        risks=risks,
        worst_first=worst_first,
    )


def _changes(given: ScreenerInput) -> Iterator[tuple[str, Change]]:
    """What the site changes, by its reason."""
    yield f"{given.slope.capitalize()} slope", SLOPES[given.slope]
    yield f"{given.climate.capitalize()} climate", CLIMATES[given.climate]
    yield f"{given.traffic.capitalize()} traffic", TRAFFIC[given.traffic]
    if given.enclosed:
        yield "Enclosed", ENCLOSED
    if given.near_building:
        yield "Near a building", NEAR_BUILDING
    age = max(least for least in AGES if given.age_years >= least)
    yield f"{age} years old or more", AGES[age]


def _risk(risk: Risk, base: int, changes: dict[str, Change]) -> RiskScore:
    found = {reason: change[risk] for reason, change in changes.items() if risk in change}
    score = min(HIGHEST, max(LOWEST, base + sum(found.values())))
    return RiskScore(
        risk=risk.capitalize(),
        score=score,
        level=_level(Decimal(score)),
        reasons=[f"{reason} ({change:+d})" for reason, change in found.items()],
    )


def _overall(scores: list[int]) -> Decimal:
    return cents(WORST_WEIGHT * max(scores) + MEAN_WEIGHT * mean(map(Decimal, scores)))


def _level(score: Decimal) -> Level:
    if score < Decimal("2.5"):
        return "low"
    return "medium" if score < Decimal("3.5") else "high"
