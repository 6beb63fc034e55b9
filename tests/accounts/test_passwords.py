from typing import Any
from urllib.parse import urlparse

from django.core import mail
from django.test import Client

from accounts.passwords import reset_path
from accounts.tasks import mail_password_reset
from tenants.context import tenant_context
from tests.conftest import PASSWORD, Person

NEW = "another-long-password"
BOTH = {"new_password1": NEW, "new_password2": NEW}


def test_changing_the_password_keeps_this_browser_and_ends_the_others(bob: Person) -> None:
    here, elsewhere = bob.browser(), bob.browser()
    response = here.post("/password", {"old_password": PASSWORD, **BOTH})
    assert response.status_code == 302
    assert here.get("/").status_code == 200
    assert elsewhere.get("/").status_code == 302


def test_changing_needs_the_present_password(bob: Person) -> None:
    response = bob.browser().post("/password", {"old_password": "wrong", **BOTH})
    assert response.status_code == 400
    assert "This is not your present password." in response.content.decode()


def test_weak_and_mistyped_passwords_are_refused_at_their_field(bob: Person) -> None:
    browser = bob.browser()
    weak = browser.post(
        "/password", {"old_password": PASSWORD, "new_password1": "short", "new_password2": "short"}
    )
    assert "too short" in weak.content.decode()
    mistyped = browser.post(
        "/password", {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW + "x"}
    )
    assert "The two passwords are not the same." in mistyped.content.decode()


def _mailed_path(person: Person) -> str:
    mail_password_reset(tenant=person.slug, email=person.user.email)
    body = str(mail.outbox[-1].body)
    url = next(line for line in body.splitlines() if line.startswith("http"))
    assert urlparse(url).hostname == person.host
    return urlparse(url).path


def test_a_mailed_link_sets_a_new_password_once(visitor: Client, bob: Person) -> None:
    path = _mailed_path(bob)
    assert visitor.get(path).status_code == 200
    assert visitor.post(path, BOTH).status_code == 302
    assert visitor.get("/").status_code == 200
    assert Client(HTTP_HOST=bob.host).get(path).status_code == 410


def test_asking_does_not_tell_whether_the_account_exists(visitor: Client, bob: Person) -> None:
    known = visitor.post("/password/reset", {"email": bob.user.email})
    unknown = visitor.post("/password/reset", {"email": "nobody@example.com"})
    assert known.status_code == unknown.status_code == 302
    assert known["Location"] == unknown["Location"]


def test_no_mail_goes_to_strangers_or_inactive_people(bob: Person) -> None:
    mail_password_reset(tenant="acme", email="nobody@example.com")
    with tenant_context("acme"):
        type(bob.user).objects.filter(pk=bob.user.pk).update(is_active=False)
    mail_password_reset(tenant="acme", email=bob.user.email)
    assert mail.outbox == []


def test_a_reset_link_of_one_tenant_is_refused_by_another(bob: Person, dana: Person) -> None:
    """Even for an account with the same id and the same password hash."""
    with tenant_context("ims"):
        twin = type(dana.user).objects.create(
            pk=bob.user.pk, email=bob.user.email, name="Bob", password=bob.user.password
        )
    with tenant_context("acme"):
        path = reset_path(bob.user)
    assert twin.pk == bob.user.pk
    assert Client(HTTP_HOST="acme.localhost").get(path).status_code == 200
    assert Client(HTTP_HOST="ims.localhost").get(path).status_code == 410


def test_a_mangled_link_is_a_clear_page(visitor: Client, db: Any) -> None:
    for path in ("/password/reset/xx/yy", "/password/reset/AAAA/abc-def"):
        response = visitor.get(path)
        assert response.status_code == 410


def test_asking_too_often_is_throttled(visitor: Client, bob: Person) -> None:
    answers = [
        visitor.post("/password/reset", {"email": bob.user.email}).status_code for _ in range(6)
    ]
    assert answers == [302] * 5 + [429]
