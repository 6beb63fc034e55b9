"""Secrets that must be kept and used again: encrypted, for one tenant and one purpose.

What was sealed for one tenant or purpose does not open for another. Keys are derived from
`SECRET_KEY`; what was sealed under one of `SECRET_KEY_FALLBACKS` still opens.
"""

import base64
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings


class Unreadable(Exception):
    """Sealed for another tenant or purpose, under a key that is gone, or not sealed at all."""


def seal(text: str, *, tenant: str, purpose: str) -> str:
    return _box(tenant, purpose, _keys()).encrypt(text.encode()).decode()


def unseal(sealed: str, *, tenant: str, purpose: str) -> str:
    """Raises `Unreadable`."""
    try:
        return _box(tenant, purpose, _keys()).decrypt(sealed.encode()).decode()
    except InvalidToken as error:
        raise Unreadable from error


def _keys() -> tuple[str, ...]:
    return (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)


@lru_cache(maxsize=1_000)
def _box(tenant: str, purpose: str, keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(_derived(key, f"tenon:{purpose}:{tenant}")) for key in keys])


def _derived(key: str, info: str) -> bytes:
    made = HKDF(algorithm=SHA256(), length=32, salt=None, info=info.encode()).derive(key.encode())
    return base64.urlsafe_b64encode(made)
