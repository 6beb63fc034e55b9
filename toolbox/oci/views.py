"""What the tools for OCI answer, in a sentence each."""

from typing import Any

from toolbox.headlines import Tone, counted, lead, money, number, percent
from toolbox.oci import comparison_generator, order_estimator  # noqa: F401 - register their tools

Said = tuple[str, Tone]


def _comparison(output: dict[str, Any]) -> Said:
    found = output["summary"]
    ours, theirs = number(found["productScore"]), number(found["competitorScore"])
    if found["winner"] == "tie":
        return f"No clear winner: {found['product']} has {ours}, {found['competitor']} {theirs}.", (
            "info"
        )
    won = found["winner"] == "product"
    winner = found["product"] if won else found["competitor"]
    better, other = (ours, theirs) if won else (theirs, ours)
    return f"{winner} wins, {better} to {other} of 5.", "success" if won else "warning"


def _order(output: dict[str, Any]) -> Said:
    found, more = output["summary"], output["summary"]["bagsToNextDiscount"]
    words = f"{money(found['total'])} in all, freight included."
    if more:
        bags = counted(more, "bag", "bags")
        words += f" {bags} more would raise the discount to {percent(found['nextDiscountPct'])}."
    return words, "info"


lead("oci-comparison-generator", _comparison)
lead("oci-order-estimator", _order)
