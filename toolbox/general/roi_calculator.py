"""Return on an investment: net present value, internal rate of return, payback, year by year."""

from collections.abc import Iterator
from decimal import Decimal

from pydantic import Field

from toolbox.cash_flows import internal_rate, payback, present_value, running_totals
from toolbox.fields import Amount, PositiveAmount, Share, by_default
from toolbox.figures import Money, Number, Percent, Period, fraction, share, total
from toolbox.layout import chart, currency, number, percent, summary, table
from tools_app.definitions import ToolContext, ToolModel
from tools_app.registry import tool


class RoiInput(ToolModel):
    initial_investment: PositiveAmount = Field(
        title="Initial investment ($)", description="Paid once, before the first year."
    )
    annual_benefit: Amount = Field(
        title="Annual benefit ($)", description="What the first year brings in or saves."
    )
    annual_cost: Amount = by_default(
        0, title="Annual cost ($)", description="Running cost, the same every year."
    )
    growth_pct: Number = by_default(
        0,
        ge=-100,
        le=100,
        title="Growth of the benefit (% a year)",
        description="Negative when the benefit shrinks.",
    )
    discount_rate_pct: Share = by_default(
        10, title="Discount rate (%)", description="The cost of capital; 0 for none."
    )
    years: int = Field(default=5, ge=1, le=20, title="Years", description="How far to look.")


class RoiSummary(ToolModel):
    npv: Money = Field(title="Net present value ($)")
    irr_pct: Percent | None = Field(
        title="Internal rate of return (%)",
        description="Null when there is no such rate, or when more than one could be meant.",
    )
    payback_years: Period | None = Field(
        title="Payback (years)", description="Null when it is not reached within the years."
    )
    roi_pct: Percent = Field(title="Return on investment (%)")
    total_net: Money = Field(title="Net benefit over the years ($)")


class RoiYear(ToolModel):
    year: int = Field(title="Year")
    benefit: Money = Field(title="Benefit ($)")
    cost: Money = Field(title="Cost ($)")
    net: Money = Field(title="Net ($)")
    present_value: Money = Field(title="Present value of the net ($)")
    cumulative: Money = Field(
        title="Cumulative ($)", description="All nets so far, less the initial investment."
    )


class RoiOutput(ToolModel):
    summary: RoiSummary
    yearly_results: list[RoiYear]


@tool(
    slug="roi-calculator",
    name="ROI calculator",
    category="analysis",
    icon="calculator",
    effect="read",
    sections=[
        summary(
            "summary",
            "Summary",
            currency("npv", "Net present value"),
            percent("irrPct", "Internal rate of return"),
            number("paybackYears", "Payback", "years"),
            percent("roiPct", "Return on investment"),
        ),
        chart(
            "yearlyResults",
            "Cumulative cash flow",
            "area",
            number("year", "Year"),
            currency("cumulative", "Cumulative"),
        ),
        table(
            "yearlyResults",
            "Year by year",
            number("year", "Year"),
            currency("benefit", "Benefit"),
            currency("cost", "Cost"),
            currency("net", "Net"),
            currency("presentValue", "Present value"),
            currency("cumulative", "Cumulative"),
        ),
    ],
    examples=[
        {
            "initialInvestment": 100_000,
            "annualBenefit": 50_000,
            "annualCost": 10_000,
            "growthPct": 0,
            "discountRatePct": 10,
            "years": 5,
        },
        {"initialInvestment": 25_000, "annualBenefit": 12_000, "growthPct": 5},
    ],
)
def roi_calculator(given: RoiInput, _context: ToolContext) -> RoiOutput:
    """Judge whether one investment pays: net present value, internal rate of return, payback time
    and return over up to 20 years, with a year-by-year table.

    Use it when a cost paid now is weighed against yearly benefits in money. Do not use it for hours
    saved without a price (use time-savings first and pass its annual savings as annualBenefit), nor
    for staff capacity (use fte-impact). Pass amounts in dollars and percentages as 0 to 100, so 10
    means 10 %; leave out what you do not know and the default stands.
    """
    benefits = list(_benefits(given))
    nets = [benefit - given.annual_cost for benefit in benefits]
    return RoiOutput(
        summary=_summary(given, nets),
        yearly_results=list(_years(given, benefits, nets)),
    )


def _benefits(given: RoiInput) -> Iterator[Decimal]:
    benefit = given.annual_benefit
    for _ in range(given.years):
        yield benefit
        benefit *= 1 + fraction(given.growth_pct)


def _summary(given: RoiInput, nets: list[Decimal]) -> RoiSummary:
    invested = given.initial_investment
    rate = internal_rate(invested, nets)
    return RoiSummary(
        npv=present_value(nets, fraction(given.discount_rate_pct)) - invested,
        irr_pct=None if rate is None else rate * 100,
        payback_years=payback(invested, nets),
        roi_pct=share(total(nets) - invested, invested),
        total_net=total(nets),
    )


def _years(given: RoiInput, benefits: list[Decimal], nets: list[Decimal]) -> Iterator[RoiYear]:
    rate = 1 + fraction(given.discount_rate_pct)
    cumulated = running_totals(nets, start=-given.initial_investment)
    rows = zip(benefits, nets, cumulated, strict=True)
    for year, (benefit, net, cumulative) in enumerate(rows, start=1):
        yield RoiYear(
            year=year,
            benefit=benefit,
            cost=given.annual_cost,
            net=net,
            present_value=net / rate**year,
            cumulative=cumulative,
        )
