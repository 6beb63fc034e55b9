"""Connecting a program: what is published, asked, agreed, exchanged, refreshed, taken back."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.catalogue import Role
from accounts.roles import give_role
from config import outbound
from oauth.models import Connection, Token
from oauth.scopes import offered, rights_in
from tenants.context import tenant_context
from tests.conftest import Person
from tests.oauth.flow import REDIRECT, Program

CRITERIA = [{"name": "Fit", "weight": 3, "score": 8}]


@pytest.fixture
def program(db: None) -> Program:
    return Program()


def test_a_client_finds_out_where_to_go(visitor: Client) -> None:
    challenge = visitor.post("/mcp", "{}", "application/json")["WWW-Authenticate"]
    where = challenge.split('resource_metadata="')[1].split('"')[0]
    resource = visitor.get(where.removeprefix("http://acme.localhost")).json()
    assert resource["resource"] == "http://acme.localhost/mcp"
    assert resource["authorization_servers"] == ["http://acme.localhost"]
    server = visitor.get("/.well-known/oauth-authorization-server").json()
    assert server["issuer"] == "http://acme.localhost"
    assert server["code_challenge_methods_supported"] == ["S256"]
    assert server["client_id_metadata_document_supported"] is True


def test_a_person_connects_a_program_and_it_runs_tools(program: Program, bob: Person) -> None:
    program.register()
    page = bob.browser().get(program.address()).content.decode()
    assert "Connect An assistant?" in page
    assert "Run tools" in page
    assert "http://127.0.0.1:33418" in page
    back = program.agreed(bob)
    assert (back["state"], back["iss"]) == ("s1", "http://acme.localhost")
    held = program.exchange(back["code"]).json()
    assert held["expires_in"] == 3600
    assert held["scope"].split() == ["tools:execute", "offline_access"]
    caller = program.caller(held["access_token"])
    assert caller.tool("quick-score", criteria=CRITERIA)["structuredContent"]
    with tenant_context("acme"):
        kept = set(Token.objects.values_list("digest", flat=True))
        assert not {held["access_token"], held["refresh_token"]} & kept
    assert "An assistant" in bob.browser().get("/clients").content.decode()


def test_a_person_who_says_no_sends_the_program_away(program: Program, bob: Person) -> None:
    program.register()
    response = bob.browser().post(program.address(), {"decision": "deny"})
    assert "error=access_denied" in response["Location"]
    assert "state=s1" in response["Location"]
    with tenant_context("acme"):
        assert not Connection.objects.exists()


def test_a_stranger_signs_in_first(program: Program, visitor: Client) -> None:
    program.register()
    response = visitor.get(program.address())
    assert response.status_code == 302
    assert response["Location"].startswith("/sign-in?next=%2Foauth%2Fauthorize")


def test_rights_are_the_scopes_within_the_persons_rights_now(program: Program, bob: Person) -> None:
    held = program.connect(bob, scope="tools:execute tools:write runs:read")
    assert held["scope"] == "tools:execute tools:write"  # a member reads not everyone's runs
    caller = program.caller(held["access_token"])
    assert "quick-score" in [tool["name"] for tool in caller("tools/list")["tools"]]
    with tenant_context("acme"):
        give_role(bob.user, Role.VIEWER)
    assert "quick-score" not in [tool["name"] for tool in caller("tools/list")["tools"]]


def test_a_token_with_too_little_is_told_what_to_ask_for(program: Program, bob: Person) -> None:
    held = program.connect(bob, scope="tools:read")
    caller = program.caller(held["access_token"])
    response = caller.post("tools/call", name="quick-score", arguments={"criteria": CRITERIA})
    assert response.status_code == 403
    challenge = response["WWW-Authenticate"]
    assert 'error="insufficient_scope"' in challenge
    assert 'scope="tools:read tools:execute"' in challenge
    assert caller.tool("no-such-tool")["message"] == "Unknown tool: no-such-tool"
    more = program.connect(bob, scope="tools:read tools:execute")
    assert program.caller(more["access_token"]).tool("quick-score", criteria=CRITERIA)["content"]


def test_a_refresh_token_is_good_once(program: Program, bob: Person) -> None:
    first = program.connect(bob)
    second = program.refresh(first["refresh_token"]).json()
    assert program.caller(second["access_token"]).post("ping").status_code == 200
    assert program.refresh(first["refresh_token"]).json()["error"] == "invalid_grant"
    # Somebody has a copy: everything ended.
    assert program.caller(second["access_token"]).post("ping").status_code == 401
    assert program.refresh(second["refresh_token"]).json()["error"] == "invalid_grant"


def test_without_offline_access_there_is_nothing_to_refresh(program: Program, bob: Person) -> None:
    assert "refresh_token" not in program.connect(bob, scope="tools:execute")


def test_a_refresh_gives_no_more_than_was_agreed_to(program: Program, bob: Person) -> None:
    held = program.connect(bob)
    assert (
        program.refresh(held["refresh_token"], scope="runs:read").json()["error"] == "invalid_scope"
    )


@pytest.mark.parametrize(
    "how", ["the program", "the person", "the program's refresh token", "an admin"]
)
def test_what_is_taken_back_is_refused_at_once(
    program: Program, bob: Person, adam: Person, how: str
) -> None:
    held = program.connect(bob)
    caller = program.caller(held["access_token"])
    assert caller.post("ping").status_code == 200
    if how.startswith("the program"):
        kind = "refresh_token" if "refresh" in how else "access_token"
        form = {"client_id": program.client_id, "token": held[kind]}
        assert program.http.post("/oauth/revoke", form).status_code == 200
    else:
        with tenant_context("acme"):
            connection = Connection.objects.get()
        who = adam if how == "an admin" else bob
        assert who.browser().post(f"/clients/{connection.pk}/revoke").status_code == 302
    assert caller.post("ping").status_code == 401


def test_nobody_revokes_what_is_another_members(
    program: Program, bob: Person, charlie: Person
) -> None:
    program.connect(bob)
    with tenant_context("acme"):
        connection = Connection.objects.get()
    assert charlie.browser().post(f"/clients/{connection.pk}/revoke").status_code == 404
    assert "An assistant" not in charlie.browser().get("/clients").content.decode()


def test_a_program_may_be_known_by_its_own_address(
    program: Program, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = "https://assistant.example/oauth.json"
    document: dict[str, Any] = {
        "client_id": url,
        "client_name": "By address",
        "redirect_uris": [REDIRECT],
    }
    asked: list[str] = []

    def fetch(_method: str, address: str, **_options: Any) -> Any:
        asked.append(address)
        return type("R", (), {"status_code": 200, "content": json.dumps(document).encode()})

    monkeypatch.setattr(outbound, "fetch", fetch)
    program.client_id = url
    page = bob.browser().get(program.address()).content.decode()
    assert "Connect By address?" in page
    assert url in page
    assert program.connect(bob)["access_token"]
    assert asked == [url]
    document["client_id"] = "https://other.example/oauth.json"
    program.client_id = "https://assistant.example/other.json"
    assert bob.browser().get(program.address()).status_code == 400


def test_registering_is_limited(program: Program) -> None:
    codes = [program.register().status_code for _ in range(6)]
    assert codes == [201] * 5 + [429]


def test_bundles_are_what_the_catalogue_has_now() -> None:
    assert rights_in(["tasks:read"]) == {"tasks.team.read"}
    assert "tasks.tenant.manage" in rights_in(["tasks:write"])
    assert not any(name.startswith(("api-keys", "members", "admin", "keys")) for name in offered())
    everything = rights_in(offered())
    assert "api_keys.own.manage" not in everything
    assert "members.tenant.manage" not in everything
    assert rights_in(["*", "gone:read"]) == frozenset()


def test_a_token_ends_after_an_hour(program: Program, bob: Person) -> None:
    held = program.connect(bob)
    with tenant_context("acme"):
        Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert program.caller(held["access_token"]).post("ping").status_code == 401
