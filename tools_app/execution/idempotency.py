"""The same key and the same request give the same run, however often and from wherever it is sent.

The key is claimed, with the run's id, before anything runs. So a repeat finds either the run, or a
claim whose run has not been written yet.
"""

from datetime import timedelta
from uuid import UUID

from django.utils import timezone

from accounts.principal import Principal
from config.errors import Conflict
from sessions_app.runs import find_run
from tools_app.execution.result import RunResult, result_of
from tools_app.models import IdempotencyKey

# A claim without a run after this long was left by a crash before the run was written.
ABANDONED_AFTER = timedelta(minutes=1)


class KeyReused(Conflict):
    code, title = "idempotency_key_reused", "This key stands for another request"


class InProgress(Conflict):
    code, title = "idempotency_in_progress", "This request is being carried out"


def claim(
    *, principal: Principal, key: str, request_hash: str, run_id: UUID
) -> tuple[UUID, RunResult | None]:
    """The id to run under, or the result there is already."""
    row, made = IdempotencyKey.objects.get_or_create(
        actor_id=principal.id,
        key=key,
        defaults={"request_hash": request_hash, "run_id": run_id},
    )
    if made:
        return run_id, None
    if row.request_hash != request_hash:
        raise KeyReused("Use a new Idempotency-Key for a new request.")
    found = find_run(row.run_id)
    if found:
        return row.run_id, result_of(found)
    if timezone.now() - row.created_at < ABANDONED_AFTER:
        raise InProgress("Try again in a moment.", retry_after=1)
    return row.run_id, None
