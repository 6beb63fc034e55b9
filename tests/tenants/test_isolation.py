"""Nothing of one tenant reaches another, whatever happens at the same time."""

import itertools
import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from http.cookies import SimpleCookie
from typing import Any
from uuid import UUID

import pytest
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.test import Client
from django.urls import path

from accounts import keys
from accounts.catalogue import Role
from accounts.models import Invitation, User
from accounts.principal import principal_of_user
from accounts.roles import give_role
from config.urls import urlpatterns as real_urls
from tenants.context import tenant_context

SLUGS = ("acme", "ims", "platform")
THREADS = 32
REQUESTS = 10_000
# The same primary key in each tenant: only the schema tells them apart.
TWIN = UUID("00000000-0000-7000-8000-000000000001")


def probe(request: HttpRequest) -> JsonResponse:
    """What a view sees: its person, the search path, a content type's id."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW search_path")
        (search_path,) = cursor.fetchone()
    return JsonResponse(
        {
            "name": User.objects.get(pk=TWIN).name,
            "signed_in": getattr(request.user, "name", None),
            "search_path": search_path,
            "content_type": ContentType.objects.get_for_model(Invitation).pk,
        }
    )


urlpatterns = [path("probe", probe), *real_urls]


@pytest.fixture
def twins(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, "Twin"]]:
    """In each tenant a person with the same key and another name, a session and an API key."""
    with django_db_blocker.unblock():
        yield {slug: _make_twin(slug) for slug in SLUGS}
        for slug in SLUGS:
            with tenant_context(slug):
                User.objects.filter(pk=TWIN).delete()


@dataclass(frozen=True)
class Twin:
    secret: str
    cookies: SimpleCookie
    content_type: int


def _make_twin(slug: str) -> Twin:
    with tenant_context(slug):
        user = User(pk=TWIN, email="twin@example.com", name=f"canary-{slug}")
        user.set_unusable_password()
        user.save(force_insert=True)
        give_role(user, Role.ADMIN)
        principal = principal_of_user(User.objects.with_groups().get(pk=TWIN))
        _, secret = keys.create_key(
            principal=principal, name="canary", scopes=["tools:read"], expires_at=None
        )
        browser = Client(HTTP_HOST=f"{slug}.localhost")
        browser.force_login(user, backend="accounts.authentication.TenantBackend")
        return Twin(secret, browser.cookies, _renumber_content_type(slug))


def _renumber_content_type(slug: str) -> int:
    """The same model gets another id in each tenant, as it does after different histories."""
    rows = ContentType.objects.filter(app_label="accounts", model="invitation")
    rows.delete()
    ContentType.objects.clear_cache()
    number = 1_000 + SLUGS.index(slug)
    return ContentType.objects.create(pk=number, app_label="accounts", model="invitation").pk


def _ask(slug: str, twins: dict[str, Twin], kind: str) -> list[str]:
    """One request; returns what was wrong with its answer."""
    twin = twins[slug]
    client = Client(HTTP_HOST=f"{slug}.localhost", raise_request_exception=True)
    if kind == "key":
        me = client.get("/api/me", headers={"authorization": f"Bearer {twin.secret}"}).json()
        expected = (f"canary of canary-{slug}", slug)
        found = (me["label"], me["tenant"]["slug"])
        return [] if found == expected else [f"{slug}: {found}"]
    client.cookies = twin.cookies
    seen = client.get("/probe").json()
    expected_seen = {
        "name": f"canary-{slug}",
        "signed_in": f"canary-{slug}",
        "search_path": f"t_{slug}, public",
        "content_type": twin.content_type,
    }
    return [] if seen == expected_seen else [f"{slug}: {seen}"]


@pytest.mark.urls("tests.tenants.test_isolation")
def test_ten_thousand_mixed_requests_see_only_their_own_tenant(
    twins: dict[str, Twin], settings: Any
) -> None:
    settings.API_REQUESTS_PER_MINUTE = REQUESTS
    assert len({twin.content_type for twin in twins.values()}) == len(SLUGS)
    jobs = [(slug, kind) for slug in SLUGS for kind in ("key", "page")]
    plan = list(itertools.islice(itertools.cycle(jobs), REQUESTS))
    random.Random(7).shuffle(plan)

    def work(share: list[tuple[str, str]]) -> list[str]:
        try:
            return [wrong for slug, kind in share for wrong in _ask(slug, twins, kind)]
        finally:
            connection.close()

    shares = [plan[start::THREADS] for start in range(THREADS)]
    with ThreadPoolExecutor(THREADS) as pool:
        wrong = list(itertools.chain.from_iterable(pool.map(work, shares)))
    assert sum(len(share) for share in shares) == REQUESTS
    assert wrong == []
