"""What models take: written down before and after each request, and held to the connection's cap.

The cap is counted in the database, for the person behind whoever calls: more keys are no more
budget, and a request that is under way counts with what it may take at most.
"""

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import F, Sum
from django.utils import timezone

from accounts.principal import Principal
from agents.models import ModelConnection, ModelUse
from agents.providers import Chosen
from config.errors import RateLimited

if TYPE_CHECKING:
    from pydantic_ai.usage import RequestUsage

MILLION = Decimal(1_000_000)


class SpendCapReached(RateLimited):
    code, title = "spend_cap", "The token budget is used up"


@dataclass(frozen=True)
class Cause:
    """Who asks, and for what."""

    principal: Principal
    run_id: UUID | None = None
    tool_slug: str = ""
    agent_slug: str = ""


def require_budget(connection: ModelConnection, principal: Principal) -> None:
    """Raises `SpendCapReached`, saying when there will be some again."""
    if connection.token_budget is None or connection.window_minutes is None:
        return
    window = timedelta(minutes=connection.window_minutes)
    uses = ModelUse.objects.filter(
        connection_id=connection.pk,
        user_id=principal.user_id,
        created_at__gt=timezone.now() - window,
    )
    spent = uses.aggregate(sum=Sum(F("input_tokens") + F("output_tokens")))["sum"] or 0
    if spent < connection.token_budget:
        return
    first = uses.order_by("created_at").values_list("created_at", flat=True)[0]
    seconds = max(1, int((first + window - timezone.now()).total_seconds()) + 1)
    raise SpendCapReached(
        f"{spent:,} of {connection.token_budget:,} tokens in {connection.window_minutes} minutes. "
        f"Some of it is free again in {seconds} seconds.",
        retry_after=seconds,
    )


def reserve(chosen: Chosen, cause: Cause, *, most_tokens: int) -> ModelUse:
    """One at a time for each person and connection, so that together they cannot overdraw."""
    row, principal = chosen.connection, cause.principal
    with transaction.atomic():
        if row.token_budget is not None:
            _lock(f"{row.pk} {principal.user_id}")
            require_budget(row, principal)
        return ModelUse.objects.create(
            connection_id=row.pk,
            connection_label=row.name,
            model=chosen.name,
            actor_id=principal.id,
            user_id=principal.user_id,
            run_id=cause.run_id,
            tool_slug=cause.tool_slug,
            agent_slug=cause.agent_slug,
            output_tokens=most_tokens,
        )


def _lock(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])


def settle(
    use: ModelUse, chosen: Chosen, usage: "RequestUsage | None", model: str = ""
) -> ModelUse:
    """What it took in the end; nothing, if there was no answer."""
    use.model = model or use.model
    use.input_tokens = usage.input_tokens if usage else 0
    use.cached_tokens = usage.cache_read_tokens if usage else 0
    use.output_tokens = usage.output_tokens if usage else 0
    use.cost, use.currency = cost_of(chosen.connection, use), chosen.connection.currency
    use.settled = True
    use.save()
    return use


def cost_of(row: ModelConnection, use: ModelUse) -> Decimal | None:
    """Cached tokens are among those that went in, at their own price if they have one."""
    if row.price_input is None and row.price_output is None:
        return None
    price_in = row.price_input or Decimal(0)
    price_cached = price_in if row.price_cached is None else row.price_cached
    fresh = max(0, use.input_tokens - use.cached_tokens)
    total = (
        fresh * price_in
        + use.cached_tokens * price_cached
        + use.output_tokens * (row.price_output or Decimal(0))
    )
    return (total / MILLION).quantize(Decimal("0.000001"))


def facts_of(uses: list[ModelUse]) -> dict[str, Any]:
    """For how the run ended: what all of its requests took."""
    if not uses:
        return {}
    costs = [use.cost for use in uses if use.cost is not None]
    last = uses[-1]
    return {
        "model": last.model,
        "connection": last.connection_label,
        "requests": len(uses),
        "input_tokens": sum(use.input_tokens for use in uses),
        "cached_tokens": sum(use.cached_tokens for use in uses),
        "output_tokens": sum(use.output_tokens for use in uses),
        "cost": str(sum(costs)) if costs else None,
        "currency": last.currency if costs else None,
        **({"agent": last.agent_slug} if last.agent_slug else {}),
    }
