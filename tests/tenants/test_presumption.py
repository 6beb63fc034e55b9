"""A program's next request begins with what was so in its last one: it must never show."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.catalogue import Role
from accounts.models import ApiKey, User
from accounts.principal import principal_of_user
from accounts.roles import give_role
from sessions_app.models import Session
from tenants.context import tenant_context
from tenants.models import Tenant
from tests.conftest import Person, email_of
from tests.tools_app.samples import registered, sample

GOOD, BAD = {"a": 1}, {"a": "one"}


def _run(program: Client, given: dict[str, Any] = GOOD) -> Any:
    path = "/api/tools/sample/run"
    return program.post(path, {"input": given}, content_type="application/json")


def _again(program: Client) -> None:
    """A run on a connection that has worked for this program before: there is something to presume."""
    assert _run(program).status_code == 200
    assert _run(program).status_code == 200


def _sessions() -> int:
    with tenant_context("acme"):
        return Session.objects.count()


def test_the_next_quick_run_of_a_program_is_one_statement(
    bob: Person, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    program = bob.program("tools:execute")
    with registered(sample()):
        _again(program)
        with django_assert_num_queries(1):
            assert _run(program).status_code == 200
        assert _sessions() == 3


def _revoke(_bob: Person) -> None:
    ApiKey.objects.get().delete()


def _deactivate(bob: Person) -> None:
    bob.user.is_active = False
    bob.user.save()


def _demote(bob: Person) -> None:
    give_role(bob.user, Role.GUEST)


def _suspend(_bob: Person) -> None:
    Tenant.objects.filter(slug="acme").update(status=Tenant.Status.SUSPENDED)


@pytest.mark.parametrize(
    ("change", "status"),
    [(_revoke, 401), (_deactivate, 401), (_demote, 403), (_suspend, 403)],
)
@pytest.mark.parametrize("given", [GOOD, BAD])
def test_what_has_changed_holds_from_the_next_request_on(
    bob: Person, change: Any, status: int, given: dict[str, Any]
) -> None:
    program = bob.program("tools:execute")
    with registered(sample()):
        _again(program)
        _changed_elsewhere(change, bob)
        assert _run(program, given).status_code == status
    assert _sessions() == 2


def _changed_elsewhere(change: Any, bob: Person) -> None:
    """As another process would: this connection does not know."""
    entered = connection.entered  # type: ignore[attr-defined]  # of our own backend
    path = "SELECT set_config('search_path', 't_acme, public', false)"
    with tenant_context("acme"):
        change(bob)
    with connection.cursor() as cursor:
        cursor.execute(path)
    connection.entered = entered  # type: ignore[attr-defined]


def test_a_connection_that_has_worked_for_others_meanwhile_writes_where_it_should(
    bob: Person, dana: Person
) -> None:
    at_acme, at_ims = bob.program("tools:execute"), dana.program("tools:execute")
    with registered(sample()):
        for program in (at_acme, at_ims, at_acme, at_acme, at_ims):
            assert _run(program).status_code == 200
    assert _sessions() == 3
    with tenant_context("ims"):
        assert Session.objects.count() == 2


def test_a_wrong_idea_of_where_the_connection_works_writes_nothing_there(
    bob: Person, dana: Person
) -> None:
    """Were the note of it wrong, the statement itself would refuse."""
    program = bob.program("tools:execute")
    with registered(sample()):
        _again(program)
        entered = connection.entered  # type: ignore[attr-defined]
        assert _run(dana.program("tools:execute")).status_code == 200
        connection.entered = entered  # type: ignore[attr-defined]
        assert _run(program).status_code == 200
    assert _sessions() == 3
    with tenant_context("ims"):
        assert Session.objects.count() == 1


@pytest.fixture
def committed(django_db_setup: None, django_db_blocker: Any) -> Iterator[Client]:
    """A program whose runs are really written, and taken away again."""
    with django_db_blocker.unblock():
        with tenant_context("acme"):
            bob = User.objects.with_groups().get(email=email_of("Bob"))
            person = Person("acme", bob, principal_of_user(bob))
        yield person.program("tools:execute")
        with tenant_context("acme"), connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")  # events cannot be deleted
            cursor.execute("DELETE FROM session_events; DELETE FROM sessions")
            cursor.execute("SET session_replication_role = origin")
            ApiKey.objects.all().delete()


@pytest.mark.parametrize(("given", "status"), [(GOOD, 200), (BAD, 400)])
def test_a_connection_that_died_is_replaced_unnoticed(
    committed: Client, given: dict[str, Any], status: int
) -> None:
    with registered(sample()):
        _again(committed)
        _kill(connection.connection.info.backend_pid)
        assert _run(committed, given).status_code == status


def _kill(process: int) -> None:
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [process])
