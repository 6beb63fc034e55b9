"""How much capacity of a team an automation frees, and when it has paid for itself."""

from collections.abc import Iterator
from decimal import Decimal

from pydantic import Field

from toolbox.fields import Amount, Share, by_default
from toolbox.figures import Money, Number, Period, Quantity, fraction
from toolbox.layout import chart, currency, number, summary, table, text
from tools_app.definitions import ToolContext, ToolModel
from tools_app.registry import tool

HOURS_PER_YEAR = 40 * 48
YEARS_SHOWN = 3


class FteInput(ToolModel):
    headcount: Number = Field(
        ge=0, le=100_000, title="People", description="Full-time equivalents."
    )
    time_pct: Share = Field(title="Time on this work (%)")
    automation_pct: Share = Field(title="Automated (%)", description="Of that work.")
    adoption_pct: Share = by_default(
        80, title="Adoption (%)", description="How many will really use it."
    )
    loaded_cost: Number = Field(
        ge=0, le=10_000_000, title="Loaded cost ($ a year)", description="Of one person."
    )
    impl_cost: Amount = by_default(0, title="Implementation cost ($)", description="Paid once.")


class FteSummary(ToolModel):
    fte: Quantity = Field(title="Full-time equivalents freed")
    hours_per_year: Quantity = Field(
        title="Hours freed a year", description=f"{HOURS_PER_YEAR} hours make a year's work."
    )
    annual_savings: Money = Field(title="Savings a year ($)")
    first_year_net: Money = Field(title="Net of the first year ($)")
    payback_months: Period | None = Field(
        title="Payback (months)",
        description="0 when nothing has to be paid, null when it is never paid back.",
    )


class FunnelStage(ToolModel):
    stage: str = Field(title="Stage")
    fte: Quantity = Field(title="Full-time equivalents")


class FteYear(ToolModel):
    year: int = Field(title="Year")
    savings: Money = Field(title="Savings ($)")
    cumulative: Money = Field(title="Cumulative, less the implementation ($)")


class FteOutput(ToolModel):
    summary: FteSummary
    funnel: list[FunnelStage]
    yearly_results: list[FteYear]


@tool(
    slug="fte-impact",
    name="FTE impact calculator",
    category="analysis",
    icon="users",
    effect="read",
    sections=[
        summary(
            "summary",
            "Summary",
            number("fte", "Freed", "FTE"),
            number("hoursPerYear", "Freed a year", "h"),
            currency("annualSavings", "Worth a year"),
            currency("firstYearNet", "Net of the first year"),
            number("paybackMonths", "Payback", "months"),
        ),
        chart(
            "funnel",
            "From headcount to impact",
            "bar",
            text("stage", "Stage"),
            number("fte", "Full-time equivalents", "FTE"),
        ),
        table(
            "yearlyResults",
            "Three years",
            number("year", "Year"),
            currency("savings", "Savings"),
            currency("cumulative", "Cumulative"),
        ),
    ],
    examples=[
        {
            "headcount": 20,
            "timePct": 50,
            "automationPct": 60,
            "adoptionPct": 80,
            "loadedCost": 90_000,
            "implCost": 150_000,
        }
    ],
)
def fte_impact(given: FteInput, _context: ToolContext) -> FteOutput:
    """Estimate how many full-time equivalents an automation frees in a team, what they are worth a
    year, and after how many months it has paid for itself.

    Use it for a team whose work is known as a share of its time. Do not use it when single tasks are
    timed (use time-savings), nor for cash flows that differ from year to year (use roi-calculator).
    Pass percentages as 0 to 100 and loadedCost for one person and year; the freed capacity is time,
    not people to let go.
    """
    stages = list(_stages(given))
    fte = stages[-1][1]
    savings = fte * given.loaded_cost
    return FteOutput(
        summary=FteSummary(
            fte=fte,
            hours_per_year=fte * HOURS_PER_YEAR,
            annual_savings=savings,
            first_year_net=savings - given.impl_cost,
            payback_months=_payback_months(given.impl_cost, savings),
        ),
        funnel=[FunnelStage(stage=stage, fte=left) for stage, left in stages],
        yearly_results=list(_years(savings, given.impl_cost)),
    )


def _stages(given: FteInput) -> Iterator[tuple[str, Decimal]]:
    """What is left of the headcount after each share."""
    left = given.headcount
    yield "Headcount", left
    for stage, part in (
        ("Time on this work", given.time_pct),
        ("Automated", given.automation_pct),
        ("Adopted", given.adoption_pct),
    ):
        left *= fraction(part)
        yield stage, left


def _payback_months(cost: Decimal, savings: Decimal) -> Decimal | None:
    if not cost:
        return Decimal(0)
    return cost / savings * 12 if savings else None


def _years(savings: Decimal, cost: Decimal) -> Iterator[FteYear]:
    for year in range(1, YEARS_SHOWN + 1):
        yield FteYear(year=year, savings=savings, cumulative=savings * year - cost)
