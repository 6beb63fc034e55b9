"""How a workspace approves."""

import uuid

from django.db import transaction

from accounts.principal import Principal
from config.errors import Fault, InvalidInput
from config.outbound import Refused, openings, vet_url
from tools_app.approvals.access import MANAGE, rules
from tools_app.models import ApprovalRules
from tools_app.resolver import catalogue_changed


def set_rules(*, principal: Principal, own: str, mail: str, webhook_url: str) -> ApprovalRules:
    """A new address of the webhook gets a new secret. Raises `InvalidInput`."""
    principal.require(MANAGE)
    if webhook_url:
        _require_reachable(webhook_url)
    with transaction.atomic():
        found = rules()
        if webhook_url != found.webhook_url:
            found.webhook_nonce = uuid.uuid4() if webhook_url else None
        found.own, found.mail, found.webhook_url = own, mail, webhook_url
        found.save()
        # Orders it with decisions that are being made: see `reopening.held_still`.
        catalogue_changed()
    return found


def _require_reachable(url: str) -> None:
    """By https, and not inside of the installation, unless the operators have opened it."""
    try:
        target = vet_url(url, openings())
    except Refused as error:
        fault = Fault("/webhook_url", "unreachable", "This address cannot be reached from here.")
        raise InvalidInput(faults=[fault]) from error
    if target.scheme != "https" and not openings().name(target.host, target.port):
        fault = Fault("/webhook_url", "https", "The address must begin with https://.")
        raise InvalidInput(faults=[fault])
