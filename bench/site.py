"""The product and the floor, served side by side for a measurement."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from config.paths import ROOT
from config.services import processes
from config.services.embedded import services

THREADS = 8


@dataclass(frozen=True)
class Site:
    product_port: int
    floor_port: int
    key: str
    cookie: str
    # Of a workspace with fifty tools.
    small_key: str
    seconds_to_prepare: float
    seconds_to_prepare_again: float
    seconds_to_serve: float


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int, *, seconds: float = 60) -> None:
    """Until something listens there."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise RuntimeError(f"Nothing listens at {port}")


def _manage(*arguments: str) -> str:
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _timed(*arguments: str) -> float:
    started = time.perf_counter()
    _manage(*arguments)
    return time.perf_counter() - started


def _wait(url: str) -> float:
    started = time.perf_counter()
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):
                return time.perf_counter() - started
        except (urllib.error.URLError, OSError):
            time.sleep(0.02)


MAKE_KEY = """
from accounts import keys
from accounts.catalogue import Role
from accounts.demo import email_of
from accounts.models import User
from accounts.principal import principal_of_user
from tenants.context import tenant_context
with tenant_context("ims"):
    from tools_app.models import Tool
    from tools_app.access import visible_tools
    from tools_app.resolver import catalogue_changed
    user = User.objects.with_groups().get(email=email_of(Role.MEMBER, "ims"))
    principal = principal_of_user(user)
    Tool.objects.bulk_create(
        Tool(slug=f"tool-{n}", kind="tenant_custom", name=f"Tool {n}", effect="read",
             description="A tool of the tenant's own, to be listed.")
        for n in range(50 - len(visible_tools(principal=principal)))
    )
    catalogue_changed()
    print(keys.create_key(principal=principal, name="bench", scopes=["tools:execute"], expires_at=None)[1])
with tenant_context("acme"):
    user = User.objects.with_groups().get(email=email_of(Role.MEMBER, "acme"))
    principal = principal_of_user(user)
    from tools_app.models import Tool
    from tools_app.resolver import catalogue_changed
    Tool.objects.bulk_create(
        Tool(slug=f"tool-{n}", kind="tenant_custom", name=f"Tool {n}", effect="read",
             description="A tool of the tenant's own, to be listed.")
        for n in range(1000)
    )
    catalogue_changed()
    from django.db import connection
    connection.cursor().execute(
        "CREATE TABLE public.floor (id bigserial PRIMARY KEY, body jsonb NOT NULL)"
    )
    print(keys.create_key(principal=principal, name="bench", scopes=["tools:execute"], expires_at=None)[1])
    from django.conf import settings
    from django.test import Client
    browser = Client(HTTP_HOST="acme.localhost")
    browser.force_login(user, backend="accounts.authentication.TenantBackend")
    print(f"{settings.SESSION_COOKIE_NAME}={browser.cookies[settings.SESSION_COOKIE_NAME].value}")
"""


@contextmanager
def site(folder: Path) -> Iterator[Site]:
    os.environ.update(DATA_DIR=str(folder), API_REQUESTS_PER_MINUTE="100000000", LOG_FORMAT="json")
    os.environ.update(MODEL="none", TOOL_CALLS_PER_MINUTE="100000000")
    children = processes.Processes()
    with services(folder):
        prepare, again = _timed("prepare"), _timed("prepare")
        made = _manage("shell", "--no-imports", "-c", MAKE_KEY)
        small_key, key, cookie = made.strip().splitlines()[-3:]
        product, floor = free_port(), free_port()
        log = (folder / "web.log").open("w")
        sys.stdout.flush()
        try:
            serving = time.perf_counter()
            children.start("web", _serve("config.wsgi:application", product), output=log)
            _wait(f"http://127.0.0.1:{product}/readyz")
            seconds = time.perf_counter() - serving
            children.start("floor", _serve("bench.floor:application", floor), output=log)
            _wait(f"http://127.0.0.1:{floor}/")
            yield Site(product, floor, key, cookie, small_key, prepare, again, seconds)
        finally:
            children.stop()
            log.close()


def _serve(application: str, port: int) -> list[str]:
    options = {"threads": THREADS, "workers": 1, "streams": 256}
    command = processes.web(host="127.0.0.1", port=port, **options)
    return [application if part == "config.wsgi:application" else part for part in command]
