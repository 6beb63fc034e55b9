"""Which of several ideas to do first, by impact and effort."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Literal, Self, get_args

from pydantic import Field, model_validator

from toolbox.fields import (
    LONGEST_LIST,
    Name,
    Share,
    by_default,
    fault,
    optional,
    refuse_repeats,
    same_name,
)
from toolbox.figures import Number, Percent, Quantity, Score, fraction
from toolbox.layout import chart, number, percent, ranking, summary, table, text
from toolbox.opinions import MEAN_CELLS, Opinion, opinion, overall_consensus
from tools_app.definitions import ToolContext, ToolModel
from tools_app.registry import tool

CUT = Decimal("5.5")
Quadrant = Literal["quick win", "major project", "fill-in", "avoid"]


class Item(ToolModel):
    id: Name | None = optional(title="Id", description="If the idea has one elsewhere.")
    title: Name | None = optional(title="Title", description="Needed unless there is an id.")
    impact: Number = Field(ge=1, le=10, title="Impact (1–10)")
    effort: Number = Field(ge=1, le=10, title="Effort (1–10)")
    confidence: Share = by_default(
        100, title="Confidence (%)", description="How sure the impact is."
    )

    @model_validator(mode="after")
    def _is_named(self) -> Self:
        if not (self.id or self.title):
            raise fault("Give a title or an id.", "title")
        return self

    @property
    def key(self) -> str:
        """What makes it the same idea in two people's lists."""
        return same_name(self.id or self.label)

    @property
    def label(self) -> str:
        return self.title or self.id or ""


class PriorityInput(ToolModel):
    items: list[Item] = Field(min_length=1, max_length=LONGEST_LIST, title="Ideas")

    @model_validator(mode="after")
    def _names_each_once(self) -> Self:
        refuse_repeats(self.items, lambda item: item.key, within="items", field="title")
        return self


class PrioritySummary(ToolModel):
    first: str = Field(title="Do first")
    items: int = Field(title="Ideas")


class RankedItem(ToolModel):
    rank: int = Field(title="Rank")
    id: str = Field(title="Id", description="Its title where it has no id.")
    title: str = Field(title="Title")
    quadrant: Quadrant = Field(title="Quadrant")
    priority: Quantity = Field(title="Priority", description="Impact × confidence ÷ effort.")
    impact: Number = Field(title="Impact")
    effort: Number = Field(title="Effort")
    confidence: Number = Field(title="Confidence (%)")


class QuadrantCount(ToolModel):
    quadrant: Quadrant = Field(title="Quadrant")
    items: int = Field(title="Ideas")


class PriorityOutput(ToolModel):
    summary: PrioritySummary
    items: list[RankedItem] = Field(description="The highest priority first, then by title.")
    quadrants: list[QuadrantCount]


class ItemOpinion(Opinion):
    """Mean and deviation are of the priority; consensus is on impact and effort."""

    id: str = Field(title="Id", description="Its title where it has no id.")
    title: str = Field(title="Title")
    quadrant: Quadrant = Field(title="Quadrant of the means")
    impact_mean: Score = Field(title="Impact, mean")
    impact_standard_deviation: Score = Field(title="Impact, standard deviation")
    effort_mean: Score = Field(title="Effort, mean")
    effort_standard_deviation: Score = Field(title="Effort, standard deviation")


class PriorityGroupSummary(ToolModel):
    n: int = Field(title="Answers")
    items: int = Field(title="Ideas")
    first: str | None = Field(title="Do first")
    consensus: Percent | None = Field(title="Consensus (%)")


class PriorityGroup(ToolModel):
    """What a session's submissions say together."""

    summary: PriorityGroupSummary
    items: list[ItemOpinion]


def aggregate(submissions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    answers = [PriorityInput.model_validate(each["input"]) for each in submissions]
    ideas: defaultdict[str, list[Item]] = defaultdict(list)
    for item in (item for answer in answers for item in answer.items):
        ideas[item.key].append(item)
    opinions = map(_item_opinion, ideas.values())
    items = sorted(opinions, key=lambda each: (-_mean(each), each.title, each.id))
    whole = PriorityGroupSummary(
        n=len(answers),
        items=len(items),
        first=items[0].title if items else None,
        consensus=overall_consensus(items),
    )
    return PriorityGroup(summary=whole, items=items).model_dump(mode="json")


def _item_opinion(items: Sequence[Item]) -> ItemOpinion:
    """Of at least one person's item."""
    impact = opinion((item.impact for item in items), low=1, high=10)
    effort = opinion((item.effort for item in items), low=1, high=10)
    priority = opinion((_priority(item) for item in items), low=0, high=10)
    return ItemOpinion(
        **{**dict(priority), "consensus": overall_consensus((impact, effort))},
        id=min(item.id or item.label for item in items),
        title=min(item.label for item in items),
        quadrant=_quadrant(_mean(impact), _mean(effort)),
        impact_mean=_mean(impact),
        impact_standard_deviation=impact.standard_deviation or Decimal(0),
        effort_mean=_mean(effort),
        effort_standard_deviation=effort.standard_deviation or Decimal(0),
    )


def _mean(found: Opinion) -> Decimal:
    return found.mean or Decimal(0)


@tool(
    slug="priority-matrix",
    name="Priority matrix",
    category="planning",
    icon="grid-2x2",
    effect="read",
    collaborative=True,
    aggregate=aggregate,
    sections=[
        summary("summary", "Summary", text("first", "Do first"), number("items", "Ideas")),
        ranking(
            "items",
            "Priorities",
            text("title", "Idea"),
            number("priority", "Priority"),
            text("quadrant", "Quadrant"),
        ),
        chart(
            "quadrants",
            "Quadrants",
            "donut",
            text("quadrant", "Quadrant"),
            number("items", "Ideas"),
        ),
        table(
            "items",
            "Ideas",
            number("rank", "Rank"),
            text("title", "Idea"),
            text("quadrant", "Quadrant"),
            number("impact", "Impact"),
            number("effort", "Effort"),
            percent("confidence", "Confidence"),
            number("priority", "Priority"),
        ),
    ],
    aggregate_sections=[
        summary(
            "summary",
            "Together",
            text("first", "Do first"),
            number("items", "Ideas"),
            number("n", "Answers"),
            percent("consensus", "Consensus"),
        ),
        ranking(
            "items",
            "Priorities",
            text("title", "Idea"),
            number("mean", "Mean priority"),
            text("quadrant", "Quadrant"),
            percent("consensus", "Consensus"),
        ),
        table(
            "items",
            "Ideas",
            text("title", "Idea"),
            text("quadrant", "Quadrant"),
            number("impactMean", "Impact"),
            number("impactStandardDeviation", "± impact"),
            number("effortMean", "Effort"),
            number("effortStandardDeviation", "± effort"),
            *MEAN_CELLS,
        ),
    ],
    examples=[
        {"items": [{"title": "Sort incoming mail", "impact": 8, "effort": 3, "confidence": 90}]},
        {
            "items": [
                {"id": "IDEA-7", "title": "Sort incoming mail", "impact": 8, "effort": 3},
                {"title": "Replace the ERP", "impact": 9, "effort": 9, "confidence": 60},
                {"title": "Tidy the wiki", "impact": 3, "effort": 2},
                {"title": "Scan the old archive", "impact": 2, "effort": 8},
            ]
        },
    ],
)
def priority_matrix(given: PriorityInput, _context: ToolContext) -> PriorityOutput:
    """Rank ideas by impact, confidence and effort, and sort them into quick wins, major projects,
    fill-ins and those to avoid.

    Use it to choose among two or more ideas that were rated on the same scale; in a session several
    people rate the same ideas and see where they disagree. Do not use it for one idea with several
    criteria (use quick-score), nor to rate the effort itself (use complexity-estimator first). Pass a
    title or an id for each idea, each one once, and impact and effort from 1 to 10; a session joins
    the ratings of an idea by its id, or else by its title.
    """
    ordered = sorted(given.items, key=lambda item: (-_priority(item), item.label))
    ranked = [_ranked(rank, item) for rank, item in enumerate(ordered, start=1)]
    counts = Counter(item.quadrant for item in ranked)
    return PriorityOutput(
        summary=PrioritySummary(first=ranked[0].title, items=len(ranked)),
        items=ranked,
        quadrants=[QuadrantCount(quadrant=each, items=counts[each]) for each in get_args(Quadrant)],
    )


def _priority(item: Item) -> Decimal:
    return item.impact * fraction(item.confidence) / item.effort


def _quadrant(impact: Decimal, effort: Decimal) -> Quadrant:
    """What is right on the cut counts as high."""
    if impact >= CUT:
        return "major project" if effort >= CUT else "quick win"
    return "avoid" if effort >= CUT else "fill-in"


def _ranked(rank: int, item: Item) -> RankedItem:
    return RankedItem(
        rank=rank,
        id=item.id or item.label,
        title=item.label,
        quadrant=_quadrant(item.impact, item.effort),
        priority=_priority(item),
        impact=item.impact,
        effort=item.effort,
        confidence=item.confidence,
    )
