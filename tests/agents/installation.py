"""A web server, a worker and a beat on the tests' own PostgreSQL and Redis, and a tenant whose data
is really committed."""

import http.client
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection
from django.test import Client

from accounts import keys
from accounts.catalogue import SCOPES, Role
from accounts.models import User
from accounts.principal import principal_of_user
from accounts.roles import give_role
from config.services import processes
from tenants.context import no_tenant, tenant_context
from tenants.models import Tenant
from tenants.provisioning import provision, register_tenant
from tests.browser.server import free_port

SLUG = "prompts"
SITE = "tests.agents.site"
READY_SECONDS = 90
NAMES = ("web", "worker", "beat")


@dataclass(frozen=True)
class Answer:
    status: int
    text: str

    @property
    def body(self) -> Any:
        return json.loads(self.text)


@dataclass
class Installation:
    port: int
    folder: Path
    key: str
    cookie: str
    # All that was ever answered.
    seen: list[str]

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """As a program, with a key."""
        sent = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        return self._sent(method, path, json.dumps(body or {}), {**sent, **headers})

    def page(self, path: str) -> str:
        """As a person, at a browser."""
        answer = self._sent("GET", path, None, {"Cookie": self.cookie})
        assert answer.status == 200, (path, answer)
        return answer.text

    def _sent(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> Answer:
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        line.request(method, path, body, {"Host": f"{SLUG}.localhost", **headers})
        response = line.getresponse()
        answer = Answer(response.status, response.read().decode())
        line.close()
        self.seen.append(answer.text)
        return answer

    def follow(self, run_id: str) -> Iterator[dict[str, Any]]:
        """Its events as they come over the stream, to the one that ends it."""
        headers = {"Authorization": f"Bearer {self.key}", "Accept": "text/event-stream"}
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        path = f"/api/runs/{run_id}/events"
        line.request("GET", path, headers={"Host": f"{SLUG}.localhost", **headers})
        for read in line.getresponse():
            self.seen.append(read.decode())
            if read.startswith(b"data: "):
                yield json.loads(read[6:])
        line.close()

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def logs(self) -> dict[str, str]:
        return {f"log of {name}": self.log(name) for name in NAMES}


@contextmanager
def installation(folder: Path, **given: str) -> Iterator[Installation]:
    """`given` are further settings of the processes."""
    provision(register_tenant(slug=SLUG, name="Prompts"))
    try:
        key, cookie = _owner()
        before = dict(os.environ)
        os.environ.update(_environment(), **given)
        try:
            with _running(folder) as port:
                yield Installation(port, folder, key, cookie, [])
        finally:
            os.environ.clear()
            os.environ.update(before)
    finally:
        _drop()


def _environment() -> dict[str, str]:
    """They work on the database of the tests."""
    url = urlsplit(os.environ["DATABASE_URL"])
    name = connection.settings_dict["NAME"]
    return {
        "DATABASE_URL": url._replace(path=f"/{name}").geturl(),
        "DJANGO_SETTINGS_MODULE": "tests.working_settings",
        "LOG_FORMAT": "json",
        "LOG_LEVEL": "INFO",
        "OVERDUE_EVERY_SECONDS": "1",
        "RUN_RETRY_SECONDS": "0",
    }


def _owner() -> tuple[str, str]:
    with tenant_context(SLUG):
        user = User.objects.create(email=f"owner@{SLUG}.example", name="Olga")
        give_role(user, Role.OWNER)
        principal = principal_of_user(User.objects.with_groups().get(pk=user.pk))
        scopes = [name for name, scope in SCOPES.items() if scope.rights & principal.permissions]
        facts: dict[str, Any] = {"name": "k", "scopes": scopes, "expires_at": None}
        _, secret = keys.create_key(principal=principal, **facts)
        browser = Client(HTTP_HOST=f"{SLUG}.localhost")
        browser.force_login(user, backend="accounts.authentication.TenantBackend")
    name = settings.SESSION_COOKIE_NAME
    return secret, f"{name}={browser.cookies[name].value}"


@contextmanager
def _running(folder: Path) -> Iterator[int]:
    children, port = processes.Processes(), free_port()
    web = processes.web(host="127.0.0.1", port=port, threads=4, workers=1, streams=16)
    commands = {
        "web": web,
        "worker": processes.worker(concurrency=2),
        "beat": processes.beat(schedule=folder / "beat"),
    }
    try:
        for name, command in commands.items():
            with (folder / f"{name}.log").open("w") as log:
                children.start(name, [_ours(word) for word in command], output=log)
        _wait(children, port, folder)
        yield port
    finally:
        children.stop()


def _ours(word: str) -> str:
    return {"config.wsgi:application": f"{SITE}:application", "config": SITE}.get(word, word)


def _wait(children: processes.Processes, port: int, folder: Path) -> None:
    """The web answers. A run waits for the worker by itself."""
    ends = time.monotonic() + READY_SECONDS
    while time.monotonic() < ends:
        if name := children.ended():
            raise RuntimeError(f"{name} ended: {(folder / f'{name}.log').read_text()[-4000:]}")
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            line.request("GET", "/readyz")
            if line.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.1)
        finally:
            line.close()
    raise RuntimeError("The web server was not ready in time")


def _drop() -> None:
    with no_tenant():
        with connection.cursor() as cursor:
            cursor.execute(f"DROP SCHEMA t_{SLUG} CASCADE")
        Tenant.objects.filter(slug=SLUG).delete()
