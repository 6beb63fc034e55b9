"""Telling people: by mail and, where the workspace has one, to its webhook. After the commit."""

from django.db import transaction

from accounts.tasks import enqueue
from tenants.context import current_tenant
from tools_app.models import Proposal


def proposed(proposal: Proposal) -> None:
    _on_commit(proposal, "proposal.created")


def closed(proposal: Proposal, status: Proposal.Status) -> None:
    _on_commit(proposal, f"proposal.{status.value}")


def _on_commit(proposal: Proposal, event: str) -> None:
    from tools_app.approvals import tasks

    facts = {"tenant": current_tenant().slug, "proposal_id": str(proposal.pk), "event": event}
    transaction.on_commit(lambda: enqueue(tasks.notify, **facts))
