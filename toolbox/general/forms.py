"""The forms of the general tools."""

from tools_app.forms.spec import FormSpec, Group, Widget, forms

PERCENT = Widget(variant="percent")
SLIDER = Widget(variant="slider")


def _percent(low: str = "") -> Widget:
    return Widget(variant="slider", unit="%", help=low)


forms.register(
    "tool:roi-calculator",
    FormSpec(
        groups=[
            Group("Investment", ["initialInvestment", "annualBenefit", "annualCost"], columns=3),
            Group(
                "Assumptions",
                ["growthPct", "discountRatePct", "years"],
                columns=3,
                help="Usual values are filled in.",
            ),
        ],
        widgets={
            "/initialInvestment": Widget(variant="currency", placeholder="100000"),
            "/annualBenefit": Widget(variant="currency", placeholder="50000"),
            "/annualCost": Widget(variant="currency"),
            "/years": Widget(variant="slider", unit="years", label="Horizon"),
        },
    ),
)
forms.register(
    "tool:time-savings",
    FormSpec(
        groups=[
            Group("Tasks", ["tasks"]),
            Group("What time is worth", ["hourlyRate"], columns=2),
        ],
        internal=["weeks"],
        widgets={
            "/tasks": Widget(add_label="Add a task"),
            "/tasks/*/name": Widget(placeholder="Monthly report"),
            "/tasks/*/minutes": Widget(label="Each time", unit="min"),
            "/tasks/*/perWeek": Widget(unit="a week", label="How often"),
            "/tasks/*/people": Widget(label="People"),
            "/tasks/*/automationPct": PERCENT,
            "/hourlyRate": Widget(variant="currency"),
            "/weeks": Widget(variant="slider", unit="weeks", label="Working weeks a year"),
        },
    ),
)
forms.register(
    "tool:ai-readiness",
    FormSpec(
        groups=[
            Group("Foundations", ["data", "infrastructure", "talent"], columns=3),
            Group("Organisation", ["governance", "culture", "strategy"], columns=3),
        ],
    ),
)
forms.register(
    "tool:complexity-estimator",
    FormSpec(
        groups=[
            Group("Technology", ["integrations", "dataQuality", "novelty"], columns=3),
            Group(
                "Process and people",
                ["processVariability", "stakeholders", "compliance"],
                columns=3,
            ),
        ],
    ),
)
forms.register(
    "tool:priority-matrix",
    FormSpec(
        groups=[Group("Ideas", ["items"])],
        widgets={
            "/items": Widget(add_label="Add an idea", help="Rate each from 1 (low) to 10 (high)."),
            "/items/*/title": Widget(placeholder="Self-service portal"),
            "/items/*/id": Widget(placeholder="PRJ-12"),
            "/items/*/confidence": PERCENT,
        },
    ),
)
forms.register(
    "tool:process-automation-scoper",
    FormSpec(
        groups=[Group("Steps of the process", ["steps"])],
        widgets={
            "/steps": Widget(add_label="Add a step"),
            "/steps/*/name": Widget(placeholder="Check the invoice"),
            "/steps/*/minutes": Widget(label="Each time", unit="min"),
            "/steps/*/perMonth": Widget(label="How often", unit="a month"),
            "/steps/*/exceptionPct": PERCENT,
            "/steps/*/systems": Widget(label="Systems", help="How many it touches."),
        },
    ),
)
forms.register(
    "tool:fte-impact",
    FormSpec(
        groups=[
            Group("The work", ["headcount", "timePct"], columns=2),
            Group("What automation changes", ["automationPct", "adoptionPct"], columns=2),
            Group("Money", ["loadedCost", "implCost"], columns=2),
        ],
        widgets={
            "/headcount": Widget(unit="FTE"),
            "/timePct": _percent("Of their working time."),
            "/automationPct": _percent("Of that work."),
            "/adoptionPct": _percent("How many will really use it."),
            "/implCost": Widget(variant="currency"),
        },
    ),
)
forms.register(
    "tool:quick-score",
    FormSpec(
        groups=[Group("Criteria", ["criteria"], help="Score each from 0 (poor) to 10 (best).")],
        widgets={
            "/criteria": Widget(add_label="Add a criterion"),
            "/criteria/*/name": Widget(placeholder="Value to customers"),
            "/criteria/*/score": SLIDER,
        },
    ),
)
