from datetime import timedelta
from threading import Barrier, Thread
from typing import Any
from urllib.parse import urlparse

import pytest
from django.core import mail
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import invitations
from accounts.catalogue import Role
from accounts.models import Invitation, User
from accounts.tasks import mail_invitation
from config.errors import AppError, PermissionDenied
from tenants.context import tenant_context
from tests.conftest import Person

ANSWER = {
    "name": "Nora",
    "password1": "a-password-of-her-own",
    "password2": "a-password-of-her-own",
}


def _path(email: str = "nora@example.com", slug: str = "acme") -> str:
    with tenant_context(slug):
        return invitations.path_of(Invitation.objects.get(email=email))


def _invite(person: Person, role: Role = Role.MEMBER) -> str:
    response = person.browser().post(
        "/people/invite", {"email": "Nora@example.com", "role": role.value}
    )
    assert response.status_code == 302
    return _path()


def test_the_invited_person_gets_an_account_with_the_role(alice: Person, visitor: Client) -> None:
    path = _invite(alice, Role.EDITOR)
    assert "Nora@example.com".lower() in visitor.get(path).content.decode()
    home = visitor.post(path, ANSWER, follow=True)
    assert home.status_code == 200
    assert "Nora" in home.content.decode()
    with tenant_context("acme"):
        assert User.objects.get(email="nora@example.com").role == Role.EDITOR


def test_the_link_works_once(alice: Person, visitor: Client) -> None:
    path = _invite(alice)
    visitor.post(path, ANSWER)
    again = Client(HTTP_HOST="acme.localhost").post(path, ANSWER)
    assert again.status_code == 410
    assert "used already" in again.content.decode()


def test_the_link_ends_after_seven_days(alice: Person, visitor: Client) -> None:
    path = _invite(alice)
    with tenant_context("acme"):
        ends = Invitation.objects.get().expires_at
        assert timedelta(days=6, hours=23) < ends - timezone.now() <= timedelta(days=7)
        Invitation.objects.update(expires_at=timezone.now())
    assert visitor.get(path).status_code == 410


def test_a_renewed_invitation_kills_the_old_link(alice: Person, visitor: Client) -> None:
    old = _invite(alice)
    with tenant_context("acme"):
        pk = Invitation.objects.get().pk
    alice.browser().post(f"/people/invitations/{pk}/renew")
    assert visitor.get(old).status_code == 410
    assert visitor.get(_path()).status_code == 200


def test_a_withdrawn_invitation_is_dead(alice: Person, visitor: Client) -> None:
    path = _invite(alice)
    with tenant_context("acme"):
        pk = Invitation.objects.get().pk
    alice.browser().post(f"/people/invitations/{pk}/withdraw")
    assert visitor.get(path).status_code == 410


def test_a_link_of_one_tenant_is_refused_by_another(alice: Person) -> None:
    path = _invite(alice)
    response = Client(HTTP_HOST="ims.localhost").get(path)
    assert response.status_code == 410
    assert "another workspace" in response.content.decode()


def test_weak_passwords_are_refused_and_the_name_is_kept(alice: Person, visitor: Client) -> None:
    path = _invite(alice)
    response = visitor.post(path, {"name": "Nora", "password1": "12345", "password2": "12345"})
    assert response.status_code == 400
    text = response.content.decode()
    assert "too short" in text
    assert 'value="Nora"' in text


def test_somebody_who_is_here_already_cannot_be_invited(alice: Person, bob: Person) -> None:
    response = alice.browser().post("/people/invite", {"email": bob.user.email, "role": "guest"})
    assert response.status_code == 400
    assert "has an account here already" in response.content.decode()


def test_an_admin_cannot_invite_an_owner(adam: Person) -> None:
    with tenant_context("acme"), pytest.raises(PermissionDenied):
        invitations.invite(principal=adam.principal, email="nora@example.com", role=Role.OWNER)
    form = adam.browser().get("/people/invite").content.decode()
    assert 'value="admin"' in form
    assert 'value="owner"' not in form


def test_guest_is_what_the_form_proposes(alice: Person) -> None:
    form = alice.browser().get("/people/invite").context["form"]
    assert form.initial.get("role", form.fields["role"].initial) == Role.GUEST


def test_the_mail_carries_the_link(alice: Person, visitor: Client) -> None:
    path = _invite(alice)
    with tenant_context("acme"):
        pk = str(Invitation.objects.get().pk)
    mail_invitation(tenant="acme", invitation_id=pk)
    message = mail.outbox[0]
    assert message.to == ["nora@example.com"]
    url = next(line for line in str(message.body).splitlines() if line.startswith("http"))
    assert urlparse(url).hostname == "acme.localhost"
    assert visitor.get(urlparse(url).path).status_code == 200
    assert path


@pytest.fixture
def committed_invitation(django_db_setup: None, django_db_blocker: Any) -> Any:
    """Outside of a transaction, for threads to see; removed afterwards."""
    with django_db_blocker.unblock(), tenant_context("acme"):
        invitation = invitations.open_invitation(
            email="race@example.com", role=Role.MEMBER, invited_by="test"
        )
        yield invitation
        User.objects.filter(email="race@example.com").delete()
        invitation.delete()


def test_of_two_acceptances_at_once_one_wins(committed_invitation: Invitation) -> None:
    token = invitations.path_of(committed_invitation).rpartition("/")[2]
    barrier, results = Barrier(4), []

    def accept() -> None:
        try:
            with tenant_context("acme"):
                barrier.wait()
                invitations.accept(token=token, name="Race", password="a-long-enough-secret")
            results.append("made")
        except AppError as error:
            results.append(error.problem_code)
        finally:
            connection.close()

    threads = [Thread(target=accept) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(results) == ["invitation_invalid"] * 3 + ["made"]
