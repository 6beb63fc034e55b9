"""Schedules: making, changing, deleting. (When they fire: `triggers.firing`.)"""

import json
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone as clock

from accounts.principal import Principal
from config.errors import InvalidInput, NotFound
from tools_app import access
from tools_app.execution.validity import valid_input
from tools_app.models import Schedule
from tools_app.schemas.secrets import masked, redacted
from tools_app.triggers import sealing
from tools_app.triggers.times import faults_of, next_time

RIGHT = "tools.tenant.update"


def schedules_to_see(*, principal: Principal, slug: str = "") -> QuerySet[Schedule]:
    principal.require(RIGHT)
    rows = Schedule.objects.all()
    return rows.filter(tool_slug=slug) if slug else rows


def schedule_to_see(*, principal: Principal, schedule_id: UUID) -> Schedule:
    found = schedules_to_see(principal=principal).filter(pk=schedule_id).first()
    if found is None:
        raise NotFound("There is no such schedule.")
    return found


def create_schedule(
    *,
    principal: Principal,
    slug: str,
    cron: str,
    timezone: str,
    payload: dict[str, Any],
    missed: str = Schedule.Missed.SKIP,
    enabled: bool = True,
) -> Schedule:
    """It runs as whoever makes it, with the rights they have at that time."""
    principal.require(RIGHT)
    schedule = Schedule(tool_slug=slug)
    return _saved(
        schedule,
        principal,
        cron=cron,
        timezone=timezone,
        payload=payload,
        missed=missed,
        enabled=enabled,
    )


def change_schedule(*, principal: Principal, schedule: Schedule, **changes: Any) -> Schedule:
    """Whoever changes it is whom it runs as from then on: nobody sets up what others may do."""
    principal.require(RIGHT)
    values = {
        "cron": schedule.cron,
        "timezone": schedule.timezone,
        "payload": input_of(schedule),
        "missed": schedule.missed,
        "enabled": schedule.enabled,
        **changes,
    }
    return _saved(schedule, principal, **values)


def delete_schedule(*, principal: Principal, schedule: Schedule) -> None:
    principal.require(RIGHT)
    schedule.delete()


def _saved(
    schedule: Schedule,
    principal: Principal,
    *,
    cron: str,
    timezone: str,
    payload: dict[str, Any],
    missed: str,
    enabled: bool,
) -> Schedule:
    tool = access.tool_to_run(principal=principal, slug=schedule.tool_slug)
    faults = faults_of(cron, timezone)
    if faults:
        raise InvalidInput(faults=faults)
    payload = valid_input(tool, {**tool.default_input, **payload})
    schedule.cron, schedule.timezone = cron, timezone
    sealing.keep(schedule, "payload", json.dumps(payload))
    schedule.missed, schedule.enabled = missed, enabled
    schedule.owner_id, schedule.owner_label = principal.user_id, principal.label
    schedule.next_at = next_time(cron, timezone, clock.now())
    schedule.last_error = ""
    schedule.save()
    return schedule


def input_of(schedule: Schedule) -> dict[str, Any]:
    given: dict[str, Any] = json.loads(sealing.kept(schedule, "payload"))
    return given


def shown_input(*, principal: Principal, schedule: Schedule) -> dict[str, Any]:
    """Without its secrets."""
    tool = access.tool_if_seen(principal=principal, slug=schedule.tool_slug)
    given = input_of(schedule)
    shown: dict[str, Any] = redacted(masked(tool.input_schema, given) if tool else given)
    return shown
