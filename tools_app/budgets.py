"""How many tools a principal may run within a minute, counted across all transports and processes.

Checked before any work. The count is in Redis; while that is away, the events say it.
"""

import logging
import uuid
from datetime import timedelta

import redis
from django.conf import settings
from django.utils import timezone

from accounts.principal import Principal
from config.budget import WINDOW, Budget, RollingBudget
from config.errors import RateLimited
from sessions_app.events import EventType
from sessions_app.models import SessionEvent
from tenants.cache import tenant_key

logger = logging.getLogger("tenon.budgets")
budget = RollingBudget()


class BudgetSpent(RateLimited):
    code, title = "tool_budget_spent", "Too many runs in a minute"


def spend(principal: Principal) -> Budget:
    """One more run. Raises `BudgetSpent` with the seconds after which there is one again."""
    limit = settings.TOOL_CALLS_PER_MINUTE
    try:
        allowed, found = budget.take(_key(principal), limit=limit)
    except (redis.ConnectionError, redis.TimeoutError):
        logger.warning("Redis is away: the budget is counted from the events")
        found = _by_events(principal, limit)
        allowed = found.remaining > 0
    if not allowed:
        words = f"{limit} runs a minute are allowed. Try again in {found.reset} seconds."
        raise BudgetSpent(words, retry_after=found.reset, headers=found.headers)
    return found


def left(principal: Principal) -> Budget | None:
    """For pages; None where it cannot be said now."""
    try:
        return budget.peek(_key(principal), limit=settings.TOOL_CALLS_PER_MINUTE)
    except (redis.ConnectionError, redis.TimeoutError):
        return None


def _key(principal: Principal) -> str:
    return tenant_key("budget", principal.budget or str(principal))


def _by_events(principal: Principal, limit: int) -> Budget:
    since = timezone.now() - timedelta(seconds=WINDOW)
    # Ids are made in the order of time (version 7), and an index goes by person and id.
    first = uuid.UUID(int=int(since.timestamp() * 1000) << 80)
    rows = SessionEvent.objects.filter(
        type=EventType.STARTED, user_id=principal.user_id, id__gte=first, is_test=False
    )
    used = rows.filter(actor_id=principal.id)[:limit].count()
    return Budget(limit, max(0, limit - used), WINDOW)
