"""What models took, added up: by agent, by model, by tool, by person (R8)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.db.models import Count, Sum
from django.utils import timezone

from accounts.principal import Principal
from agents.models import ModelUse

AXES = {"model": "model", "agent": "agent_slug", "tool": "tool_slug"}
DAYS = (1, 7, 30, 90)
MOST_ROWS = 100


@dataclass(frozen=True)
class Line:
    """`name` is empty for what no agent, or no tool, asked for."""

    name: str
    requests: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost: Decimal | None
    currency: str

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens


SUMS = {
    "requests": Count("id"),
    "input": Sum("input_tokens"),
    "cached": Sum("cached_tokens"),
    "output": Sum("output_tokens"),
    "price": Sum("cost"),
}


def usage(*, principal: Principal, axis: str, days: int) -> list[Line]:
    """The most tokens first; what is paid in different currencies is not added up."""
    principal.require("usage.tenant.read")
    since = timezone.now() - timedelta(days=days)
    column = AXES[axis]
    rows = (
        ModelUse.objects.filter(created_at__gte=since, settled=True)
        .values(column, "currency")
        .annotate(**SUMS)
        .order_by("-output", column)[:MOST_ROWS]
    )
    lines = [_line(row, row[column]) for row in rows]
    return sorted(lines, key=lambda line: -line.tokens)


def _line(row: dict[str, Any], name: str) -> Line:
    priced = row["price"] is not None
    return Line(
        name=name,
        requests=row["requests"],
        input_tokens=row["input"],
        cached_tokens=row["cached"],
        output_tokens=row["output"],
        cost=row["price"],
        currency=row["currency"] if priced else "",
    )


@dataclass(frozen=True)
class Total:
    requests: int
    input_tokens: int
    output_tokens: int
    # By currency; without what has no price.
    costs: dict[str, Decimal]


def total(lines: Sequence[Line]) -> Total:
    costs: dict[str, Decimal] = {}
    for line in lines:
        if line.cost is not None:
            costs[line.currency] = costs.get(line.currency, Decimal(0)) + line.cost
    return Total(
        requests=sum(line.requests for line in lines),
        input_tokens=sum(line.input_tokens for line in lines),
        output_tokens=sum(line.output_tokens for line in lines),
        costs=costs,
    )
