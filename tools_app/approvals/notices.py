"""Telling people: by mail and, where the workspace has one, to its webhook. After the commit."""

from typing import Any

from django.db import transaction

from accounts.tasks import enqueue
from tenants.context import current_tenant
from tools_app.approvals.access import rules
from tools_app.models import Proposal


def proposed(proposal: Proposal) -> None:
    from tools_app.approvals.tasks import mail_proposal

    _after_commit(mail_proposal, proposal)
    _tell(proposal, "proposal.created")


def closed(proposal: Proposal, status: Proposal.Status) -> None:
    _tell(proposal, f"proposal.{status.value}")


def _tell(proposal: Proposal, event: str) -> None:
    from tools_app.approvals.tasks import tell_webhook

    if rules().webhook_url:
        _after_commit(tell_webhook, proposal, event=event)


def _after_commit(task: Any, proposal: Proposal, **facts: str) -> None:
    given = {"tenant": current_tenant().slug, "proposal_id": str(proposal.pk), **facts}
    transaction.on_commit(lambda: enqueue(task, **given))
