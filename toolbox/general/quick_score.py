"""One number and a grade out of a few weighted criteria."""

from collections import defaultdict
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from toolbox.fields import LONGEST_LIST, Name, refuse_repeats, same_name
from toolbox.figures import Number, Percent, Score, cents, mean, share, total
from toolbox.layout import chart, number, percent, ranking, summary, table, text
from toolbox.opinions import MEAN_CELLS, Opinion, opinion, overall_consensus
from tools_app.definitions import ToolContext, ToolModel
from tools_app.registry import tool

Grade = Literal["A", "B", "C", "D", "F"]
GRADES: tuple[tuple[Decimal, Grade], ...] = (
    (Decimal("8.5"), "A"),
    (Decimal("7"), "B"),
    (Decimal("5.5"), "C"),
    (Decimal("4"), "D"),
)


class Criterion(ToolModel):
    name: Name = Field(title="Criterion")
    weight: Number = Field(gt=0, le=1000, title="Weight", description="Twice as much counts twice.")
    score: Number = Field(ge=0, le=10, title="Score (0–10)")


class QuickScoreInput(ToolModel):
    criteria: list[Criterion] = Field(min_length=1, max_length=LONGEST_LIST, title="Criteria")

    @model_validator(mode="after")
    def _names_each_once(self) -> Self:
        refuse_repeats(
            self.criteria, lambda each: same_name(each.name), within="criteria", field="name"
        )
        return self

    @property
    def weighted_mean(self) -> Decimal:
        scores = (each.score for each in self.criteria)
        return mean(scores, (each.weight for each in self.criteria))


class QuickScoreSummary(ToolModel):
    score: Score = Field(title="Score (0–10)")
    grade: Grade = Field(title="Grade")
    criteria: int = Field(title="Criteria")


class ScoredCriterion(ToolModel):
    name: str = Field(title="Criterion")
    score: Score = Field(title="Score (0–10)")
    weight: Number = Field(title="Weight")
    share_pct: Percent = Field(title="Share of the weights (%)")
    contribution: Score = Field(title="Points of the score")


class QuickScoreOutput(ToolModel):
    summary: QuickScoreSummary
    criteria: list[ScoredCriterion] = Field(description="What adds most first, then by name.")


class CriterionOpinion(Opinion):
    name: str = Field(title="Criterion")
    weight_mean: Score = Field(title="Weight, mean")


class QuickScoreGroupSummary(Opinion):
    grade: Grade | None = Field(title="Grade of the mean")


class QuickScoreGroup(ToolModel):
    """What a session's submissions say together."""

    summary: QuickScoreGroupSummary
    criteria: list[CriterionOpinion]


def aggregate(submissions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    answers = [QuickScoreInput.model_validate(each["input"]) for each in submissions]
    named: defaultdict[str, list[Criterion]] = defaultdict(list)
    for criterion in (each for answer in answers for each in answer.criteria):
        named[same_name(criterion.name)].append(criterion)
    criteria = [_criterion_opinion(named[key]) for key in sorted(named)]
    scores = opinion((answer.weighted_mean for answer in answers), low=0, high=10)
    grade = None if scores.mean is None else _grade(scores.mean)
    whole = {**dict(scores), "consensus": overall_consensus(criteria), "grade": grade}
    group = QuickScoreGroup(summary=QuickScoreGroupSummary(**whole), criteria=criteria)
    return group.model_dump(mode="json")


def _criterion_opinion(criteria: Sequence[Criterion]) -> CriterionOpinion:
    """Of at least one person's criterion."""
    return CriterionOpinion(
        **dict(opinion((each.score for each in criteria), low=0, high=10)),
        name=min(each.name for each in criteria),
        weight_mean=mean(sorted(each.weight for each in criteria)),
    )


@tool(
    slug="quick-score",
    name="Quick score",
    category="assessment",
    icon="gauge",
    effect="read",
    collaborative=True,
    aggregate=aggregate,
    sections=[
        summary(
            "summary",
            "Summary",
            number("score", "Score", "of 10"),
            text("grade", "Grade"),
            number("criteria", "Criteria"),
        ),
        ranking(
            "criteria",
            "What the score is made of",
            text("name", "Criterion"),
            number("contribution", "Points"),
            number("score", "Score"),
            percent("sharePct", "Weight"),
        ),
        chart(
            "criteria",
            "Scores",
            "bar",
            text("name", "Criterion"),
            number("score", "Score", "of 10"),
        ),
    ],
    aggregate_sections=[
        summary("summary", "Together", text("grade", "Grade"), *MEAN_CELLS),
        table(
            "criteria",
            "Criteria",
            text("name", "Criterion"),
            number("weightMean", "Weight"),
            *MEAN_CELLS,
        ),
        chart("criteria", "Mean scores", "bar", text("name", "Criterion"), number("mean", "Mean")),
    ],
    examples=[
        {
            "criteria": [
                {"name": "Value", "weight": 3, "score": 8},
                {"name": "Feasibility", "weight": 2, "score": 6},
                {"name": "Fit", "weight": 1, "score": 9},
            ]
        }
    ],
)
def quick_score(given: QuickScoreInput, _context: ToolContext) -> QuickScoreOutput:
    """Score one thing on a few weighted criteria: a weighted mean from 0 to 10 and a grade from A to
    F.

    Use it for a fast, transparent judgement of one option; in a session several people score it and
    see where they disagree. Do not use it to rank many ideas by impact and effort (use
    priority-matrix), nor for AI readiness (use ai-readiness, which has its own criteria). Pass each
    criterion once, with a weight above 0 (any scale) and a score from 0 to 10.
    """
    score = cents(given.weighted_mean)
    weights = total(each.weight for each in given.criteria)
    criteria = [_scored(each, weights) for each in given.criteria]
    return QuickScoreOutput(
        summary=QuickScoreSummary(score=score, grade=_grade(score), criteria=len(criteria)),
        criteria=sorted(criteria, key=lambda each: (-each.contribution, each.name)),
    )


def _scored(criterion: Criterion, weights: Decimal) -> ScoredCriterion:
    return ScoredCriterion(
        name=criterion.name,
        score=criterion.score,
        weight=criterion.weight,
        share_pct=share(criterion.weight, weights),
        contribution=criterion.weight * criterion.score / weights,
    )


def _grade(score: Decimal) -> Grade:
    return next((grade for least, grade in GRADES if score >= least), "F")
