"""Waiting for a run that somebody else carries out."""

import time
from uuid import UUID

from config import slots
from sessions_app import streams
from sessions_app.models import Session
from sessions_app.runs import find_run
from tenants.context import current_tenant
from tools_app.execution.result import RunResult, result_of

LONGEST_SECONDS = 30.0


def wait_for(run_id: UUID, session_id: UUID, seconds: float) -> RunResult:
    """How it ended, or how it stands when the time is over."""
    seconds = min(seconds, LONGEST_SECONDS)
    tenant = current_tenant()
    ends = time.monotonic() + seconds
    known = Session.objects.values_list("events_count", flat=True).get(pk=session_id)
    frames = streams.follow(
        tenant=tenant, session_id=session_id, known=known, run_id=run_id, seconds=seconds
    )
    with slots.waiting():
        for frame in frames:
            if time.monotonic() >= ends or (frame and frame.type == "tool.needs_approval"):
                break
    found = find_run(run_id)
    if found is None:
        raise LookupError(run_id)
    return result_of(found)
