"""Background work without a tenant that it may work for does not run."""

import pytest
from celery import shared_task
from django.db import connection

from accounts.models import Invitation
from tenants.context import TenantRequired, current_tenant, tenant_context
from tenants.models import Tenant
from tenants.tasks import TenantRefused, TenantTask

ran: list[str] = []


@shared_task(base=TenantTask)
def write_invitation(*, tenant: str) -> None:
    ran.append(current_tenant().slug)
    Invitation.objects.create(
        email=f"{tenant}@example.com",
        role="guest",
        invited_by_label="x",
        expires_at="2030-01-01T00:00Z",
    )


@pytest.fixture(autouse=True)
def _nothing_ran() -> None:
    ran.clear()


def _rows_in_public() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 'accounts%'"
        )
        return int(cursor.fetchone()[0])


def test_a_task_works_in_the_tenant_it_names(db: None) -> None:
    write_invitation(tenant="ims")
    assert ran == ["ims"]
    with tenant_context("ims"):
        assert Invitation.objects.filter(email="ims@example.com").exists()
    with tenant_context("acme"):
        assert not Invitation.objects.exists()


def test_a_task_called_inside_another_tenant_still_works_in_its_own(db: None) -> None:
    with tenant_context("acme"):
        write_invitation(tenant="ims")
        assert current_tenant().slug == "acme"
    assert ran == ["ims"]


@pytest.mark.parametrize("tenant", ["nowhere", "public", "t_acme", "ACME"])
def test_an_unknown_tenant_is_refused(db: None, tenant: str) -> None:
    result = write_invitation.apply(kwargs={"tenant": tenant})
    assert isinstance(result.result, TenantRefused)
    assert ran == []
    assert _rows_in_public() == 0


@pytest.mark.parametrize("status", [s for s in Tenant.Status if s != Tenant.Status.ACTIVE])
def test_a_tenant_that_is_not_active_is_refused(db: None, status: Tenant.Status) -> None:
    Tenant.objects.filter(slug="ims").update(status=status)
    result = write_invitation.apply(kwargs={"tenant": "ims"})
    assert isinstance(result.result, TenantRefused)
    assert ran == []
    with tenant_context("ims"):
        assert not Invitation.objects.exists()


@pytest.mark.parametrize("kwargs", [{"tenant": ""}, {"tenant": None}, {"tenant": 7}])
def test_publishing_without_a_tenant_fails_at_the_caller(
    db: None, kwargs: dict[str, object]
) -> None:
    with pytest.raises(TenantRequired):
        write_invitation.apply_async(kwargs=kwargs)


def test_a_message_without_a_tenant_is_refused_by_the_worker(db: None) -> None:
    """As if somebody else had put it into the broker."""
    with pytest.raises(TenantRequired):
        TenantTask.__call__(write_invitation)
    assert ran == []
