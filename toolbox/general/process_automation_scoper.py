"""Which steps of a process to automate, to assist, or to leave to people."""

from collections import Counter
from decimal import Decimal
from typing import Literal

from pydantic import Field

from toolbox.fields import LONGEST_LIST, Name, Rating, Share
from toolbox.figures import HUNDRED, Number, Quantity, Score, cents, fraction, mean, total
from toolbox.layout import chart, number, ranking, summary, table, text
from tools_app.definitions import ToolContext, ToolModel
from tools_app.registry import tool

Verdict = Literal["automate", "assist", "keep manual"]
RULE_WEIGHT, STRUCTURE_WEIGHT, EXCEPTION_WEIGHT = Decimal("0.4"), Decimal("0.3"), Decimal("0.3")
EASY_SYSTEMS = 2
POINTS_PER_FURTHER_SYSTEM = 5


class Step(ToolModel):
    name: Name = Field(title="Step")
    minutes: Number = Field(ge=0, le=10_080, title="Minutes each time")
    per_month: Number = Field(ge=0, le=1_000_000, title="Times a month", description="By everyone.")
    rule_based: Rating = Field(title="Rule-based", description="1 judgement, 5 fixed rules.")
    structured: Rating = Field(title="Structured data", description="1 free text, 5 forms.")
    exception_pct: Share = Field(title="Exceptions (%)", description="Cases that need a person.")
    systems: int = Field(ge=0, le=50, title="Systems touched")


class ScoperInput(ToolModel):
    steps: list[Step] = Field(min_length=1, max_length=LONGEST_LIST, title="Steps")


class ScoperSummary(ToolModel):
    score: Score = Field(
        title="Process (0–100)", description="The mean of the steps, weighted by their hours."
    )
    hours_per_month: Quantity = Field(title="Hours a month now")
    saved_hours_per_month: Quantity = Field(title="Hours a month saved")
    automate: int = Field(title="Steps to automate")
    assist: int = Field(title="Steps to assist")
    keep_manual: int = Field(title="Steps to keep manual")


class ScopedStep(ToolModel):
    name: str = Field(title="Step")
    score: Score = Field(title="Score (0–100)")
    verdict: Verdict = Field(title="Verdict")
    hours_per_month: Quantity = Field(title="Hours a month now")
    saved_hours_per_month: Quantity = Field(
        title="Hours a month saved",
        description="The score's share of the hours; none where the step stays manual.",
    )


class ScoperOutput(ToolModel):
    summary: ScoperSummary
    steps: list[ScopedStep] = Field(description="The highest score first, then by name.")


@tool(
    slug="process-automation-scoper",
    name="Process automation scoper",
    category="planning",
    icon="workflow",
    effect="read",
    sections=[
        summary(
            "summary",
            "Summary",
            number("score", "Process", "of 100"),
            number("savedHoursPerMonth", "Saved a month", "h"),
            number("hoursPerMonth", "Spent a month now", "h"),
            number("automate", "Automate", "steps"),
            number("assist", "Assist", "steps"),
            number("keepManual", "Keep manual", "steps"),
        ),
        ranking(
            "steps",
            "Steps to automate first",
            text("name", "Step"),
            number("score", "Score"),
            text("verdict", "Verdict"),
        ),
        chart(
            "steps",
            "Hours a month",
            "bar",
            text("name", "Step"),
            number("hoursPerMonth", "Now", "h"),
            number("savedHoursPerMonth", "Saved", "h"),
        ),
        table(
            "steps",
            "Steps",
            text("name", "Step"),
            number("score", "Score"),
            text("verdict", "Verdict"),
            number("hoursPerMonth", "Hours now", "h"),
            number("savedHoursPerMonth", "Hours saved", "h"),
        ),
    ],
    examples=[
        {
            "steps": [
                {
                    "name": "Enter orders",
                    "minutes": 12,
                    "perMonth": 800,
                    "ruleBased": 5,
                    "structured": 4,
                    "exceptionPct": 10,
                    "systems": 3,
                }
            ]
        }
    ],
)
def process_automation_scoper(given: ScoperInput, _context: ToolContext) -> ScoperOutput:
    """Score each step of a process for automation, say whether to automate it, to assist people with
    it or to keep it manual, and estimate the hours saved a month.

    Use it when a process is known step by step. Do not use it for the money behind the hours (pass
    them to time-savings or roi-calculator afterwards), nor for a whole project's size (use
    complexity-estimator). Pass perMonth for everyone together, ruleBased and structured from 1 to 5,
    exceptionPct as 0 to 100, and the number of systems that the step touches.
    """
    steps = sorted(map(_scoped, given.steps), key=lambda step: (-step.score, step.name))
    return ScoperOutput(summary=_summary(steps), steps=steps)


def _scoped(step: Step) -> ScopedStep:
    score = cents(_score(step))
    verdict = _verdict(score)
    hours = step.minutes * step.per_month / 60
    return ScopedStep(
        name=step.name,
        score=score,
        verdict=verdict,
        hours_per_month=hours,
        saved_hours_per_month=Decimal(0) if verdict == "keep manual" else hours * fraction(score),
    )


def _score(step: Step) -> Decimal:
    ease = (
        RULE_WEIGHT * (step.rule_based - 1) / 4
        + STRUCTURE_WEIGHT * (step.structured - 1) / 4
        + EXCEPTION_WEIGHT * (1 - fraction(step.exception_pct))
    )
    burden = POINTS_PER_FURTHER_SYSTEM * max(0, step.systems - EASY_SYSTEMS)
    return min(HUNDRED, max(Decimal(0), HUNDRED * ease - burden))


def _verdict(score: Decimal) -> Verdict:
    if score >= 70:
        return "automate"
    return "assist" if score >= 40 else "keep manual"


def _summary(steps: list[ScopedStep]) -> ScoperSummary:
    counts = Counter(step.verdict for step in steps)
    return ScoperSummary(
        score=mean((step.score for step in steps), (step.hours_per_month for step in steps)),
        hours_per_month=total(step.hours_per_month for step in steps),
        saved_hours_per_month=total(step.saved_hours_per_month for step in steps),
        automate=counts["automate"],
        assist=counts["assist"],
        keep_manual=counts["keep manual"],
    )
