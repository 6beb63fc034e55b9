"""The host decides; what it does not lead to does not exist."""

import pytest
from django.db import ProgrammingError, connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tenants.context import TenantRequired, TenantUnknown, current_tenant, leave, tenant_context
from tenants.models import Tenant
from tests.conftest import Person


def _set_status(status: Tenant.Status) -> None:
    Tenant.objects.filter(slug="acme").update(status=status)


@pytest.mark.parametrize(
    "host", ["nowhere.localhost", "evil.example", "acme.localhost.evil.example", ""]
)
def test_an_unknown_host_is_a_plain_404(
    db: None, host: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client = Client(HTTP_HOST=host)
    with django_assert_num_queries(1):  # the lookup itself, in public
        response = client.get("/")
    assert response.status_code == 404
    assert "sign-in" not in response.content.decode()


def test_the_api_says_it_in_json(db: None) -> None:
    response = Client(HTTP_HOST="nowhere.localhost").get("/api/me")
    assert response.status_code == 404
    assert response.json()["code"] == "tenant_unknown"


@pytest.mark.parametrize("host", ["ACME.localhost", "acme.localhost:8000", "acme.localhost."])
def test_case_port_and_final_dot_make_no_difference(db: None, host: str) -> None:
    assert Client(HTTP_HOST=host).get("/sign-in").status_code == 200


def test_a_suspended_tenant_says_so(alice: Person) -> None:
    browser, program = alice.browser(), alice.program("tools:read")
    _set_status(Tenant.Status.SUSPENDED)
    page = browser.get("/")
    assert page.status_code == 403
    assert "suspended" in page.content.decode()
    answer = program.get("/api/me")
    assert answer.status_code == 403
    assert answer.json()["code"] == "tenant_suspended"


@pytest.mark.parametrize(
    "status", [Tenant.Status.CREATING, Tenant.Status.DELETING, Tenant.Status.FAILED]
)
def test_an_unfinished_tenant_does_not_exist_yet(visitor: Client, status: Tenant.Status) -> None:
    _set_status(status)
    assert visitor.get("/sign-in").status_code == 404


def test_a_session_cookie_of_one_tenant_is_nothing_in_another(alice: Person, dana: Person) -> None:
    browser = alice.browser(host="ims.localhost")
    assert browser.get("/").status_code == 302
    assert browser.get("/api/me").status_code == 401


def test_without_a_tenant_no_table_of_one_is_reached(db: None) -> None:
    leave()
    with pytest.raises(ProgrammingError, match="does not exist"):
        User.objects.count()


def test_without_a_tenant_code_that_needs_one_raises(db: None) -> None:
    leave()
    with pytest.raises(TenantRequired):
        current_tenant()
    with pytest.raises(TenantUnknown), tenant_context("nowhere"):
        pass


def test_contexts_nest_and_return(db: None) -> None:
    with tenant_context("acme"):
        with tenant_context("ims"):
            assert current_tenant().slug == "ims"
            assert User.objects.filter(name="Dana").exists()
        assert current_tenant().slug == "acme"
        assert User.objects.filter(name="Alice").exists()


def test_public_holds_the_tenants_and_nothing_else(db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1")
        tables = [name for (name,) in cursor.fetchall()]
    assert tables == ["django_migrations", "tenants_domain", "tenants_tenant"]


def test_the_request_brings_both_catalogue_versions(db: None) -> None:
    from tenants.context import enter_by_host

    Tenant.objects.filter(slug="platform").update(catalog_version=7)
    Tenant.objects.filter(slug="acme").update(catalog_version=5)
    tenant = enter_by_host("acme.localhost")
    assert tenant is not None
    assert (tenant.catalog_version, tenant.platform_catalog_version) == (5, 7)
