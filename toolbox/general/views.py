"""What the general tools answer, in a sentence each."""

from typing import Any

from toolbox.general import (  # noqa: F401 - each registers its tool
    ai_readiness,
    complexity_estimator,
    fte_impact,
    priority_matrix,
    process_automation_scoper,
    quick_score,
    roi_calculator,
    time_savings,
)
from toolbox.headlines import Tone, counted, lead, money, number

Said = tuple[str, Tone]


def _roi(output: dict[str, Any]) -> Said:
    found = output["summary"]
    years = found["paybackYears"]
    back = f"pays back after {counted(years, 'year', 'years')}" if years is not None else (
        "does not pay back in this time"
    )  # fmt: skip
    if found["npv"] >= 0:
        return (
            f"Worth it: {money(found['npv'])} more than it costs, in today’s money. It {back}.",
            ("success"),
        )
    return (
        f"Not worth it at this rate: {money(-found['npv'])} short in today’s money. It {back}.",
        ("warning"),
    )


def _time(output: dict[str, Any]) -> Said:
    found, tasks = output["summary"], output["tasks"]
    words = (
        f"{counted(found['hoursPerWeek'], 'hour', 'hours')} a week, the work of "
        f"{number(found['fte'])} full-time people, worth {money(found['annualSavings'])} a year."
    )
    most = max(tasks, key=lambda task: task["annualSavings"], default=None)
    return (f"{words} Most of it: {most['name']}." if most and len(tasks) > 1 else words), "info"


def _readiness(output: dict[str, Any]) -> Said:
    found, focus = output["summary"], output["focus"]
    words = f"{found['level']}, with {number(found['score'])} of 100 points."
    gain = focus[0] if focus else None
    if gain:
        words += f" {gain['dimension']} has most to gain: up to {number(gain['missing'])} points."
    return words, "success" if found["score"] >= 75 else "info"


def _complexity(output: dict[str, Any]) -> Said:
    found = output["summary"]
    low, high = number(round(found["weeksLow"], 1)), number(round(found["weeksHigh"], 1))
    words = (
        f"Size {found['size']}: about {number(round(found['weeks'], 1))} weeks, {low} to {high}."
    )
    return words, "warning" if found["size"] == "XL" else "info"


def _priorities(output: dict[str, Any]) -> Said:
    first = output["items"][0]
    wins = sum(item["quadrant"] == "quick win" for item in output["items"])
    words = (
        f"Start with {first['title']}: {first['quadrant']}, priority {number(first['priority'])}."
    )
    return (f"{words} There are {wins} quick wins." if wins > 1 else words), "info"


def _scoper(output: dict[str, Any]) -> Said:
    found = output["summary"]
    saved, hours = number(found["savedHoursPerMonth"]), number(found["hoursPerMonth"])
    steps = counted(found["automate"], "step is", "steps are")
    return f"{saved} of {hours} hours a month can be saved; {steps} ready to be automated.", (
        "success" if found["automate"] else "info"
    )


def _impact(output: dict[str, Any]) -> Said:
    found, months = output["summary"], output["summary"]["paybackMonths"]
    words = (
        f"The work of {number(found['fte'])} people, worth {money(found['annualSavings'])} a year."
    )
    if months:
        words += f" What it costs is back after {counted(months, 'month', 'months')}."
    return words, "success" if found["firstYearNet"] > 0 else "warning"


def _score(output: dict[str, Any]) -> Said:
    found = output["summary"]
    words = f"Grade {found['grade']}: {number(found['score'])} of 10."
    return words, "success" if found["grade"] in "AB" else "info"


lead("roi-calculator", _roi)
lead("time-savings", _time)
lead("ai-readiness", _readiness)
lead("complexity-estimator", _complexity)
lead("priority-matrix", _priorities)
lead("process-automation-scoper", _scoper)
lead("fte-impact", _impact)
lead("quick-score", _score)
