"""Carrying out what was accepted, in place of a worker."""

from typing import Any

from django.test import Client

from sessions_app.models import PendingRun
from tenants.backend.base import connection
from tests.conftest import Person
from tools_app.execution.pending import claim
from tools_app.execution.worker import carry


def drive(most: int = 20) -> int:
    """Do what is due in the tenant in use; how many runs that were."""
    for number in range(most):
        row = claim()
        if row is None:
            return number
        carry(row)
    raise AssertionError("There is no end to the work")


def crash_worker() -> PendingRun:
    """A worker claims the next run and dies; its lease is over."""
    row = claim()
    assert row is not None
    PendingRun.objects.filter(pk=row.pk).update(lease_until="2020-01-01T00:00Z")
    return row


class Browser:
    """Somebody's browser that leaves the test in the tenant in which it was: a request leaves its
    tenant when it ends."""

    def __init__(self, client: Client) -> None:
        self._client = client

    @classmethod
    def of(cls, person: Person) -> "Browser":
        return cls(person.browser())

    def request(self, method: str, path: str, body: str = "", **headers: str) -> Any:
        before = connection.tenant
        try:
            return self._client.generic(
                method, path, body, content_type="application/json", headers=headers
            )
        finally:
            connection.set_tenant(before)

    def get(self, path: str) -> Any:
        return self.request("GET", path)

    def post(self, path: str, body: str = "", **headers: str) -> Any:
        return self.request("POST", path, body, **headers)

    def put(self, path: str, body: str = "") -> Any:
        return self.request("PUT", path, body)
