"""Webhooks: an address at which another system runs a tool.

    POST /api/hooks/<id>
    X-Tenon-Signature: t=<seconds>,v1=<hex>

where v1 is the HMAC-SHA256 of "<seconds>.<body>" with the webhook's secret, and the body is the
tool's input. The same request sent again is the same run; an old one is refused.
"""

import hashlib
import hmac
import secrets
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from accounts.principal import Kind, Principal
from accounts.recall import recallers
from config.errors import Conflict, NotAuthenticated, NotFound
from sessions_app.events import Source
from tools_app import access
from tools_app.definitions import Effect, Policy
from tools_app.execution.result import RunResult
from tools_app.execution.run import run_tool
from tools_app.models import Webhook
from tools_app.resolved import ResolvedTool
from tools_app.triggers import sealing

RIGHT = "tools.tenant.manage"
MARK = "whk_"
TOLERANCE_SECONDS = 300
GRACE = timedelta(hours=24)


class AsksFirst(Conflict):
    code, title = "asks_first", "This tool asks a human first"


class BadSignature(NotAuthenticated):
    code, title = "bad_signature", "The signature is not right"


def webhook_to_see(*, principal: Principal, slug: str) -> Webhook:
    found = find_webhook(principal=principal, slug=slug)
    if found is None:
        raise NotFound("This tool has no webhook.")
    return found


def find_webhook(*, principal: Principal, slug: str) -> Webhook | None:
    principal.require(RIGHT)
    tool = access.tool_to_see(principal=principal, slug=slug)
    return Webhook.objects.filter(tool_slug=tool.slug).first()


def create_webhook(*, principal: Principal, slug: str) -> tuple[Webhook, str]:
    """The secret is told this once. Runs are those of whoever makes it."""
    principal.require(RIGHT)
    tool = access.tool_to_run(principal=principal, slug=slug)
    _require_not_asking(tool)
    if Webhook.objects.filter(tool_slug=slug).exists():
        raise Conflict("This tool has a webhook already. Rotate its secret, or delete it first.")
    secret = _new_secret()
    hook = Webhook(tool_slug=slug, owner_id=principal.user_id, owner_label=principal.label)
    sealing.keep(hook, "secret", secret)
    hook.save()
    return hook, secret


def rotate_webhook(*, principal: Principal, slug: str) -> tuple[Webhook, str]:
    """A new secret; the one before works for a day longer."""
    hook = webhook_to_see(principal=principal, slug=slug)
    secret = _new_secret()
    hook.secret_before, hook.before_until = hook.secret, timezone.now() + GRACE
    sealing.keep(hook, "secret", secret)
    hook.save()
    return hook, secret


def delete_webhook(*, principal: Principal, slug: str) -> None:
    webhook_to_see(principal=principal, slug=slug).delete()


def _new_secret() -> str:
    return MARK + secrets.token_urlsafe(32)


def _require_not_asking(tool: ResolvedTool) -> None:
    """Nobody is there to be asked, and setting it up is no yes to what others send."""
    if tool.effect == Effect.DESTRUCTIVE or tool.policy == Policy.ALWAYS_ASK:
        raise AsksFirst("It cannot be run by a webhook: nobody would be asked.")


# -- Being called -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Delivery:
    """What another system sent."""

    hook_id: UUID
    body: bytes
    signature: str


def received(delivery: Delivery) -> Webhook:
    """The webhook, if the signature is right and fresh. Raises `BadSignature`, also before anybody
    is told whether there is such a webhook, and `NotFound`."""
    facts = dict(part.strip().partition("=")[::2] for part in delivery.signature.split(","))
    at, given = facts.get("t", ""), facts.get("v1", "")
    if not at.isdigit() or abs(time.time() - int(at)) > TOLERANCE_SECONDS:
        raise BadSignature(f"Its time must be within {TOLERANCE_SECONDS} seconds of ours.")
    hook = Webhook.objects.filter(pk=delivery.hook_id, enabled=True).first()
    if hook is None:
        raise NotFound("There is no such webhook.")
    signed = f"{at}.".encode() + delivery.body
    if not any(hmac.compare_digest(_signature(secret, signed), given) for secret in _secrets(hook)):
        raise BadSignature("Sign “<seconds>.<body>” with the webhook's secret.")
    return hook


def _signature(secret: str, signed: bytes) -> str:
    return hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


def _secrets(hook: Webhook) -> list[str]:
    names = ["secret"]
    if hook.before_until and hook.before_until > timezone.now():
        names.append("secret_before")
    return [sealing.kept(hook, name) for name in names]


def run_hook(*, hook: Webhook, payload: dict[str, Any], signature: str) -> RunResult:
    """A run in the background, of the webhook's owner with the rights they have now. The same
    signature is the same run."""
    owner = recallers.recall(
        kind=Kind.USER, id=hook.owner_id, user_id=hook.owner_id, label=hook.owner_label
    )
    tool = access.tool_to_run(principal=owner, slug=hook.tool_slug)
    _require_not_asking(tool)
    Webhook.objects.filter(pk=hook.pk).update(last_at=timezone.now())
    return run_tool(
        principal=owner,
        slug=hook.tool_slug,
        payload=payload,
        source=Source.API,
        background=True,
        idempotency_key=f"hook:{hook.pk}:{hashlib.sha256(signature.encode()).hexdigest()}",
    )
