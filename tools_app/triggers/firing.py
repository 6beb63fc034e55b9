"""Running what is due by the clock."""

import logging
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.principal import Kind
from accounts.recall import recallers
from config.errors import AppError
from sessions_app.events import Source
from tools_app.execution.run import run_tool
from tools_app.models import Schedule
from tools_app.triggers.schedules import input_of
from tools_app.triggers.times import due_times, next_time

logger = logging.getLogger("tenon.runs")


def fire_due() -> int:
    """Of the tenant in use; how many runs were accepted. Whoever else fires at the same time leaves
    those to us that we hold, and finds them done afterwards."""
    now, fired = timezone.now(), 0
    while (count := _fire_one(now)) is not None:
        fired += count
    return fired


def _fire_one(now: datetime) -> int | None:
    """That it ran, and when it is due next, are written in one transaction."""
    with transaction.atomic():
        waiting = Schedule.objects.select_for_update(skip_locked=True)
        schedule = waiting.filter(enabled=True, next_at__lte=now).order_by("next_at").first()
        if schedule is None:
            return None
        runs = [run for at in due_times(schedule, now) if (run := _run(schedule, at))]
        schedule.next_at = next_time(schedule.cron, schedule.timezone, now)
        schedule.save()
        return len(runs)


def _run(schedule: Schedule, at: datetime) -> UUID | None:
    """As its owner, with the rights they have now. What cannot be run is noted on the schedule."""
    schedule.last_at = at
    try:
        with transaction.atomic():
            principal = recallers.recall(
                kind=Kind.USER,
                id=schedule.owner_id,
                user_id=schedule.owner_id,
                label=schedule.owner_label,
            )
            result = run_tool(
                principal=principal,
                slug=schedule.tool_slug,
                payload=input_of(schedule),
                source=Source.TASK,
                background=True,
            )
    except AppError as error:
        logger.warning("A schedule could not run", extra={"schedule": str(schedule.pk)})
        schedule.last_error = str(error)[:500]
        return None
    schedule.last_run_id, schedule.last_error = result.run_id, ""
    return result.run_id
