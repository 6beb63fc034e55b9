"""Liveness and readiness, answered on any host and before any tenant is looked up."""

import logging
from collections.abc import Callable

from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, HttpResponseBase, JsonResponse
from redis import RedisError

from config import redis
from tenants.context import leave
from tenants.fingerprint import public_is_current, tenants_behind

logger = logging.getLogger("tenon.health")


class HealthMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.path == "/healthz":
            return JsonResponse({"status": "ok"})
        if request.path == "/readyz":
            return readiness()
        return self.get_response(request)


def readiness() -> JsonResponse:
    """503 while the database, Redis or a migration is missing: says which, and the log says why."""
    leave()
    results = {name: _passes(name, check) for name, check in CHECKS.items()}
    ready = all(results.values())
    body = {
        "status": "ok" if ready else "unavailable",
        "checks": {name: "ok" if passed else "failed" for name, passed in results.items()},
    }
    return JsonResponse(body, status=200 if ready else 503)


def _passes(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except (DatabaseError, InterfaceError):
        connection.close()
        logger.warning("Readiness check failed", extra={"check": name}, exc_info=True)
    except RedisError:
        logger.warning("Readiness check failed", extra={"check": name}, exc_info=True)
    return False


def _database() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return bool(cursor.fetchone() == (1,))


def _redis() -> bool:
    return bool(redis.client().ping())


def _migrations() -> bool:
    return public_is_current() and not tenants_behind()


CHECKS: dict[str, Callable[[], bool]] = {
    "database": _database,
    "redis": _redis,
    "migrations": _migrations,
}
