"""When a schedule is due."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo, available_timezones

from cronsim import CronSim, CronSimError

from config.errors import Fault
from tools_app.models import Schedule

# A time that is less late than this has not been missed.
GRACE = timedelta(minutes=2)
MOST_MISSED = 100


def faults_of(cron: str, timezone: str) -> list[Fault]:
    if timezone not in available_timezones():
        words = f"There is no time zone {timezone!r}. Use a name such as Europe/Berlin."
        return [Fault("/timezone", "unknown", words)]
    try:
        next(times_after(cron, timezone, datetime.now(UTC)))
    except (CronSimError, StopIteration):
        words = "Five fields: minute, hour, day, month, weekday; as in “30 7 * * 1-5”."
        return [Fault("/cron", "cron", words)]
    return []


def times_after(cron: str, timezone: str, moment: datetime) -> Iterator[datetime]:
    """In the zone's own time: an hour that is skipped or comes twice is dealt with as cron does."""
    return (at.astimezone(UTC) for at in CronSim(cron, moment.astimezone(ZoneInfo(timezone))))


def in_words(cron: str) -> str:
    """The times in English; as they are written, where there are no words for them."""
    try:
        return CronSim(cron, datetime.now(UTC)).explain()
    except CronSimError:
        return cron


def next_time(cron: str, timezone: str, moment: datetime) -> datetime:
    return next(times_after(cron, timezone, moment))


def due_times(schedule: Schedule, now: datetime) -> list[datetime]:
    """Those for which to run now, of a schedule whose `next_at` has come."""
    if schedule.next_at is None or schedule.next_at > now:
        return []
    before = schedule.next_at - timedelta(seconds=1)
    every = times_after(schedule.cron, schedule.timezone, before)
    passed = [at for at in islice(every, MOST_MISSED) if at <= now]
    if schedule.missed == Schedule.Missed.ALL:
        return passed
    latest = passed[-1:]
    if schedule.missed == Schedule.Missed.ONCE:
        return latest
    return [at for at in latest if now - at <= GRACE]
