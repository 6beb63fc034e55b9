"""Secrets at rest: readable by this installation, in this tenant, for this purpose, nowhere else.

The key is derived from the installation's (former ones stay good for reading), the tenant's schema
and the purpose. A ciphertext that is moved to another tenant or column does not open.
"""

import base64
from functools import lru_cache

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from tenants.context import current_tenant


class BoxClosed(Exception):
    """It was not locked here: another tenant's, another purpose's, or by a key that is gone."""


def lock(plain: str, *, purpose: str) -> str:
    return _box(purpose).encrypt(plain.encode()).decode()


def unlock(locked: str, *, purpose: str) -> str:
    """Raises `BoxClosed`."""
    try:
        return _box(purpose).decrypt(locked.encode()).decode()
    except InvalidToken as error:
        raise BoxClosed(purpose) from error


def _box(purpose: str) -> MultiFernet:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return _derived(keys, current_tenant().schema_name, purpose)


@lru_cache(maxsize=5_000)
def _derived(keys: tuple[str, ...], schema: str, purpose: str) -> MultiFernet:
    info = f"tenon.proposals\0{schema}\0{purpose}".encode()
    return MultiFernet(
        Fernet(base64.urlsafe_b64encode(HKDF(SHA256(), 32, None, info).derive(key.encode())))
        for key in keys
    )
