"""The permission table, tried out: every address × method × kind of visitor."""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.catalogue import Role
from accounts.models import ApiKey, Invitation, User
from accounts.roles import give_role
from tenants.context import tenant_context
from tests.conftest import NAMES, PLATFORM_NAMES, Person
from tests.permission_table import METHODS, TABLE, Row

NOBODIES = ("anonymous", "other tenant", "inactive")

Meet = Callable[[str, str], Person]


def _routes(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route)
        else:
            yield route


ROUTES = sorted(set(_routes(get_resolver().url_patterns)))


def test_every_address_has_a_row() -> None:
    assert {row.route for row in TABLE} == set(ROUTES)


@dataclass
class Things:
    """What the placeholders in addresses stand for."""

    person: User
    invitation: Invitation
    key: ApiKey
    group_id: int

    def path(self, route: str) -> str:
        objects = {
            "admin/accounts/user/": self.person.pk,
            "admin/auth/group/": self.group_id,
            "admin/accounts/apikey/": self.key.pk,
            "admin/accounts/invitation/": self.invitation.pk,
        }
        object_id = next((pk for prefix, pk in objects.items() if route.startswith(prefix)), "1")
        for placeholder, value in {
            "<uuid:person_id>": self.person.pk,
            "<uuid:invitation_id>": self.invitation.pk,
            "<uuid:key_id>": self.key.pk,
            "<path:object_id>": object_id,
            "<path:content_type_id>": "999",
            "<uuid:run_id>": self.person.pk,
            "<uuid:session_id>": self.person.pk,
            "<uuid:embed_id>": self.person.pk,
            "<uuid:file_id>": self.person.pk,
            "<uuid:connection_id>": self.person.pk,
            "<uuid:proposal_id>": self.person.pk,
            "<uuid:grant_id>": self.person.pk,
            "<uuid:task_id>": self.person.pk,
            "<uuid:schedule_id>": self.person.pk,
            "<uuid:hook_id>": self.person.pk,
            "<str:name>": "picture.png",
            "<int:number>": "1",
            "<slug:slug>": "acme",
            "<slug:source>": "person",
            "<slug:name>": "wrench",
            "<uid>": "AAAA",
            "<token>": "nonsense",
            "^(?P<app_label>accounts|auth)/$": "accounts/",
            "(?P<url>.*)$": "nowhere/",
        }.items():
            route = route.replace(placeholder, str(value))
        return "/" + route


def _things(slug: str, owner: User | None) -> Things:
    with tenant_context(slug):
        person = User.objects.create(email="target@example.com", name="Target")
        give_role(person, Role.GUEST)
        invitation = Invitation.objects.create(
            email="invited@example.com",
            role=Role.GUEST,
            invited_by_label="x",
            expires_at=timezone.now() + timedelta(days=1),
        )
        key = ApiKey.objects.create(
            user=owner or person, name="k", prefix="tnn_x", digest="x", scopes=["tools:read"]
        )
        return Things(person, invitation, key, person.groups.get().pk)


def _visitors(row_host: str, meet: Meet) -> Iterator[tuple[str, Client, User | None]]:
    """Nine kinds of visitors, each with their browser."""
    host = f"{row_host}.localhost"
    names = NAMES if row_host == "acme" else PLATFORM_NAMES
    yield "anonymous", Client(HTTP_HOST=host), None
    yield "other tenant", meet("Dana", "ims").browser(host=host), None
    with tenant_context(row_host):
        gone = User.objects.create(email="gone@example.com", name="Gone")
        give_role(gone, Role.OWNER)
    inactive = Client(HTTP_HOST=host)
    with tenant_context(row_host):
        inactive.force_login(gone, backend="accounts.authentication.TenantBackend")
        User.objects.filter(pk=gone.pk).update(is_active=False)
    yield "inactive", inactive, None
    for role, name in names.items():
        person = meet(name, row_host)
        yield role.value, person.browser(), person.user


def _send(client: Client, method: str, path: str, data: dict[str, str]) -> int:
    client.raise_request_exception = True
    if path.startswith("/api/") and method != "GET":
        return client.generic(method, path, "{}", content_type="application/json").status_code
    if method in {"GET", "POST"}:
        return int(getattr(client, method.lower())(path, data).status_code)
    return client.generic(method, path).status_code


def _expected(row: Row, who: str) -> int:
    if who in NOBODIES:
        return row.nobody
    return row.allowed if Role(who).outranks_or_equals(row.least) else row.denied


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.method} {row.host}/{row.route}")
def test_each_visitor_gets_what_the_table_says(row: Row, meet: Meet) -> None:
    found, expected = {}, {}
    for who, client, user in _visitors(row.host, meet):
        with transaction.atomic():
            path = _things(row.host, user).path(row.route)
            found[who] = _send(client, row.method, path, row.data)
            expected[who] = _expected(row, who)
            transaction.set_rollback(True)
    assert found == expected


def _undeclared() -> list[tuple[str, str]]:
    declared = {(row.route, row.method) for row in TABLE}
    return [
        (route, method) for route in ROUTES for method in METHODS if (route, method) not in declared
    ]


@pytest.mark.parametrize(("route", "method"), _undeclared())
def test_what_the_table_does_not_name_is_refused(route: str, method: str, meet: Meet) -> None:
    """To the owner: nobody has more rights."""
    host = "platform" if route.startswith(("tenants", "metrics")) else "acme"
    owner = meet("Alice" if host == "acme" else "Platform Alice", host)
    path = _things(host, owner.user).path(route)
    status = _send(owner.browser(), method, path, {})
    assert status == 405


OBJECT_ROUTES = [
    row
    for row in TABLE
    if any(f"<uuid:{name}_id>" in row.route for name in ("person", "invitation", "key"))
]


@pytest.mark.parametrize("row", OBJECT_ROUTES, ids=lambda row: f"{row.method} {row.route}")
@pytest.mark.parametrize("whose", ["missing", "other tenant's"])
def test_an_object_of_another_tenant_is_as_missing_as_none(
    row: Row, whose: str, meet: Meet
) -> None:
    alice, dana = meet("Alice", "acme"), meet("Dana", "ims")
    things: Any = _things("ims", dana.user)
    if whose == "missing":
        for thing in (things.person, things.invitation, things.key):
            thing.pk = uuid.uuid4()
    with tenant_context("ims"):
        path = "/" + row.route
        for name, thing in (
            ("person", things.person),
            ("invitation", things.invitation),
            ("key", things.key),
        ):
            path = path.replace(f"<uuid:{name}_id>", str(thing.pk))
    assert _send(alice.browser(), row.method, path, row.data) == 404
