from typing import Any

import pytest
import redis as redis_client
from django.db import OperationalError
from django.test import Client

from config import redis
from tenants.models import Tenant
from tests.conftest import Person


def test_health_needs_no_tenant_and_no_database() -> None:
    """No `db` fixture: a query would fail this test."""
    response = Client(HTTP_HOST="10.0.0.1").get("/healthz")
    assert response.json() == {"status": "ok"}


def test_ready_when_all_is_there(db: None) -> None:
    response = Client(HTTP_HOST="10.0.0.1").get("/readyz")
    assert response.status_code == 200
    assert response.json()["checks"] == {"database": "ok", "redis": "ok", "migrations": "ok"}


def test_not_ready_while_a_tenant_lacks_a_migration(db: None) -> None:
    Tenant.objects.filter(slug="ims").update(migrated_to="older")
    response = Client(HTTP_HOST="10.0.0.1").get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"]["migrations"] == "failed"


def test_not_ready_without_redis(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    away = redis_client.Redis.from_url("unix:///nowhere.sock")
    with monkeypatch.context() as patch:
        patch.setattr(redis, "client", lambda: away)
        response = Client(HTTP_HOST="10.0.0.1").get("/readyz")
    assert response.status_code == 503
    assert response.json()["checks"] == {"database": "ok", "redis": "failed", "migrations": "ok"}


def test_a_dead_redis_is_a_clear_503(
    visitor: Client, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = redis_client.Redis.from_url("unix:///nowhere.sock")
    program = alice.program("tools:read")
    monkeypatch.setattr("config.ratelimit.client", lambda: away)
    page = visitor.post("/sign-in", {"email": "a@example.com", "password": "x"})
    assert page.status_code == 503
    answer = program.get("/api/me")
    assert answer.status_code == 503
    assert answer.json()["code"] == "unavailable"
    assert answer["Retry-After"] == "5"


def test_a_dead_database_is_a_clear_503(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: Any) -> None:
        raise OperationalError("connection to server failed: password=secret")

    monkeypatch.setattr("tenants.middleware.enter_by_host", fail)
    monkeypatch.setattr("tenants.middleware.connection.close", lambda: None)
    visitor = Client(HTTP_HOST="acme.localhost")
    page, answer = visitor.get("/"), visitor.get("/api/me")
    assert page.status_code == answer.status_code == 503
    assert answer.json()["code"] == "unavailable"
    for response in (page, answer):
        assert "secret" not in response.content.decode()


def test_metrics_are_for_operators(operator: Person, alice: Person) -> None:
    program = operator.program("platform:read")
    program.get("/api/me")
    response = program.get("/metrics")
    assert response.status_code == 200
    text = response.content.decode()
    assert 'tenon_http_requests_total{method="GET",route="/api/me",status="200"}' in text
    assert "tenon_http_request_seconds_bucket" in text
    assert alice.program("tools:read").get("/metrics").status_code == 403
