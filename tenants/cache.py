"""Keys in shared storage carry the tenant: no key of one can be read by another."""

from tenants.backend.base import connection


def tenant_key(*parts: str) -> str:
    """A Redis key of the tenant in use (or of the installation, outside of any)."""
    return ":".join(["tenon", connection.schema_name, *parts])


def make_key(key: str, key_prefix: str, version: int) -> str:
    """Django's cache uses this for every key (`CACHES["default"]["KEY_FUNCTION"]`)."""
    return tenant_key("cache", key_prefix, str(version), key)
