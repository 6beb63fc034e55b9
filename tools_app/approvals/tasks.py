"""Mails, webhooks and tidying up of proposals, in the background."""

from celery import shared_task
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.principal import principal_of_user
from accounts.tasks import RETRY, mail, site_url
from config import ratelimit
from tenants.cache import tenant_key
from tenants.context import leave
from tenants.models import Tenant
from tenants.tasks import TenantTask
from tools_app.access import may_run
from tools_app.approvals import closing, webhooks
from tools_app.approvals.access import APPROVE, rules
from tools_app.models import ApprovalRules, Proposal
from tools_app.resolver import resolve

# An agent that asks all day is one mail, not hundreds: the page shows the rest.
MAIL_EVERY = 5 * 60
MOST_MAILS = 50
AT_ONCE = 500
Notify = ApprovalRules.Notify


@shared_task(base=TenantTask, **RETRY)
def mail_proposal(*, tenant: str, proposal_id: str) -> None:  # noqa: ARG001 - TenantTask's
    proposal = Proposal.objects.filter(pk=proposal_id).first()
    if proposal and proposal.is_open:
        for person in _to_mail(proposal):
            _mail(person, proposal, _url(proposal))


@shared_task(base=TenantTask, **RETRY)
def tell_webhook(*, tenant: str, proposal_id: str, event: str) -> None:  # noqa: ARG001
    proposal = Proposal.objects.filter(pk=proposal_id).first()
    if proposal:
        webhooks.tell(proposal, event=event, url=_url(proposal))


def _url(proposal: Proposal) -> str:
    return site_url(reverse("proposal", args=[proposal.pk]))


def _mail(person: User, proposal: Proposal, url: str) -> None:
    key = tenant_key("mailed", "proposal", str(person.pk))
    if ratelimit.hit(key, window=MAIL_EVERY).count == 1:
        minutes = settings.APPROVAL_SECONDS // 60
        mail(person.email, "proposal", person=person, proposal=proposal, url=url, minutes=minutes)


def _to_mail(proposal: Proposal) -> list[User]:
    """The person whose program asks and, unless the workspace says otherwise, whoever may approve."""
    whom = rules().mail
    if whom == Notify.NOBODY:
        return []
    people = User.objects.with_groups().filter(is_active=True)
    own = list(people.filter(pk=proposal.user_id))
    if whom == Notify.PERSON:
        return own
    approvers = people.filter(groups__permissions__codename=APPROVE).exclude(pk=proposal.user_id)
    tool = resolve(proposal.tool_slug)
    able = [
        person
        for person in approvers.order_by("email")[:MOST_MAILS]
        if tool is None or may_run(principal_of_user(person), tool)
    ]
    return own + able


@shared_task
def expire_everywhere() -> None:
    """Beat calls this: one task a tenant, so that one failure stays one."""
    leave()
    for slug in Tenant.objects.filter(status=Tenant.Status.ACTIVE).values_list("slug", flat=True):
        expire.delay(tenant=slug)


@shared_task(base=TenantTask)
def expire(*, tenant: str) -> None:  # noqa: ARG001
    """Note what nobody agreed to in time. It was dead already; this ends its run."""
    overdue = Proposal.objects.filter(
        status=Proposal.Status.PROPOSED, expires_at__lte=timezone.now()
    )
    for proposal in overdue.order_by("expires_at")[:AT_ONCE]:
        closing.expire(proposal)
