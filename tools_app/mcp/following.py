"""A run that a worker carries out, as long as the call waits for it: progress, and cancelling."""

import hashlib
import json
from collections.abc import Generator, Iterator
from contextlib import suppress
from uuid import UUID

from mcp_types import ProgressNotification, ProgressNotificationParams, RequestId

from accounts.principal import Principal
from config import slots
from config.errors import AppError
from config.redis import client
from sessions_app import streams
from sessions_app.events import EventType
from sessions_app.frames import Frame
from tenants.cache import tenant_key
from tenants.context import current_tenant
from tools_app.execution.cancelling import cancel_run
from tools_app.execution.result import RunResult
from tools_app.mcp.exchange import Exchange, Step

# A client that hears nothing gives up sooner than one that is told how it goes on.
PATIENCE, PATIENCE_WITH_NEWS = 25.0, 120.0
PING_SECONDS = 2.0
REMEMBERED = 600
LONGEST_NEWS = 500


def followed(exchange: Exchange, run: RunResult) -> Generator[Step, None, None]:
    """Until it ends, or the client's patience does. A newer client that hangs up cancels the
    run; an older one says so, and may only have lost its connection."""
    told = exchange.progress_token is not None
    _remember(exchange, run.run_id)
    number = 0
    try:
        for frame in _frames(run.session_id, run.run_id, PATIENCE_WITH_NEWS if told else PATIENCE):
            number += 1
            if told or frame is None:
                yield _news(exchange, frame, number)
    except GeneratorExit:
        if exchange.is_modern:
            cancel(exchange.principal, run.run_id)
        raise


def awaited(session_id: UUID, run_id: UUID, seconds: float) -> Generator[Step, None, None]:
    """Until it ends or the time is over, told by nothing but that we are still here."""
    for frame in _frames(session_id, run_id, seconds):
        if frame is None:
            yield None


def _frames(session_id: UUID, run_id: UUID, seconds: float) -> Iterator[Frame | None]:
    """None where nothing happened: whoever writes that finds out whether anybody is still there."""
    frames = streams.follow(
        tenant=current_tenant(),
        session_id=session_id,
        known=0,
        run_id=run_id,
        seconds=seconds,
        heartbeat=PING_SECONDS,
    )
    while True:
        with slots.waiting():
            frame = next(frames, END)
        if frame is END:
            return
        yield frame  # type: ignore[misc]  # not the END


END = object()


def _news(exchange: Exchange, frame: Frame | None, number: int) -> Step:
    if frame is None or exchange.progress_token is None:
        return None
    params = ProgressNotificationParams(
        progress_token=exchange.progress_token, progress=number, message=_words(frame)
    )
    return ProgressNotification(params=params)


def _words(frame: Frame) -> str:
    """What was written, or else what happened."""
    if frame.type != EventType.OUTPUT_APPENDED:
        return frame.type
    line = next(row for row in frame.text.splitlines() if row.startswith("data: "))
    payload = json.loads(line.removeprefix("data: "))["payload"]
    return str(payload.get("chunk") or payload.get("text") or frame.type)[:LONGEST_NEWS]


def cancel(principal: Principal, run_id: UUID) -> None:
    """What has ended meanwhile stays as it is."""
    with suppress(AppError):
        cancel_run(principal=principal, run_id=run_id)


def _remember(exchange: Exchange, run_id: UUID) -> None:
    """For an older client, which cancels by the id of its request."""
    if exchange.session:
        key = _key(exchange.principal, exchange.session, exchange.request_id)
        client().set(key, str(run_id), ex=REMEMBERED)


def cancel_request(principal: Principal, session: str, request_id: RequestId) -> None:
    """The run behind a request of the same principal, in the same session; nothing otherwise."""
    found = client().get(_key(principal, session, request_id))
    if found:
        cancel(principal, UUID(found.decode() if isinstance(found, bytes) else found))


def _key(principal: Principal, session: str, request_id: RequestId) -> str:
    whose = hashlib.sha256(json.dumps([session, request_id]).encode()).hexdigest()[:32]
    return tenant_key("mcp", "running", str(principal), whose)
