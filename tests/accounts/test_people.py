from threading import Barrier, Thread
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.db import connection

from accounts import people
from accounts.catalogue import Role, rights_of
from accounts.models import User
from accounts.principal import Principal, principal_of_user
from accounts.roles import give_role
from config.errors import AppError, PermissionDenied
from tenants.context import tenant_context
from tests.conftest import Meet, Person


def _role(person: Person) -> Role:
    with tenant_context(person.slug):
        return User.objects.get(pk=person.user.pk).role


def test_a_changed_role_holds_from_the_next_request_on(alice: Person, bob: Person) -> None:
    browser = bob.browser()
    assert browser.get("/people/invite").status_code == 403
    alice.browser().post(f"/people/{bob.user.pk}/role", {"role": "admin"})
    assert browser.get("/people/invite").status_code == 200
    alice.browser().post(f"/people/{bob.user.pk}/role", {"role": "guest"})
    assert browser.get("/people").status_code == 403


@pytest.mark.parametrize("act", ["deactivate", "remove"])
def test_who_is_gone_loses_everything_at_the_next_request(
    alice: Person, bob: Person, act: str
) -> None:
    browser, program = bob.browser(), bob.program("tools:read")
    assert program.get("/api/me").status_code == 200
    alice.browser().post(f"/people/{bob.user.pk}/{act}")
    assert browser.get("/").status_code == 302
    assert program.get("/api/me").status_code == 401


def test_a_reactivated_person_is_back(alice: Person, bob: Person) -> None:
    alice.browser().post(f"/people/{bob.user.pk}/deactivate")
    alice.browser().post(f"/people/{bob.user.pk}/reactivate")
    assert bob.browser().get("/").status_code == 200


def test_nobody_changes_their_own_role(alice: Person) -> None:
    response = alice.browser().post(f"/people/{alice.user.pk}/role", {"role": "admin"})
    assert response.status_code == 403
    assert "Nobody changes their own role." in response.content.decode()
    assert _role(alice) == Role.OWNER


@pytest.mark.parametrize("act", ["role", "deactivate", "remove"])
def test_an_admin_cannot_touch_an_owner(adam: Person, alice: Person, act: str) -> None:
    response = adam.browser().post(f"/people/{alice.user.pk}/{act}", {"role": "member"})
    assert response.status_code == 403
    assert _role(alice) == Role.OWNER


def test_an_admin_cannot_make_an_owner(adam: Person, bob: Person) -> None:
    assert adam.browser().post(f"/people/{bob.user.pk}/role", {"role": "owner"}).status_code == 403
    assert _role(bob) == Role.MEMBER


def test_the_last_owner_cannot_go(alice: Person, meet: Meet) -> None:
    """Nobody else can touch an owner, so the rule is asked directly."""
    someone = Principal(
        kind=alice.principal.kind,
        id=meet("Bob", "acme").user.pk,
        label="",
        permissions=rights_of(Role.OWNER),
        role=Role.OWNER,
        user_id=meet("Bob", "acme").user.pk,
        email="",
    )
    with tenant_context("acme"):
        for act in (people.deactivate, people.remove):
            with pytest.raises(people.LastOwner):
                act(principal=someone, person=alice.user)
        with pytest.raises(people.LastOwner):
            people.change_role(principal=someone, person=alice.user, role=Role.ADMIN)
        people.change_role(principal=someone, person=alice.user, role=Role.OWNER)


def test_an_unknown_role_is_a_clear_refusal(alice: Person, bob: Person) -> None:
    response = alice.browser().post(f"/people/{bob.user.pk}/role", {"role": "king"})
    assert response.status_code == 400
    assert _role(bob) == Role.MEMBER


def test_people_of_another_tenant_do_not_exist_here(alice: Person, dana: Person) -> None:
    browser = alice.browser()
    assert dana.user.email not in browser.get("/people").content.decode()
    for act in ("role", "deactivate", "remove"):
        response = browser.post(f"/people/{dana.user.pk}/{act}", {"role": "guest"})
        assert response.status_code == 404


def test_somebody_without_the_right_may_not_even_ask(bob: Person, charlie: Person) -> None:
    with tenant_context("acme"), pytest.raises(PermissionDenied):
        people.remove(principal=bob.principal, person=charlie.user)


@pytest.fixture
def two_owners(django_db_setup: None, django_db_blocker: Any) -> Any:
    """In IMS, committed, instead of Dana; threads can see them."""
    with django_db_blocker.unblock(), tenant_context("ims"):
        password = make_password("x")
        pair = [
            User.objects.create(email=f"o{n}@example.com", name=f"O{n}", password=password)
            for n in range(2)
        ]
        for user in pair:
            give_role(user, Role.OWNER)
        dana = User.objects.get(email="dana@example.com")
        User.objects.filter(pk=dana.pk).update(is_active=False)
        yield [User.objects.with_groups().get(pk=user.pk) for user in pair]
        User.objects.filter(email__startswith="o").delete()
        User.objects.filter(pk=dana.pk).update(is_active=True)


def test_two_owners_cannot_remove_each_other_at_once(two_owners: list[User]) -> None:
    barrier, results = Barrier(2), []

    def remove(actor: User, other: User) -> None:
        try:
            with tenant_context("ims"):
                principal = principal_of_user(actor)
                barrier.wait()
                people.deactivate(principal=principal, person=other)
            results.append("done")
        except AppError as error:
            results.append(error.problem_code)
        finally:
            connection.close()

    first, second = two_owners
    threads = [Thread(target=remove, args=pair) for pair in ((first, second), (second, first))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == ["done", "last_owner"]
