"""A tenant where many decide at the same time: real threads, each with its own connection."""

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.test import Client

from accounts import keys
from accounts.catalogue import Role
from accounts.models import User
from accounts.principal import principal_of_user
from accounts.roles import give_role
from config import redis
from sessions_app.models import SessionEvent
from tenants.context import leave, no_tenant, tenant_context
from tenants.models import Tenant
from tenants.provisioning import provision, register_tenant
from tests.tools_app.approvals.changing import Asked
from tools_app.models import IdempotencyKey, Proposal

SLUG, OTHER = "races", "races-other"
Act = Callable[[], Any]


@dataclass(frozen=True)
class Arena:
    pool: ThreadPoolExecutor
    program: Client
    boss: Client
    stranger: Client
    boss_user: User

    def ask(self, slug: str, mark: str) -> Asked:
        body = json.dumps({"input": {"mark": mark}})
        path = f"/api/tools/{slug}/run"
        answer = self.program.post(path, body, content_type="application/json")
        assert answer.status_code == 202, answer.content
        return Asked(answer.json(), self.program)

    def at_once(self, acts: Sequence[Act]) -> list[Any]:
        """All begin at the same moment; what each gave."""
        ready = threading.Barrier(len(acts))

        def run(act: Act) -> Any:
            ready.wait(30)
            try:
                return act()
            finally:
                leave()

        return [each.result(120) for each in [self.pool.submit(run, act) for act in acts]]

    def decide(self, who: Client, asked: Asked, how: str, **body: Any) -> Act:
        """One request, by a client of its own with who's cookies."""
        client = Client(HTTP_HOST=who.defaults["HTTP_HOST"])
        client.cookies = who.cookies
        path = f"{asked.path}/{how}"
        text = json.dumps(body)
        return lambda: client.post(path, text, content_type="application/json").status_code


def marks_of(asked: Asked) -> int:
    with tenant_context(SLUG):
        return IdempotencyKey.objects.filter(run_id=asked.run_id).count()


def state_of(asked: Asked) -> str:
    with tenant_context(SLUG):
        return Proposal.objects.get(pk=asked.id).status


def story_of(asked: Asked) -> list[str]:
    with tenant_context(SLUG):
        rows = SessionEvent.objects.filter(run_id=asked.run_id).order_by("seq")
        return [row.type.removeprefix("tool.") for row in rows]


def _person(slug: str, name: str, role: Role) -> tuple[Client, User]:
    with tenant_context(slug):
        user = User.objects.create(email=f"{name}@{slug}.example", name=name)
        give_role(user, role)
        browser = Client(HTTP_HOST=f"{slug}.localhost")
        browser.force_login(user, backend="accounts.authentication.TenantBackend")
        return browser, User.objects.with_groups().get(pk=user.pk)


def _program(user: User) -> Client:
    with tenant_context(SLUG):
        principal = principal_of_user(user)
        options: dict[str, Any] = {"name": "k", "scopes": ["tools:execute"], "expires_at": None}
        _, secret = keys.create_key(principal=principal, **options)
    return Client(HTTP_HOST=f"{SLUG}.localhost", headers={"authorization": f"Bearer {secret}"})


@contextmanager
def patience() -> Iterator[None]:
    """A machine that is busy with fifty threads and more may keep Redis waiting for longer than the
    product waits; that is no answer to the question who wins."""
    pool = redis.client().connection_pool
    before = dict(pool.connection_kwargs)
    pool.connection_kwargs.update(socket_timeout=60, socket_connect_timeout=60)
    pool.disconnect()
    try:
        yield
    finally:
        pool.connection_kwargs.update(before)
        pool.disconnect()


@contextmanager
def arena(threads: int) -> Iterator[Arena]:
    for slug in (SLUG, OTHER):
        provision(register_tenant(slug=slug, name=slug))
    try:
        boss, boss_user = _person(SLUG, "boss", Role.OWNER)
        _, member = _person(SLUG, "member", Role.MEMBER)
        stranger, _ = _person(OTHER, "stranger", Role.OWNER)
        with ThreadPoolExecutor(threads) as pool:
            yield Arena(pool, _program(member), boss, stranger, boss_user)
            _hang_up(pool, threads)
    finally:
        _drop()


def _hang_up(pool: ThreadPoolExecutor, threads: int) -> None:
    """Each thread closes its own connection: the barrier keeps one from taking two turns."""
    everybody = threading.Barrier(threads)

    def close() -> None:
        everybody.wait(30)
        connection.close()

    for each in [pool.submit(close) for _ in range(threads)]:
        each.result(60)


def _drop() -> None:
    with no_tenant():
        for slug in (SLUG, OTHER):
            with connection.cursor() as cursor:
                cursor.execute(f"DROP SCHEMA t_{slug.replace('-', '_')} CASCADE")
            Tenant.objects.filter(slug=slug).delete()
