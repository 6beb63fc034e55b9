"""`subscriptions/listen`: tells a client when its list of tools is another one.

The truth is in the versions of the tenant's row, which any change raises; they are looked at once in a
while. Rights count too: whoever may run other tools than before is told, and a key that was revoked
ends the stream.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mcp.shared.subscriptions import (
    SUBSCRIPTION_ID_META_KEY,
    PromptsListChanged,
    ServerEvent,
    ToolsListChanged,
    event_matches,
    event_to_notification,
)
from mcp_types import (
    ServerNotification,
    SubscriptionFilter,
    SubscriptionsAcknowledgedNotification,
    SubscriptionsAcknowledgedNotificationParams,
    SubscriptionsListenRequestParams,
    SubscriptionsListenResult,
)

from config import slots
from tenants.context import current_tenant
from tenants.models import PLATFORM, Tenant
from tools_app.mcp.exchange import Exchange, Steps
from tools_app.mcp.features import features
from tools_app.mcp.task_extension import missing_tasks

LOOK_EVERY = 0.5
PING_EVERY = 15
# Then the client listens again, and is authenticated again.
LONGEST = 10 * 60


@dataclass(frozen=True)
class Seen:
    """What the lists depend on."""

    tools: tuple[int, ...]
    prompts: int


def check_asked(exchange: Exchange, params: dict[str, Any]) -> None:
    """Tasks are for clients that take them; the SDK's types do not know that one may listen to them.
    Raises `ProtocolError`."""
    wanted = params.get("notifications")
    if isinstance(wanted, dict) and wanted.get("taskIds") and not exchange.takes_tasks:
        raise missing_tasks()


def listen(exchange: Exchange, params: SubscriptionsListenRequestParams) -> Steps:
    wanted = params.notifications
    honoured = SubscriptionFilter(
        tools_list_changed=wanted.tools_list_changed or None,
        prompts_list_changed=(wanted.prompts_list_changed and bool(features.prompts)) or None,
    )
    meta = {SUBSCRIPTION_ID_META_KEY: exchange.request_id}
    # Before the client hears that it is listening: what changes from then on is not missed.
    before = _seen()
    yield SubscriptionsAcknowledgedNotification(
        params=SubscriptionsAcknowledgedNotificationParams(notifications=honoured, _meta=meta)
    )
    for event in _events(before):
        if event is None:
            yield None
        elif event_matches(honoured, frozenset(), event):
            yield _notification(event, exchange)
    return SubscriptionsListenResult(_meta=meta)


def _notification(event: ServerEvent, exchange: Exchange) -> ServerNotification:
    return event_to_notification(event, {SUBSCRIPTION_ID_META_KEY: exchange.request_id})


def _events(before: Seen) -> Iterator[ServerEvent | None]:
    """None now and then, to see whether anybody is still there."""
    started = said = time.monotonic()
    while time.monotonic() - started < LONGEST:
        with slots.waiting():
            time.sleep(LOOK_EVERY)
        now = _seen()
        events: list[ServerEvent] = []
        if now.tools != before.tools:
            events.append(ToolsListChanged())
        if now.prompts != before.prompts:
            events.append(PromptsListChanged())
        if events:
            yield from events
            said, before = time.monotonic(), now
        elif time.monotonic() - said >= PING_EVERY:
            yield None
            said = time.monotonic()


def _seen() -> Seen:
    rows = Tenant.objects.filter(slug__in=[current_tenant().slug, PLATFORM]).order_by("slug")
    versions = rows.values_list("catalog_version", "access_version")
    return Seen(tuple(number for row in versions for number in row), features.prompts_version)
