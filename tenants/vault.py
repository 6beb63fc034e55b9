"""Secrets of tenants, sealed: what is in the database opens only where it was put.

Each tenant has a key of its own, derived from the installation's (`ENCRYPTION_KEYS`, the first of
which seals; the others still open). A sealed text is bound to its tenant and to the row that it is
of: moved elsewhere, it does not open. `rotate_secrets` seals everything anew.
"""

import base64
import hashlib
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from config.errors import AppError
from tenants.context import current_tenant

VERSION = "v1"
NONCE_BYTES = 12


class Unreadable(AppError):
    """The key is gone, or the text was moved or changed."""

    status, code, title = (
        409,
        "secret_unreadable",
        "The stored secret cannot be read; enter it again",
    )


def seal(secret: str, *, about: str) -> str:
    """`about` names the row that the secret is of."""
    key = settings.ENCRYPTION_KEYS[0]
    nonce = os.urandom(NONCE_BYTES)
    sealed = _cipher(key).encrypt(nonce, secret.encode(), _place(about))
    return f"{VERSION}.{_key_id(key)}.{base64.urlsafe_b64encode(nonce + sealed).decode()}"


def unseal(sealed: str, *, about: str) -> str:
    """Raises `Unreadable`."""
    try:
        version, key_id, text = sealed.split(".")
        data = base64.urlsafe_b64decode(text)
        key = next(key for key in settings.ENCRYPTION_KEYS if _key_id(key) == key_id)
        if version != VERSION:
            raise Unreadable
        opened = _cipher(key).decrypt(data[:NONCE_BYTES], data[NONCE_BYTES:], _place(about))
    except (ValueError, StopIteration, InvalidTag) as error:
        raise Unreadable from error
    return opened.decode()


def is_current(sealed: str) -> bool:
    """Whether it was sealed with the first of the keys."""
    return sealed.startswith(f"{VERSION}.{_key_id(settings.ENCRYPTION_KEYS[0])}.")


def _cipher(key: str) -> AESGCM:
    tenant = current_tenant()
    info = f"tenon secrets {tenant.schema_name} {tenant.pk}".encode()
    return AESGCM(HKDF(hashes.SHA256(), 32, salt=None, info=info).derive(key.encode()))


def _place(about: str) -> bytes:
    return f"{current_tenant().schema_name}:{about}".encode()


def _key_id(key: str) -> str:
    return hashlib.sha256(b"tenon key id " + key.encode()).hexdigest()[:12]


# -- Who keeps secrets ------------------------------------------------------------------------


@dataclass(frozen=True)
class Keeper:
    """A table with secrets in it. `reseal` goes through the rows of the present tenant, seals
    those anew whose key is not the current one, and says how many could not be read."""

    name: str
    reseal: Callable[[], tuple[int, int]]


class Keepers:
    def __init__(self) -> None:
        self._keepers: dict[str, Keeper] = {}

    def register(self, keeper: Keeper) -> None:
        self._keepers[keeper.name] = keeper

    def __iter__(self) -> Iterator[Keeper]:
        return iter(self._keepers.values())


keepers = Keepers()
