"""What is known of a key is kept in memory; every change is seen by the very next request."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import callers, keys
from accounts.catalogue import Role
from accounts.models import ApiKey, User
from accounts.roles import give_role
from tenants.context import tenant_context
from tests.conftest import Person


def _sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _expire(_user: User) -> None:
    ApiKey.objects.update(expires_at=timezone.now() - timedelta(seconds=1))


ENDS: dict[str, Callable[[User], Any]] = {
    "revoked": lambda _user: keys.revoke_key(key=ApiKey.objects.get()),
    "expired": _expire,
    "deleted": lambda _user: ApiKey.objects.all().delete(),
    "owner deactivated": lambda user: User.objects.filter(pk=user.pk).update(is_active=False),
    "owner deleted": lambda user: User.objects.filter(pk=user.pk).delete(),
    "by hand in the database": lambda _user: _sql("UPDATE accounts_apikey SET revoked_at = now()"),
}


@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS.keys())
def test_a_known_key_that_ends_is_refused_at_once(bob: Person, end: Callable[[User], Any]) -> None:
    program = bob.program("tools:read")
    assert program.get("/api/me").status_code == 200
    with tenant_context("acme"):
        end(bob.user)
    assert program.get("/api/me").status_code == 401


def _without_reading(_user: User) -> None:
    group = Group.objects.get(name=Role.MEMBER.value)
    group.permissions.remove(Permission.objects.get(codename="tools.team.read"))


CHANGES: dict[str, Callable[[User], Any]] = {
    "another role": lambda user: give_role(user, Role.GUEST),
    "no role": lambda user: user.groups.clear(),
    "narrower scopes": lambda _user: ApiKey.objects.update(scopes=["keys:write"]),
    "the role lost the right": _without_reading,
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_rights_that_are_lost_are_lost_at_once(bob: Person, change: Callable[[User], Any]) -> None:
    program = bob.program("tools:execute")
    run = ("/api/tools/quick-score/run", "{}", "application/json")
    before = program.get("/api/me").json()["permissions"]
    assert program.post(*run).status_code == 400
    with tenant_context("acme"):
        change(bob.user)
    assert program.get("/api/me").json()["permissions"] != before


def test_the_name_in_the_history_is_the_present_one(bob: Person) -> None:
    program = bob.program("tools:read")
    assert program.get("/api/me").json()["label"] == "test of Bob"
    with tenant_context("acme"):
        User.objects.filter(pk=bob.user.pk).update(name="Robert")
    assert program.get("/api/me").json()["label"] == "test of Robert"


def test_a_key_that_was_unknown_is_known_once_it_is_made(bob: Person) -> None:
    with tenant_context("acme"):
        assert callers.principal_of_secret("tnn_not-made-yet") is None
    assert bob.program("tools:read").get("/api/me").status_code == 200


def test_a_key_runs_out_while_it_is_kept(bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    soon = timezone.now() + timedelta(minutes=5)
    secret = bob.key("tools:read", expires_at=soon)
    with tenant_context("acme"):
        assert callers.principal_of_secret(secret) is not None
        monkeypatch.setattr("django.utils.timezone.now", lambda: soon)
        assert callers.principal_of_secret(secret) is None


def test_a_known_key_costs_no_statement(
    bob: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    program = bob.program("tools:read")
    program.get("/api/me")
    with django_assert_num_queries(1):  # the lookup of the tenant
        assert program.get("/api/me").status_code == 200


def test_a_change_in_one_tenant_leaves_the_others_version_alone(bob: Person, dana: Person) -> None:
    with tenant_context("ims") as ims:
        before = ims.access_version
    with tenant_context("acme") as acme:
        give_role(bob.user, Role.VIEWER)
    with tenant_context("ims") as ims:
        assert ims.access_version == before
    with tenant_context("acme") as again:
        assert again.access_version > acme.access_version
