import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.keys import digest_of
from accounts.models import ApiKey
from tenants.context import tenant_context
from tests.conftest import Person

NEW = {"name": "Import", "scopes": ["tools:read", "keys:write"]}


def _caller(secret: str, host: str = "acme.localhost") -> Client:
    return Client(HTTP_HOST=host, headers={"authorization": f"Bearer {secret}"})


def test_a_key_made_on_the_page_works_with_the_api(bob: Person) -> None:
    page = bob.browser().post(
        "/keys/new", {"name": "Import", "scopes": ["tools:read"], "expires": "90"}
    )
    secret = re.search(r"tnn_[\w-]{43}", page.content.decode())
    assert secret, "the page shows the key"
    assert "no-store" in page["Cache-Control"]
    me = _caller(secret[0]).get("/api/me").json()
    assert me["kind"] == "api_key"
    assert me["scopes"] == ["tools:read"]
    assert me["tenant"] == {"slug": "acme", "name": "Acme"}


def test_only_a_hash_and_a_prefix_are_kept(bob: Person) -> None:
    secret = bob.key("tools:read")
    assert len(secret) == len("tnn_") + 43
    with tenant_context("acme"):
        key = ApiKey.objects.get()
    assert key.prefix == secret[:12]
    assert key.digest == digest_of(secret)
    listing = bob.browser().get("/keys").content.decode()
    assert key.prefix in listing
    assert secret not in listing


def test_effective_rights_are_scopes_and_the_owners_rights_now(alice: Person, bob: Person) -> None:
    program = bob.program("tools:execute", "entities:write")
    before = program.get("/api/me").json()["permissions"]
    assert "tools.team.execute" in before
    assert "entities.team.delete" not in before, "a member cannot delete, whatever the scope says"
    assert "members.tenant.read" not in before, "no scope names it"
    alice.browser().post(f"/people/{bob.user.pk}/role", {"role": "viewer"})
    after = program.get("/api/me").json()["permissions"]
    assert "tools.team.execute" not in after


@pytest.mark.parametrize("how", ["revoked", "expired"])
def test_a_dead_key_is_refused(bob: Person, how: str) -> None:
    program = bob.program("tools:read")
    now = timezone.now()
    column = {"revoked": "revoked_at", "expired": "expires_at"}[how]
    with tenant_context("acme"):
        ApiKey.objects.update(**{column: now})
    response = program.get("/api/me")
    assert response.status_code == 401
    assert response["WWW-Authenticate"].startswith("Bearer")
    assert response.json()["code"] == "not_authenticated"


def test_a_key_of_one_tenant_is_unknown_in_another(bob: Person, dana: Person) -> None:
    assert bob.program("tools:read", host="ims.localhost").get("/api/me").status_code == 401


def test_wrong_keys_are_throttled_by_address(bob: Person) -> None:
    caller = _caller("tnn_wrong")
    answers = {caller.get("/api/me").status_code for _ in range(30)}
    assert answers == {401}
    refused = caller.get("/api/me")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) <= 60


def test_rest_makes_lists_rotates_and_revokes(bob: Person) -> None:
    program = bob.program("keys:write", "tools:read")
    made = program.post("/api/keys", NEW, content_type="application/json")
    assert made.status_code == 201
    body = made.json()
    assert made["Cache-Control"] == "no-store"
    assert _caller(body["key"]).get("/api/me").json()["label"] == "Import of Bob"

    listed = program.get("/api/keys").json()["results"]
    assert [key["name"] for key in listed] == ["Import", "test"]
    assert "key" not in listed[0]

    rotated = program.post(
        f"/api/keys/{body['id']}/rotate", {"grace_hours": 1}, content_type="application/json"
    ).json()
    for secret in (body["key"], rotated["key"]):
        assert _caller(secret).get("/api/me").status_code == 200
    program.post(f"/api/keys/{rotated['id']}/rotate", {}, content_type="application/json")
    assert _caller(rotated["key"]).get("/api/me").status_code == 401, "no grace: at once"

    assert program.delete(f"/api/keys/{body['id']}").status_code == 204
    assert program.delete(f"/api/keys/{body['id']}").status_code == 204
    assert _caller(body["key"]).get("/api/me").status_code == 401


def test_faults_name_their_place(bob: Person) -> None:
    program = bob.program("keys:write")
    response = program.post(
        "/api/keys",
        {"name": "x", "scopes": ["keys:write", "nonsense", "runs:read"], "expire": "never"},
        content_type="application/json",
    )
    assert response.status_code == 400
    assert response["Content-Type"] == "application/problem+json"
    assert response.json()["errors"] == [
        {"pointer": "/expire", "code": "unknown", "detail": "There is no such field."}
    ]
    response = program.post(
        "/api/keys",
        {"name": "x", "scopes": ["keys:write", "nonsense", "runs:read"]},
        content_type="application/json",
    )
    found = [(fault["pointer"], fault["code"]) for fault in response.json()["errors"]]
    assert found == [("/scopes/1", "unknown"), ("/scopes/2", "not_held")]


def test_a_key_cannot_make_a_wider_or_longer_one(bob: Person) -> None:
    soon = timezone.now() + timedelta(days=1)
    program = _caller(bob.key("keys:write", expires_at=soon))
    wider = program.post(
        "/api/keys",
        {"name": "x", "scopes": ["tools:execute"], "expires_at": soon.isoformat()},
        content_type="application/json",
    )
    assert [fault["pointer"] for fault in wider.json()["errors"]] == ["/scopes/0"]
    longer = program.post(
        "/api/keys", {"name": "x", "scopes": ["keys:write"]}, content_type="application/json"
    )
    assert [fault["code"] for fault in longer.json()["errors"]] == ["too_late"]


def test_an_admin_sees_and_revokes_others_keys_but_cannot_rotate_them(
    adam: Person, bob: Person
) -> None:
    secret = bob.key("tools:read")
    with tenant_context("acme"):
        key = ApiKey.objects.get()
    browser = adam.browser()
    assert key.prefix in browser.get("/keys").content.decode()
    assert browser.post(f"/keys/{key.pk}/rotate", {"grace_hours": "0"}).status_code == 404
    assert browser.post(f"/keys/{key.pk}/revoke").status_code == 302
    assert _caller(secret).get("/api/me").status_code == 401


def test_a_member_cannot_see_or_revoke_others_keys(alice: Person, bob: Person) -> None:
    secret = alice.key("tools:read")
    with tenant_context("acme"):
        key = ApiKey.objects.get()
    browser = bob.browser()
    assert key.prefix not in browser.get("/keys").content.decode()
    assert browser.post(f"/keys/{key.pk}/revoke").status_code == 404
    assert _caller(secret).get("/api/me").status_code == 200


def test_last_used_is_noted_at_most_once_a_minute(bob: Person) -> None:
    program = bob.program("tools:read")

    def last_used() -> object:
        with tenant_context("acme"):
            return ApiKey.objects.get().last_used_at

    assert last_used() is None
    program.get("/api/me")
    first = last_used()
    assert first is not None
    program.get("/api/me")
    assert last_used() == first
