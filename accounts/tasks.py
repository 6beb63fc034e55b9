"""Mails and tidying up, in the background.

Links are made here, in the worker, so that no link ever waits in the broker.
"""

import logging
from typing import Any

from celery import shared_task
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from accounts.models import Invitation, User
from tenants.context import current_tenant, leave
from tenants.models import Tenant
from tenants.tasks import TenantTask

logger = logging.getLogger("tenon.accounts")

RETRY: dict[str, Any] = {"autoretry_for": (OSError,), "retry_backoff": 5, "max_retries": 5}


def enqueue(task: Any, **kwargs: Any) -> bool:
    """Hand over work that may be lost without harm: the page says what to do when it is."""
    try:
        task.delay(**kwargs)
    except BrokerError:
        logger.exception("The broker does not answer", extra={"task": task.name})
        return False
    return True


def site_url(path: str) -> str:
    """The address of a page of the tenant in use, for mails."""
    domain = current_tenant().domains.filter(is_primary=True).first()
    return f"{settings.SITE_SCHEME}://{domain}{settings.SITE_PORT}{path}"


@shared_task(base=TenantTask, **RETRY)
def mail_invitation(*, tenant: str, invitation_id: str) -> None:  # noqa: ARG001 - TenantTask's
    from accounts.invitations import path_of

    invitation = Invitation.objects.filter(pk=invitation_id, accepted_at=None).first()
    if invitation:
        url = site_url(path_of(invitation))
        mail(invitation.email, "invitation", invitation=invitation, url=url)


@shared_task(base=TenantTask, **RETRY)
def mail_password_reset(*, tenant: str, email: str) -> None:  # noqa: ARG001
    """Nobody is told whether the account exists: the answer to the browser is the same."""
    from accounts.passwords import reset_path

    user = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    if user:
        mail(user.email, "password_reset", user=user, url=site_url(reset_path(user)))


def mail(to: str, template: str, **context: Any) -> None:
    context["workspace"] = current_tenant().name
    text = render_to_string(f"mail/{template}.txt", context)
    subject, _, body = text.partition("\n")
    send_mail(subject.strip(), body.strip() + "\n", None, [to])


@shared_task
def clear_expired_everywhere() -> None:
    """Beat calls this: one task a tenant, so that one failure stays one."""
    leave()
    for slug in Tenant.objects.filter(status=Tenant.Status.ACTIVE).values_list("slug", flat=True):
        clear_expired.delay(tenant=slug)


@shared_task(base=TenantTask)
def clear_expired(*, tenant: str) -> None:  # noqa: ARG001
    """Sessions that ended and invitations that nobody accepted in time."""
    now = timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    Invitation.objects.filter(accepted_at=None, expires_at__lt=now).delete()
