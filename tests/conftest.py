"""Three tenants and their people, made once; every test runs in a transaction of its own.

Alice owns Acme, Bob is a member of it, Charlie is a guest without rights worth naming; Dana owns
IMS, the other tenant. One person for each further role.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import hypothesis
import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.test.utils import setup_databases, teardown_databases

from accounts import callers, keys, rights
from accounts.api.throttling import allowance
from accounts.catalogue import Role
from accounts.models import User
from accounts.principal import Principal, principal_of_user
from accounts.roles import give_role
from config import redis
from oauth import callers as tokens
from tenants.context import leave, tenant_context
from tenants.provisioning import provision, register_tenant
from tools_app import resolver
from tools_app.api.listing import pages
from tools_app.budgets import budget

# How long an example takes says something about the machine, not about the product.
hypothesis.settings.register_profile(
    "tenon", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("tenon")

PASSWORD = "a-long-enough-password"

NAMES = {
    Role.OWNER: "Alice",
    Role.ADMIN: "Adam",
    Role.EDITOR: "Erin",
    Role.MEMBER: "Bob",
    Role.VIEWER: "Vera",
    Role.GUEST: "Charlie",
}
IMS_NAMES = {Role.OWNER: "Dana", Role.MEMBER: "Dora"}
PLATFORM_NAMES = {role: f"Platform {name}" for role, name in NAMES.items()}


def email_of(name: str) -> str:
    return f"{name.lower().replace(' ', '.')}@example.com"


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: Any) -> Iterator[None]:
    """Instead of pytest-django's, which makes no database for tests that use one from threads."""
    redis.client().flushall()
    with django_db_blocker.unblock():
        made = setup_databases(verbosity=0, interactive=False)
        _make_tenants()
    yield
    with django_db_blocker.unblock():
        teardown_databases(made, verbosity=0)


def _make_tenants() -> None:
    password = make_password(PASSWORD)
    tenants = {"acme": NAMES, "ims": IMS_NAMES, "platform": PLATFORM_NAMES}
    for slug, names in tenants.items():
        provision(register_tenant(slug=slug, name=slug.capitalize()))
        with tenant_context(slug):
            for role, name in names.items():
                user = User.objects.create(email=email_of(name), name=name, password=password)
                give_role(user, role)


@pytest.fixture(autouse=True)
def _clean_slate() -> Iterator[None]:
    """No counter, no tenant and no version that was rolled back is left over from before."""
    resolver._build.cache_clear()
    rights._table.cache_clear()
    callers._found.cache_clear()
    callers._noted.clear()
    tokens._found.cache_clear()
    tokens._noted.clear()
    pages._kept.clear()
    allowance._drawn.clear()
    budget._shares.clear()
    yield
    redis.client().flushdb()
    leave()


@dataclass(frozen=True)
class Person:
    """Somebody of a tenant, as a test needs them."""

    slug: str
    user: User
    principal: Principal

    @property
    def host(self) -> str:
        return f"{self.slug}.localhost"

    def browser(self, host: str | None = None) -> Client:
        """A browser with this person signed in, on their own host or another one."""
        client = Client(HTTP_HOST=host or self.host)
        with tenant_context(self.slug):
            client.force_login(self.user, backend="accounts.authentication.TenantBackend")
        return client

    def key(self, *scopes: str, **options: Any) -> str:
        """The plaintext of a new API key of this person."""
        with tenant_context(self.slug):
            options = {"name": "test", "expires_at": None, **options}
            _, secret = keys.create_key(principal=self.principal, scopes=scopes, **options)
        return secret

    def program(self, *scopes: str, host: str | None = None) -> Client:
        """A program that calls with such a key."""
        headers = {"authorization": f"Bearer {self.key(*scopes)}"}
        return Client(HTTP_HOST=host or self.host, headers=headers)


Meet = Callable[[str, str], Person]


@pytest.fixture
def meet(db: None) -> Meet:
    def person(name: str, slug: str = "acme") -> Person:
        with tenant_context(slug):
            user = User.objects.with_groups().get(email=email_of(name))
            return Person(slug, user, principal_of_user(user))

    return person


@pytest.fixture
def alice(meet: Meet) -> Person:
    return meet("Alice", "acme")


@pytest.fixture
def adam(meet: Meet) -> Person:
    return meet("Adam", "acme")


@pytest.fixture
def bob(meet: Meet) -> Person:
    return meet("Bob", "acme")


@pytest.fixture
def charlie(meet: Meet) -> Person:
    return meet("Charlie", "acme")


@pytest.fixture
def dana(meet: Meet) -> Person:
    return meet("Dana", "ims")


@pytest.fixture
def operator(meet: Meet) -> Person:
    return meet("Platform Alice", "platform")


@pytest.fixture
def visitor(db: None) -> Client:
    """Somebody who is not signed in, on Acme's host."""
    return Client(HTTP_HOST="acme.localhost")
