"""Whoever tries tokens that are not theirs: nobody gets in, and nobody learns which was nearly right.

A part of the guesses here; `make guesses` makes all ten thousand.
"""

import os
import re
import secrets
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from itertools import cycle, islice
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from sessions_app.models import SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person
from tests.together.groups import send, share, start
from together.models import ShareLink, Submission
from together.tokens import GUESSES_AN_ADDRESS, digest_of

GUESSES = int(os.environ.get("GUESSES", "480"))
# Each address tries twice as often as it may: half of the guesses are looked up and refused as
# wrong, half of them are looked up and refused as too many.
TRIES_AN_ADDRESS = 2 * GUESSES_AN_ADDRESS
FORM = {"_row": "/criteria/0", "/criteria/0/name": "Fit", "/criteria/0/weight": "1"}


def _token(path: str) -> str:
    return path.rsplit("/", 1)[1]


@pytest.fixture
def dead(alice: Person, dana: Person) -> dict[str, str]:
    """One token of each kind that was right once, somewhere, or nearly is."""
    revoked, renewed, expired, live = (start(alice) for _ in range(4))
    found = {"revoked": _token(share(alice, revoked))}
    send(alice.browser(), "DELETE", f"/api/group-sessions/{revoked}/share")
    found["regenerated"] = _token(share(alice, renewed))
    share(alice, renewed)
    found["expired"] = _token(share(alice, expired))
    right = _token(share(alice, live))
    with tenant_context("acme"):
        past = timezone.now() - timedelta(seconds=1)
        ShareLink.objects.filter(group__session_id=expired).update(expires_at=past)
    made = send(dana.browser(), "POST", f"/api/group-sessions/{start(dana)}/share", {})
    body = {"tool": "quick-score", "name": "x", "origins": ["https://www.example.com"]}
    embed = send(alice.browser(), "POST", "/api/embeds", body).json()
    return found | {
        "another workspace's": _token(made.json()["url"]),
        "an embed's": embed["token"],
        "its hash": digest_of(right),
        "its session's id": live,
        "cut short": right[:-1],
        "too long": f"{right}A",
        "one letter off": right[:-1] + ("A" if right[-1] != "A" else "B"),
        "in the wrong case": right.swapcase(),
    }


def _guesses(dead: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Mostly at random; every tenth is one that was right once or nearly is."""
    known = cycle(dead.values())
    ways = cycle(["", "/live", "/stream", "post"])
    for number in range(GUESSES):
        token = next(known) if number % 10 == 0 else secrets.token_urlsafe(32)
        yield token, next(ways) if number % 7 == 0 else ""


def _try(browser: Client, token: str, way: str, address: str) -> Any:
    path = f"/join/{token}"
    if way == "post":
        return browser.post(path, {**FORM, "/criteria/0/score": "9"}, REMOTE_ADDR=address)
    return browser.get(path + way, REMOTE_ADDR=address)


def test_no_guess_lets_anybody_in(dead: dict[str, str]) -> None:
    browser, guesses = Client(HTTP_HOST="acme.localhost"), _guesses(dead)
    found: Counter[int] = Counter()
    for number in range(-(-GUESSES // TRIES_AN_ADDRESS)):
        address = f"198.51.{number // 250}.{number % 250 + 1}"
        codes = [
            _try(browser, token, way, address).status_code
            for token, way in islice(guesses, TRIES_AN_ADDRESS)
        ]
        early, late = codes[:GUESSES_AN_ADDRESS], codes[GUESSES_AN_ADDRESS:]
        assert set(early) == {404}
        assert set(late) <= {429}
        found.update(codes)
    assert found.total() == GUESSES
    assert found.keys() == {404, 429}, "0 in"
    assert not browser.cookies
    with tenant_context("acme"):
        assert not Submission.objects.exists()
        assert not SessionEvent.objects.filter(actor_kind="share").exists()


def test_what_was_right_once_is_told_from_nothing_by_nobody(dead: dict[str, str]) -> None:
    """The same words, the same headers, the same number of statements."""
    seen = set()
    for number, token in enumerate([secrets.token_urlsafe(32), *dead.values()]):
        browser = Client(HTTP_HOST="acme.localhost")
        with CaptureQueriesContext(connection) as asked:
            refused = _try(browser, token, "", f"198.51.100.{number + 1}")
        headers = tuple(sorted(name for name in refused.headers))
        words = re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "", refused.content.decode())
        seen.add((refused.status_code, words.replace(token, ""), headers, len(asked)))
    assert len(seen) == 1
