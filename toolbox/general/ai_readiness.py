"""How ready an organisation is for AI, in six dimensions."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Literal

from pydantic import Field

from toolbox.fields import Rating
from toolbox.figures import Score, round_half_up, total
from toolbox.layout import number, percent, radar, ranking, summary, table, text
from toolbox.opinions import MEAN_CELLS, Opinion, opinion, overall_consensus
from tools_app.definitions import ToolContext, ToolModel
from tools_app.registry import tool

WEIGHTS = {
    "data": 20,
    "infrastructure": 15,
    "talent": 20,
    "governance": 15,
    "culture": 15,
    "strategy": 15,
}
Level = Literal["Nascent", "Emerging", "Established", "Leading"]
LEVELS: tuple[tuple[int, Level], ...] = ((25, "Nascent"), (50, "Emerging"), (75, "Established"))


class ReadinessInput(ToolModel):
    data: Rating = Field(title="Data", description="1 scattered, 5 governed and accessible.")
    infrastructure: Rating = Field(
        title="Infrastructure", description="1 manual servers, 5 elastic and observable."
    )
    talent: Rating = Field(title="Talent", description="1 no skills in house, 5 skilled teams.")
    governance: Rating = Field(title="Governance", description="1 no rules, 5 rules in daily use.")
    culture: Rating = Field(title="Culture", description="1 avoids change, 5 seeks it.")
    strategy: Rating = Field(title="Strategy", description="1 no goals, 5 funded and measured.")


class ReadinessSummary(ToolModel):
    score: Score = Field(title="Score (0–100)")
    level: Level = Field(title="Level")


class Dimension(ToolModel):
    dimension: str = Field(title="Dimension")
    rating: int = Field(title="Rating (1–5)")
    weight: int = Field(title="Weight (%)")
    points: Score = Field(title="Points of the score")
    missing: Score = Field(title="Points to gain")


class ReadinessOutput(ToolModel):
    summary: ReadinessSummary
    dimensions: list[Dimension]
    focus: list[Dimension] = Field(description="Where most points can be gained, most first.")


class DimensionOpinion(Opinion):
    dimension: str = Field(title="Dimension")


class ReadinessGroupSummary(Opinion):
    level: Level | None = Field(title="Level of the mean")


class ReadinessGroup(ToolModel):
    """What a session's submissions say together."""

    summary: ReadinessGroupSummary
    dimensions: list[DimensionOpinion]


def aggregate(submissions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    answers = [ReadinessInput.model_validate(each["input"]) for each in submissions]
    dimensions = [
        DimensionOpinion(
            dimension=name.capitalize(),
            **dict(opinion((getattr(answer, name) for answer in answers), low=1, high=5)),
        )
        for name in WEIGHTS
    ]
    scores = opinion((_score(answer) for answer in answers), low=0, high=100)
    level = None if scores.mean is None else _level(scores.mean)
    whole = {**dict(scores), "consensus": overall_consensus(dimensions), "level": level}
    group = ReadinessGroup(summary=ReadinessGroupSummary(**whole), dimensions=dimensions)
    return group.model_dump(mode="json")


@tool(
    slug="ai-readiness",
    name="AI readiness assessment",
    category="assessment",
    icon="radar",
    effect="read",
    collaborative=True,
    aggregate=aggregate,
    sections=[
        summary("summary", "Summary", number("score", "Score", "of 100"), text("level", "Level")),
        radar(
            "dimensions",
            "Dimensions",
            text("dimension", "Dimension"),
            number("rating", "Rating"),
            low=1,
            high=5,
        ),
        table(
            "dimensions",
            "How the score is made",
            text("dimension", "Dimension"),
            number("rating", "Rating"),
            percent("weight", "Weight"),
            number("points", "Points"),
        ),
        ranking(
            "focus",
            "Where to start",
            text("dimension", "Dimension"),
            number("missing", "Points to gain"),
            number("rating", "Rating"),
        ),
    ],
    aggregate_sections=[
        summary("summary", "Together", text("level", "Level"), *MEAN_CELLS),
        radar(
            "dimensions",
            "Mean ratings",
            text("dimension", "Dimension"),
            number("mean", "Mean"),
            low=1,
            high=5,
        ),
        table("dimensions", "Dimensions", text("dimension", "Dimension"), *MEAN_CELLS),
    ],
    examples=[
        {
            "data": 3,
            "infrastructure": 4,
            "talent": 2,
            "governance": 2,
            "culture": 3,
            "strategy": 4,
        }
    ],
)
def ai_readiness(given: ReadinessInput, _context: ToolContext) -> ReadinessOutput:
    """Score how ready an organisation is for AI, from 0 to 100, out of ratings in six dimensions, and
    show where most points can be gained.

    Use it at the start of a programme, or again later to see progress; in a session several people
    rate on their own and see where they disagree. Do not use it to judge a single project (use
    complexity-estimator) or to choose between projects (use priority-matrix). Pass a whole number
    from 1 to 5 for each dimension; ask for a rating rather than guessing one.
    """
    score = round_half_up(_score(given), 2)
    dimensions = [_dimension(name, getattr(given, name)) for name in WEIGHTS]
    open_points = [dimension for dimension in dimensions if dimension.missing]
    return ReadinessOutput(
        summary=ReadinessSummary(score=score, level=_level(score)),
        dimensions=dimensions,
        focus=sorted(open_points, key=lambda each: (-each.missing, each.dimension)),
    )


def _score(given: ReadinessInput) -> Decimal:
    return total(_points(name, getattr(given, name)) for name in WEIGHTS)


def _points(name: str, rating: int) -> Decimal:
    return Decimal(WEIGHTS[name] * (rating - 1)) / 4


def _dimension(name: str, rating: int) -> Dimension:
    points = _points(name, rating)
    return Dimension(
        dimension=name.capitalize(),
        rating=rating,
        weight=WEIGHTS[name],
        points=points,
        missing=WEIGHTS[name] - points,
    )


def _level(score: Decimal) -> Level:
    return next((level for below, level in LEVELS if score < below), "Leading")
