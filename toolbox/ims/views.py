"""What the tools for IMS answer, in a sentence each."""

from typing import Any

from toolbox.headlines import Tone, counted, lead, money, number
from toolbox.ims import (  # noqa: F401 - each registers its tool
    coverage_estimator,
    product_selector,
    risk_screener,
)

Said = tuple[str, Tone]
TONES: dict[str, Tone] = {"low": "success", "medium": "warning", "high": "danger"}


def _coverage(output: dict[str, Any]) -> Said:
    found, cheapest = output["summary"], output["products"][0]
    bags = counted(found["bags"], "bag", "bags")
    pallets = counted(found["pallets"], "pallet", "pallets")
    words = f"{bags} of {found['product']} on {pallets}, for {money(found['cost'])}."
    if cheapest["cost"] < found["cost"]:
        words += f" {cheapest['product']} would be cheapest, at {money(cheapest['cost'])}."
    return words, "info"


def _selector(output: dict[str, Any]) -> Said:
    found = output["summary"]
    if not found["best"]:
        return "No product suits this site. Weigh what the site needs again.", "warning"
    words = f"{found['best']} fits best, with {number(found['score'])} of 100 points."
    if found["excluded"]:
        are = counted(found["excluded"], "product does", "products do")
        words += f" {are} not suit the site."
    return words, "success"


def _risk(output: dict[str, Any]) -> Said:
    found = output["summary"]
    score = f"{number(found['overall'])} of 5"
    words = f"The risk is {found['level']} ({score}). Look at this first: {found['worst'].lower()}."
    return words, TONES[found["level"]]


lead("ims-coverage-estimator", _coverage)
lead("ims-product-selector", _selector)
lead("ims-risk-screener", _risk)
