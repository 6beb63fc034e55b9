"""What holds for every API request: errors, ids, limits, the schema."""

import json
import re
from typing import Any

import pytest
from django.test import Client, RequestFactory
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tenants.context import tenant_context
from tests.conftest import Person


def _post(client: Client, body: str | bytes) -> Any:
    return client.post("/api/keys", body, content_type="application/json")


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "nonsense",
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 70 + "1" + "}" * 70,
        '{"name": "\\u0000", "scopes": ["keys:write"]}',
        '{"\\u0000": 1}',
        '{"name": "\\ud800", "scopes": ["keys:write"]}',
        '{"name": NaN}',
        '{"name": Infinity}',
        b"\xff\xfe\x00",
        "[]",
        "null",
        '"text"',
        '{"name": {"a": 1}, "scopes": "keys:write"}',
        json.dumps({"name": "x" * 101, "scopes": ["keys:write"]}),
        json.dumps({"name": "x", "scopes": ["y" * 41]}),
        json.dumps({"name": "x", "scopes": ["keys:write"], "expires_at": "tomorrow"}),
        json.dumps({"name": "x", "scopes": ["keys:write"], "expires_at": "2000-01-01T00:00:00Z"}),
    ],
)
def test_a_bad_body_is_a_400_with_a_problem(bob: Person, body: str | bytes) -> None:
    response = _post(bob.program("keys:write"), body)
    assert response.status_code == 400
    assert response["Content-Type"] == "application/problem+json"
    problem = response.json()
    assert problem["status"] == 400
    assert problem["code"] in {"invalid_input", "parse_error"}
    assert problem["detail"] or problem["errors"]


def test_a_body_over_the_limit_is_refused(bob: Person) -> None:
    response = _post(bob.program("keys:write"), '{"name": "' + "x" * 2_000_000 + '"}')
    assert response.status_code in {400, 413}
    assert response["Content-Type"] == "application/problem+json"


def test_another_media_type_is_refused(bob: Person) -> None:
    response = bob.program("keys:write").post("/api/keys", {"name": "x"})
    assert response.status_code == 415
    assert response.json()["code"] == "unsupported_media_type"


def test_an_unknown_address_is_a_problem_too(visitor: Client) -> None:
    response = visitor.get("/api/nowhere")
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"


def test_a_crash_tells_the_request_id_and_nothing_else(
    bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(**_kwargs: Any) -> None:
        raise RuntimeError("secret-in-the-message")

    monkeypatch.setattr("accounts.access.visible_keys", crash)
    program = bob.program("keys:read", "keys:write")
    program.raise_request_exception = False
    response = program.get("/api/keys")
    assert response.status_code == 500
    problem = response.json()
    assert problem["code"] == "internal_error"
    assert problem["request_id"] == response["X-Request-ID"]
    assert "secret" not in response.content.decode()


def test_a_session_needs_the_csrf_token(bob: Person) -> None:
    browser = bob.browser()
    careful = Client(HTTP_HOST=bob.host, enforce_csrf_checks=True)
    careful.cookies = browser.cookies
    body = json.dumps({"name": "x", "scopes": ["tools:read"]})
    refused = careful.post("/api/keys", body, content_type="application/json")
    assert refused.status_code == 403
    careful.get("/profile")
    token = careful.cookies["csrf"].value
    allowed = careful.post(
        "/api/keys", body, content_type="application/json", headers={"x-csrftoken": token}
    )
    assert allowed.status_code == 201


def test_a_key_needs_none(bob: Person) -> None:
    program = Client(
        HTTP_HOST=bob.host,
        enforce_csrf_checks=True,
        headers={"authorization": f"Bearer {bob.key('keys:write')}"},
    )
    body = json.dumps({"name": "x", "scopes": ["keys:write"]})
    assert program.post("/api/keys", body, content_type="application/json").status_code == 201


def test_every_answer_has_a_request_id_and_its_length(visitor: Client, bob: Person) -> None:
    for path in ("/api/me", "/sign-in", "/nowhere", "/healthz"):
        answer = visitor.get(path)
        assert re.fullmatch(r"[0-9a-f-]{36}", answer["X-Request-ID"])
        assert answer["Content-Length"] == str(len(answer.content))
    brought = visitor.get("/sign-in", headers={"x-request-id": "trace-1234.abc"})
    assert brought["X-Request-ID"] == "trace-1234.abc"
    forged = visitor.get("/sign-in", headers={"x-request-id": 'x" level="error'})
    assert forged["X-Request-ID"] != 'x" level="error'


def test_each_principal_has_its_own_limit(bob: Person, settings: Any) -> None:
    settings.API_REQUESTS_PER_MINUTE = 3
    program, other = bob.program("tools:read"), bob.program("tools:read")
    assert [program.get("/api/me").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = program.get("/api/me")
    assert refused.json()["code"] == "rate_limited"
    assert 0 < int(refused["Retry-After"]) <= 60
    assert other.get("/api/me").status_code == 200


def test_a_view_that_declares_nothing_is_closed(alice: Person) -> None:
    class Forgotten(APIView):
        def get(self, request: Request) -> Response:  # noqa: ARG002 - DRF's signature
            return Response("open")

    request = RequestFactory().get(
        "/", headers={"authorization": f"Bearer {alice.key('tools:read')}"}
    )
    with tenant_context("acme"):
        assert Forgotten.as_view()(request).status_code == 403


def test_the_schema_is_valid_and_made_without_warnings(
    bob: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    schema = SchemaGenerator().get_schema(request=None, public=True)  # type: ignore[no-untyped-call]
    validate_schema(schema)  # type: ignore[no-untyped-call]
    assert capsys.readouterr().err == ""
    assert {"/api/me", "/api/keys/{key_id}/rotate", "/api/tools/{slug}/run"} <= set(schema["paths"])
    for operations in schema["paths"].values():
        for operation in operations.values():
            assert operation["summary"]
            assert {"401", "403", "429"} <= set(operation["responses"])


def test_the_schema_is_served_to_whoever_is_known(bob: Person, visitor: Client) -> None:
    assert visitor.get("/api/schema/").status_code == 401
    assert bob.program("tools:read").get("/api/schema/").status_code == 200
    page = bob.browser().get("/api/docs/")
    assert page.status_code == 200
    assert "<script>" not in page.content.decode()
