"""Hours and money that automating repeated tasks would free."""

from collections.abc import Iterator
from decimal import Decimal

from pydantic import Field

from toolbox.fields import LONGEST_LIST, Name, Share
from toolbox.figures import Money, Number, Percent, Quantity, fraction, share, total
from toolbox.layout import chart, currency, number, percent, summary, table, text
from tools_app.definitions import ToolContext, ToolModel
from tools_app.registry import tool

HOURS_PER_WEEK = 40


class Task(ToolModel):
    name: Name = Field(title="Task")
    minutes: Number = Field(ge=0, le=10_080, title="Minutes each time")
    per_week: Number = Field(ge=0, le=10_000, title="Times a week", description="For one person.")
    people: Number = Field(ge=0, le=100_000, title="People who do it")
    automation_pct: Share = Field(
        title="Automated (%)", description="The part of the work that would no longer be done."
    )


class TimeSavingsInput(ToolModel):
    tasks: list[Task] = Field(min_length=1, max_length=LONGEST_LIST, title="Tasks")
    hourly_rate: Number = Field(
        ge=0, le=10_000, title="Hourly rate ($)", description="What an hour of work costs, loaded."
    )
    weeks: int = Field(default=48, ge=1, le=52, title="Working weeks a year")


class TimeSavingsSummary(ToolModel):
    hours_per_week: Quantity = Field(title="Hours a week")
    hours_per_year: Quantity = Field(title="Hours a year")
    annual_savings: Money = Field(title="Savings a year ($)")
    fte: Quantity = Field(
        title="Full-time equivalents", description=f"Of {HOURS_PER_WEEK} hours a week."
    )


class TaskSavings(ToolModel):
    name: str = Field(title="Task")
    hours_per_week: Quantity = Field(title="Hours a week")
    hours_per_year: Quantity = Field(title="Hours a year")
    annual_savings: Money = Field(title="Savings a year ($)")
    share_pct: Percent = Field(title="Share of all savings (%)")


class TimeSavingsOutput(ToolModel):
    summary: TimeSavingsSummary
    tasks: list[TaskSavings] = Field(description="The largest first, then by name.")


@tool(
    slug="time-savings",
    name="Time savings calculator",
    category="analysis",
    icon="clock",
    effect="read",
    sections=[
        summary(
            "summary",
            "Summary",
            number("hoursPerWeek", "Saved a week", "h"),
            number("hoursPerYear", "Saved a year", "h"),
            currency("annualSavings", "Worth a year"),
            number("fte", "Capacity", "FTE"),
        ),
        chart(
            "tasks",
            "Hours saved a year",
            "bar",
            text("name", "Task"),
            number("hoursPerYear", "Hours a year", "h"),
        ),
        table(
            "tasks",
            "By task",
            text("name", "Task"),
            number("hoursPerWeek", "Hours a week", "h"),
            number("hoursPerYear", "Hours a year", "h"),
            currency("annualSavings", "Savings a year"),
            percent("sharePct", "Share"),
        ),
    ],
    examples=[
        {
            "tasks": [
                {
                    "name": "Match invoices",
                    "minutes": 30,
                    "perWeek": 10,
                    "people": 5,
                    "automationPct": 60,
                }
            ],
            "hourlyRate": 50,
        }
    ],
)
def time_savings(given: TimeSavingsInput, _context: ToolContext) -> TimeSavingsOutput:
    """Turn repeated manual tasks into hours, money and full-time equivalents that automation would
    free, in total and by task.

    Use it when you know how long a task takes, how often each person does it and how many people
    do. Do not use it for one role as a whole (use fte-impact), nor to find out whether a task can be
    automated at all (use process-automation-scoper first). Pass perWeek for one person, not for the
    team, and automationPct as 0 to 100.
    """
    saved = [(task.name, _hours(task)) for task in given.tasks]
    weekly = total(hours for _, hours in saved)
    return TimeSavingsOutput(
        summary=TimeSavingsSummary(
            hours_per_week=weekly,
            hours_per_year=weekly * given.weeks,
            annual_savings=weekly * given.weeks * given.hourly_rate,
            fte=weekly / HOURS_PER_WEEK,
        ),
        tasks=list(_by_task(given, saved, weekly)),
    )


def _hours(task: Task) -> Decimal:
    minutes = task.minutes * task.per_week * task.people
    return minutes * fraction(task.automation_pct) / 60


def _by_task(
    given: TimeSavingsInput, saved: list[tuple[str, Decimal]], weekly: Decimal
) -> Iterator[TaskSavings]:
    for name, hours in sorted(saved, key=lambda each: (-each[1], each[0])):
        yield TaskSavings(
            name=name,
            hours_per_week=hours,
            hours_per_year=hours * given.weeks,
            annual_savings=hours * given.weeks * given.hourly_rate,
            share_pct=share(hours, weekly),
        )
