"""Telling another system, such as a chat, that something waits: a signed POST of JSON.

    X-Tenon-Signature: t=<seconds>,v1=<hex>

where v1 is the HMAC-SHA256 of "<seconds>.<body>" with the workspace's secret. The body names the
proposal and where to decide it; it carries no arguments.
"""

import hashlib
import hmac
import json
import time
from typing import Any

import httpx2
from django.utils.crypto import salted_hmac

from config.outbound import client
from config.outbound.limits import Limits
from tenants.context import current_tenant
from tools_app.approvals.access import rules
from tools_app.models import ApprovalRules, Proposal

LIMITS = Limits(seconds=10, bytes=64 * 1024)


class NotDelivered(OSError):
    """The receiver did not take it; the task tries again."""


def secret_of(found: ApprovalRules) -> str:
    """What the receiver checks signatures with; a new nonce makes a new one."""
    if found.webhook_nonce is None:
        return ""
    salt = f"tenon.approvals.webhook {current_tenant().schema_name}"
    return "whs_" + salted_hmac(salt, found.webhook_nonce.hex, algorithm="sha256").hexdigest()


def tell(proposal: Proposal, *, event: str, url: str) -> None:
    """Raises `NotDelivered`, which says nothing about the reason."""
    found = rules()
    if not found.webhook_url:
        return
    body = json.dumps(_body(proposal, event, url)).encode()
    try:
        with client(limits=LIMITS) as http:
            headers = headers_for(body, secret_of(found))
            answer = http.post(found.webhook_url, content=body, headers=headers)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise NotDelivered("The webhook cannot be reached.") from error
    if not answer.is_success:
        raise NotDelivered(f"The webhook answered {answer.status_code}.")


def headers_for(body: bytes, secret: str, *, at: int | None = None) -> dict[str, str]:
    seconds = int(time.time()) if at is None else at
    signed = hmac.new(secret.encode(), f"{seconds}.".encode() + body, hashlib.sha256)
    return {
        "Content-Type": "application/json",
        "X-Tenon-Signature": f"t={seconds},v1={signed.hexdigest()}",
    }


def _body(proposal: Proposal, event: str, url: str) -> dict[str, Any]:
    return {
        "event": event,
        "workspace": current_tenant().slug,
        "proposal_id": str(proposal.pk),
        "run_id": str(proposal.run_id),
        "tool": proposal.tool_slug,
        "tool_name": proposal.tool_name,
        "effect": proposal.effect,
        "summary": proposal.summary,
        "status": proposal.state.value,
        "proposed_by": proposal.caller_label,
        "decided_by": proposal.decided_by_label or None,
        "expires_at": proposal.expires_at.isoformat(),
        "url": url,
    }
