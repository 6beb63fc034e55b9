"""Exact figures: decimals inside of a tool, JSON numbers outside of it.

Annotate a field of an output with `Money`, `Percent`, `Score`, `Period` (2 places) or `Quantity`
(3), give it the exact value, and it is rounded there, half up, and only there. `Number` is a decimal as it came.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated

from pydantic import AfterValidator, GetJsonSchemaHandler, PlainSerializer
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

HUNDRED = Decimal(100)


def round_half_up(value: Decimal, places: int) -> Decimal:
    """Never −0: a rounded nothing has no sign."""
    return value.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP) + 0


def cents(value: Decimal) -> Decimal:
    return round_half_up(value, 2)


def thousandths(value: Decimal) -> Decimal:
    return round_half_up(value, 3)


@dataclass(frozen=True)
class JsonNumber:
    """Pydantic describes a Decimal as a number or a string; here it is a number and nothing else.

    A float becomes the decimal that it prints as (`Decimal(str(x))`), which is Pydantic's own rule.
    """

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        found = handler(schema)
        if "anyOf" not in found:
            return found
        return next(kind for kind in found["anyOf"] if kind["type"] == "number")


_AS_FLOAT = PlainSerializer(float, return_type=float, when_used="json")

Number = Annotated[Decimal, _AS_FLOAT, JsonNumber()]
Money = Annotated[Number, AfterValidator(cents)]
Percent = Annotated[Number, AfterValidator(cents)]
Score = Annotated[Number, AfterValidator(cents)]
Period = Annotated[Number, AfterValidator(cents)]
Quantity = Annotated[Number, AfterValidator(thousandths)]


def total(values: Iterable[Decimal]) -> Decimal:
    return sum(values, Decimal(0))


def fraction(percent: Decimal) -> Decimal:
    """60 % is 0.6."""
    return percent / HUNDRED


def share(part: Decimal, whole: Decimal) -> Decimal:
    """What percentage of the whole a part is; nothing of nothing is 0 %."""
    return part / whole * HUNDRED if whole else Decimal(0)


def mean(values: Iterable[Decimal], weights: Iterable[Decimal] | None = None) -> Decimal:
    """The weighted mean of at least one value. Weights that are all zero count as equal."""
    found = list(values)
    factors = list(weights) if weights is not None else []
    if not any(factors):
        factors = [Decimal(1)] * len(found)
    products = (value * factor for value, factor in zip(found, factors, strict=True))
    return total(products) / total(factors)
