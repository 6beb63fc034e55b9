"""Links that open one file for a quarter of an hour, for whoever holds them."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from urllib.parse import urlencode
from uuid import UUID

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from files.models import StoredFile
from tenants.context import current_tenant

SECONDS = 15 * 60
LONGEST_TIME = 12


@cache
def _signer() -> Signer:
    """Made when it is first used: the settings may be found wrong before that, and are to say so."""
    return Signer(salt="files.links")


@dataclass(frozen=True)
class Link:
    path: str
    expires_at: datetime


def link_to(file: StoredFile) -> Link:
    """Whoever calls has fetched the file through `access`."""
    expires = int(time.time()) + SECONDS
    signature = _signer().signature(_signed(file.pk, str(expires)))
    query = urlencode({"expires": expires, "signature": signature})
    return Link(f"{plain_path(file)}?{query}", datetime.fromtimestamp(expires, UTC))


def plain_path(file: StoredFile) -> str:
    """For people who are signed in and may see it."""
    return reverse("file", args=[file.pk, file.name])


def is_valid(*, file_id: UUID, expires: str, signature: str) -> bool:
    """Whether we signed it, for this tenant and file, and its time is not over."""
    try:
        _signer().unsign(f"{_signed(file_id, expires)}{_signer().sep}{signature}")
    except BadSignature:
        return False
    return seconds_left(expires) > 0


def seconds_left(expires: str) -> int:
    if not (expires.isascii() and expires.isdigit() and len(expires) <= LONGEST_TIME):
        return 0
    return int(expires) - int(time.time())


def _signed(file_id: UUID, expires: str) -> str:
    # The tenant's id, not its name: a workspace of the same name is another one.
    return f"{current_tenant().pk}/{file_id}/{expires}"
