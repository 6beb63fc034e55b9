"""The rows of runs that are not done: made, claimed, given back, settled.

`attempt` is the fencing token. Whatever a worker writes about a run, it writes in the transaction
that finds its own attempt still there.
"""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import F, JSONField, Q, QuerySet
from django.utils import timezone

from config.bare import bare
from sessions_app import log
from sessions_app.log import Happening, Head, Run
from sessions_app.models import PendingRun
from tenants.backend.base import connection
from tenants.backend.hot import HotStatement, Row
from tenants.context import current_tenant
from tenants.models import PLATFORM
from tools_app.definitions import Effect
from tools_app.execution.call import Call
from tools_app.execution.interruptions import Superseded
from tools_app.execution.work import work_of
from tools_app.resolved import ResolvedTool

MOST_ATTEMPTS = 3
# A request that carries out its own run renews no lease: longer than any request lasts.
INLINE_LEASE = timedelta(minutes=15)
# What is not done by then will not be begun any more.
LONGEST_WAIT = timedelta(days=1)


@dataclass(frozen=True)
class Held:
    """A run that somebody works on, and by which claim."""

    run_id: UUID
    attempt: int
    failures: int = 0
    repeatable: bool = False
    # As the workspace says, if it does.
    timeout_seconds: int | None = None
    # Where its session stood when the run was claimed.
    head: Head | None = None

    @classmethod
    def of(cls, row: PendingRun) -> "Held":
        """Of a row that was just claimed."""
        facts = (row.run_id, row.attempt, row.failures, row.repeatable)
        return cls(*facts, row.timeout_seconds, row.head)

    def conclude(self, run: Run, happenings: Sequence[Happening]) -> bool:
        """Write how it ended and settle it, by a short way that is open only while nothing else was
        written to its session."""
        if self.head is None:
            return False
        return log.conclude(run, replace(self.head), happenings, attempt=self.attempt)

    @property
    def may_try_again(self) -> bool:
        return self.repeatable and self.failures + 1 < MOST_ATTEMPTS

    def _row(self) -> "QuerySet[PendingRun]":
        return PendingRun.objects.filter(run_id=self.run_id, attempt=self.attempt)

    def settle(self) -> None:
        """The run has ended; in the transaction that says so. Raises `Superseded`."""
        deleted, _ = self._row().delete()
        if not deleted:
            raise Superseded

    def holds(self) -> bool:
        return self._row().exists()

    def renew(self) -> bool:
        """Whether the claim still holds."""
        until = timezone.now() + timedelta(seconds=settings.RUN_LEASE_SECONDS)
        return bool(self._row().update(lease_until=until))

    def give_back(self, *, not_before: datetime, failed: bool = False) -> None:
        self._row().update(
            lease_until=None, not_before=not_before, failures=F("failures") + int(failed)
        )

    def suspend(self) -> None:
        self._row().update(lease_until=None, suspended=True)


def is_repeatable(tool: ResolvedTool) -> bool:
    """Reads, and what its author calls idempotent. A composition goes on where it stopped: each of
    its steps is judged by itself."""
    if tool.shape == "composition" or tool.effect == Effect.READ:
        return True
    return bool(tool.definition and tool.definition.idempotent)


def row_for(call: Call, *, inline: bool, draft: dict[str, Any] | None = None) -> PendingRun:
    """To be written with the event that starts the run. One that is carried out at once is claimed
    from the beginning."""
    now = timezone.now()
    return PendingRun(
        run_id=call.run.id,
        tool_slug=call.tool.slug,
        work=work_of(call, draft),
        repeatable=is_repeatable(call.tool),
        attempt=1 if inline else 0,
        lease_until=now + INLINE_LEASE if inline else None,
        not_before=now,
        deadline=now + LONGEST_WAIT,
        inline=inline,
    )


def timeout_of(tool: ResolvedTool, said: int | None) -> int:
    """What the workspace says, or the tool, or the installation."""
    own = tool.definition.timeout_seconds if tool.definition else 0
    return said or own or int(settings.RUN_TIMEOUT_SECONDS)


COLUMNS = [field.attname for field in PendingRun._meta.concrete_fields]
CONVERT = [
    json.loads if isinstance(field, JSONField) else field.to_python
    for field in PendingRun._meta.concrete_fields
]
# A session that was written after the statement began is not seen by it: then there is no head.
CLAIM = HotStatement(f"""
SELECT {", ".join(f"claimed.{column}" for column in COLUMNS)},
       tenant.catalog_version, tenant.access_version, platform.catalog_version,
       said.timeout_seconds,
       session.session_type, session.status, session.events_count, session.head_hash
FROM claim_run($1::double precision, $2::integer) AS claimed
LEFT JOIN run_limits AS said USING (tool_slug)
LEFT JOIN sessions AS session ON session.id = claimed.session_id
LEFT JOIN public.tenants_tenant AS tenant ON tenant.schema_name = current_schema()
LEFT JOIN public.tenants_tenant AS platform ON platform.slug = $3
""")  # noqa: S608 - the columns of our own model


def pause(failures: int, *, at_least: int | None) -> timedelta:
    """Before the next attempt: longer each time, and not all at the same moment."""
    seconds = settings.RUN_RETRY_SECONDS * 2 ** (failures - 1) * random.uniform(0.75, 1.25)  # noqa: S311
    return timedelta(seconds=max(seconds, at_least or 0))


def claim() -> PendingRun | None:
    """The next run of the tenant in use that is due and within the limits, leased. What is known
    of the tenant's tools and rights is known anew: they are those of this moment."""
    limits = str(settings.RUN_LEASE_SECONDS), str(settings.RUNS_PER_TENANT)
    rows = connection.hot(CLAIM, *limits, PLATFORM)
    return _claimed(rows[0]) if rows else None


def _claimed(row: Row) -> PendingRun:
    texts, versions = row[: len(COLUMNS)], row[len(COLUMNS) : len(COLUMNS) + 3]
    said, *standing = row[len(COLUMNS) + 3 :]
    current_tenant().learn(*(int(version or 0) for version in versions))
    values = [
        None if text is None else convert(text)
        for convert, text in zip(CONVERT, texts, strict=True)
    ]
    claimed = bare(PendingRun, **dict(zip(COLUMNS, values, strict=True)))
    claimed.timeout_seconds = int(said) if said else None
    claimed.head = _head(claimed.session_id, *standing)
    return claimed


def _head(
    session_id: UUID, kind: str | None, status: str | None, *place: str | None
) -> Head | None:
    events, head_hash = place
    if kind is None or status is None or events is None or head_hash is None:
        return None
    return Head(session_id, kind, status, int(events), head_hash)


def due() -> QuerySet[PendingRun]:
    """What somebody could claim now, were it not for the limits."""
    now = timezone.now()
    free = Q(lease_until=None) | Q(lease_until__lte=now)
    return PendingRun.objects.filter(free, suspended=False, not_before__lte=now)
