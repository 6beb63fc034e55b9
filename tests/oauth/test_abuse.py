"""What nobody gets through with."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from oauth.models import Code, Connection
from tenants.context import tenant_context
from tests.conftest import Person
from tests.oauth.flow import REDIRECT, Program


@pytest.fixture
def program(db: None) -> Program:
    program = Program()
    program.register()
    return program


@pytest.mark.parametrize(
    "changes",
    [
        {"client_id": "tenon-unknown"},
        {"client_id": None},
        {"client_id": "https://127.0.0.1/oauth.json"},
        {"client_id": "https://metadata.google.internal/x"},
        {"redirect_uri": "https://evil.example/callback"},
        {"redirect_uri": "http://127.0.0.1:33418/other"},
        {"redirect_uri": "http://127.0.0.1:33418@evil.example/callback"},
        {"redirect_uri": "http://127.0.0.1.evil.example/callback"},
        {"redirect_uri": None},
    ],
)
def test_nobody_is_sent_to_an_address_that_is_not_the_programs(
    program: Program, bob: Person, changes: dict[str, str | None]
) -> None:
    for method in ("get", "post"):
        response = getattr(bob.browser(), method)(
            program.address(**changes), {"decision": "allow"} if method == "post" else None
        )
        assert response.status_code == 400
        assert "Location" not in response


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"resource": "https://other.example/mcp"}, "invalid_target"),
        ({"resource": "http://ims.localhost/mcp"}, "invalid_target"),
        ({"scope": "tools:execute *"}, "invalid_scope"),
        ({"scope": "keys:write"}, "invalid_scope"),
        ({"scope": "members:write"}, "invalid_scope"),
    ],
)
def test_what_is_asked_wrongly_is_told_to_the_program(
    program: Program, bob: Person, changes: dict[str, str | None], error: str
) -> None:
    location = bob.browser().post(program.address(**changes), {"decision": "allow"})["Location"]
    assert location.startswith(REDIRECT)
    assert f"error={error}" in location
    assert "code=" not in location.replace("error", "")


@pytest.mark.parametrize(
    "uri",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "http://evil.example/cb",
        "https://a.example/#x",
        "https://user@a.example/",
        "https://",
        "file:///etc/passwd",
        "https://a.example/ b",
        "https://a.example/" + "x" * 500,
        "http://localhost:99999/cb",
    ],
)
def test_no_program_registers_a_dangerous_address(uri: str, db: None) -> None:
    assert Program().register(redirect_uris=[uri]).json()["error"] == "invalid_redirect_uri"


@pytest.mark.parametrize(
    "body", [{"redirect_uris": []}, {"redirect_uris": "x"}, {"redirect_uris": [1]}]
)
def test_a_program_describes_itself_well(body: dict[str, object], db: None) -> None:
    assert Program().register(**body).json()["error"] == "invalid_client_metadata"


def test_a_code_is_good_once_and_its_second_use_ends_everything(
    program: Program, bob: Person
) -> None:
    code = program.agreed(bob)["code"]
    held = program.exchange(code).json()
    assert program.caller(held["access_token"]).post("ping").status_code == 200
    assert program.exchange(code).json()["error"] == "invalid_grant"
    assert program.caller(held["access_token"]).post("ping").status_code == 401


@pytest.mark.parametrize(
    "changes",
    [
        {"code_verifier": "w" * 64},
        {"redirect_uri": "http://127.0.0.1:1/callback"},
        {"resource": "http://ims.localhost/mcp"},
        {"code": "tnc_guess"},
        {"client_id": "tenon-unknown"},
        {"grant_type": "password"},
        {"grant_type": "client_credentials"},
        {"code": "x\x00"},
    ],
)
def test_a_code_is_for_whoever_asked_for_it(
    program: Program, bob: Person, changes: dict[str, str]
) -> None:
    response = program.exchange(program.agreed(bob)["code"], **changes)
    assert response.status_code == 400
    assert "access_token" not in response.json()


def test_an_old_code_and_another_programs_code_are_worth_nothing(
    program: Program, bob: Person
) -> None:
    other = Program(name="Another")
    other.register()
    assert other.exchange(program.agreed(bob)["code"]).json()["error"] == "invalid_grant"
    code = program.agreed(bob)["code"]
    with tenant_context("acme"):
        Code.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert program.exchange(code).json()["error"] == "invalid_grant"


def test_a_token_counts_in_its_tenant_and_on_mcp_only(program: Program, bob: Person) -> None:
    held = program.connect(bob)
    access = held["access_token"]
    elsewhere = Program(host="ims.localhost")
    assert elsewhere.caller(access).post("ping").status_code == 401
    headers = {"authorization": f"Bearer {access}"}
    assert program.http.get("/api/me", headers=headers).status_code == 401
    assert program.caller(held["refresh_token"]).post("ping").status_code == 401
    assert program.caller(access.swapcase()).post("ping").status_code == 401
    # Another name of the same workspace is another audience.
    with tenant_context("acme") as tenant:
        tenant.domains.create(domain="tools.acme.example")
    assert Program(host="tools.acme.example").caller(access).post("ping").status_code == 401


def test_somebody_who_left_takes_their_programs_along(program: Program, bob: Person) -> None:
    held = program.connect(bob)
    with tenant_context("acme"):
        User.objects.filter(pk=bob.user.pk).update(is_active=False)
    assert program.caller(held["access_token"]).post("ping").status_code == 401
    assert program.refresh(held["refresh_token"]).json()["error"] == "invalid_grant"


def test_another_site_cannot_make_a_person_agree(program: Program, bob: Person) -> None:
    browser = bob.browser()
    browser.handler.enforce_csrf_checks = True
    response = browser.post(program.address(), {"decision": "allow"})
    assert response.status_code == 403
    page = bob.browser().get(program.address())
    assert page["X-Frame-Options"] == "DENY"
    assert "form-action 'self' http://127.0.0.1:33418" in page["Content-Security-Policy"]
    with tenant_context("acme"):
        assert not Connection.objects.exists()


def test_the_name_of_a_program_is_data(bob: Person) -> None:
    program = Program(name="<script>alert(1)</script>\u202e")
    program.register()
    page = bob.browser().get(program.address()).content.decode()
    assert "<script>alert(1)" not in page
    assert "\u202e" not in page


def test_guessing_is_limited(program: Program) -> None:
    codes = {program.exchange("tnc_guess").status_code for _ in range(31)}
    assert codes == {400, 429}
