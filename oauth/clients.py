"""Programs: registering one, finding one by its id."""

import json
import logging
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from django.utils import timezone

from accounts.throttles import count
from config import outbound
from config.ids import uuid7
from config.outbound.limits import Limits
from oauth.errors import InvalidClient, InvalidDocument
from oauth.models import Client
from oauth.redirects import LONGEST, vet

logger = logging.getLogger("tenon.oauth")

HOUR = 60 * 60
REGISTRATIONS_AN_HOUR = 5
MOST_REDIRECTS = 10
KEPT_FOR = timedelta(hours=1)
SMALL = Limits(seconds=5, bytes=20_000, connect_seconds=3)


def register(*, address: str, described: Any) -> Client:
    """Whoever asks gets an id, a few times an hour; it is worth nothing until a person consents."""
    what = "Too many programs were registered from here."
    count("oauth-register", address, limit=REGISTRATIONS_AN_HOUR, window=HOUR, what=what)
    name, redirects = _facts(described)
    client = Client.objects.create(
        client_id=f"tenon-{uuid7()}",
        kind=Client.Kind.REGISTERED,
        name=name,
        redirect_uris=redirects,
    )
    logger.info("Program registered", extra={"client": client.client_id})
    return client


def find(client_id: str, *, address: str) -> Client:
    """By its id here, or by the address of its description. Raises `InvalidClient`."""
    if client_id.startswith("https://"):
        return _described(client_id, address)
    client = Client.objects.filter(client_id=client_id, kind=Client.Kind.REGISTERED).first()
    if client is None:
        raise InvalidClient("No program is registered here with this id.")
    return client


def _described(url: str, address: str) -> Client:
    """Its description, fetched anew when it is an hour old."""
    known = Client.objects.filter(client_id=url).first()
    if known and known.fetched_at and known.fetched_at > timezone.now() - KEPT_FOR:
        return known
    count(
        "oauth-document", address, limit=20, window=HOUR, what="Too many programs were looked up."
    )
    name, redirects = _facts(_fetched(url))
    facts = {"name": name, "redirect_uris": redirects, "fetched_at": timezone.now()}
    client, _ = Client.objects.update_or_create(
        client_id=url, defaults={**facts, "kind": Client.Kind.DOCUMENT}
    )
    return client


def _fetched(url: str) -> Any:
    parts = urlsplit(url)
    if len(url) > LONGEST or parts.path in {"", "/"} or parts.fragment or parts.username:
        raise InvalidClient("The address of a description has a path, and no fragment or name.")
    try:
        response = outbound.fetch("GET", url, headers={"Accept": "application/json"}, limits=SMALL)
        described = json.loads(response.content) if response.status_code == 200 else None
    except (outbound.Refused, ValueError, RecursionError) as error:
        raise InvalidClient("The program's description cannot be fetched.") from error
    if not isinstance(described, dict) or described.get("client_id") != url:
        raise InvalidClient("What is found at the id of the program does not describe it.")
    return described


def _facts(described: Any) -> tuple[str, list[str]]:
    """Its name and where it may be sent. Raises `InvalidDocument` or `InvalidRedirect`."""
    if not isinstance(described, dict):
        raise InvalidDocument("An object is needed.")
    redirects = described.get("redirect_uris")
    if not isinstance(redirects, list) or not 0 < len(redirects) <= MOST_REDIRECTS:
        raise InvalidDocument(f"Name 1 to {MOST_REDIRECTS} redirect_uris.")
    if not all(isinstance(uri, str) for uri in redirects):
        raise InvalidDocument("Each of the redirect_uris is a text.")
    name = described.get("client_name")
    shown = "".join(mark for mark in name if mark.isprintable()) if isinstance(name, str) else ""
    return shown.strip()[:100] or "A program without a name", [vet(uri) for uri in redirects]
