"""Secrets that are told apart from everything else, and where they must not turn up."""

from collections.abc import Callable
from typing import Any

import redis
from django.db import connection

from tenants.context import tenant_context

IN_TEXT = {
    "openai": "sk-canary0005abcdefgh",
    "github": "ghp_canary0006abcdefghij",
    "token": "github_pat_canary0007abcdefghij",
    "amazon": "AKIACANARY0008ABCDEF",
    "bearer": "Bearer canary0009abcdefgh",
    "basic": "Basic canary0010abcdefgh",
    "jwt": "eyJcanary0011.eyJcanary0011.canary0011",
    "ours": "tnn_canary0012abcdefgh",
}
BY_SCHEMA = ["canary-0013", "canary-0014"]
BY_NAME = {"password": "canary-0015", "apiKey": "canary-0016", "client_secret": "canary-0017"}
IN_A_TRACEBACK = "sk-canary-in-a-traceback"
# A prompt with these words fails on its way to the model, in the product's own code.
FAIL = "fail on the way"
INPUT = {
    "type": "object",
    "properties": {
        "about": {"type": "string"},
        "code": {"type": "string", "x-secret": True},
        "more": {"type": "object", "properties": {"pin": {"type": "string", "x-secret": True}}},
        "settings": {"type": "object"},
    },
}
TEMPLATE = "{{ about }} {{ code }} {{ more.pin }} {{ settings }}"


def kept(slug: str) -> str:
    """Every table of the tenant, as text."""
    with tenant_context(slug), connection.cursor() as cursor:
        cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
        texts = []
        for (table,) in cursor.fetchall():
            name = connection.ops.quote_name(table)
            cursor.execute(f"SELECT coalesce(string_agg(t::text, ''), '') FROM {name} AS t")  # noqa: S608
            texts.append(cursor.fetchone()[0])
    return "".join(texts)


def stored(client: redis.Redis) -> str:
    """Every key of a database of Redis, with its value as it was written (a dump is compressed)."""
    return "\n".join(f"{key!r}: {_value(client, key)!r}" for key in client.scan_iter())


def _value(client: Any, key: bytes) -> Any:
    read: dict[bytes, Callable[[], Any]] = {
        b"string": lambda: client.get(key),
        b"hash": lambda: client.hgetall(key),
        b"list": lambda: client.lrange(key, 0, -1),
        b"set": lambda: client.smembers(key),
        b"zset": lambda: client.zrange(key, 0, -1, withscores=True),
        b"stream": lambda: client.xrange(key),
        b"none": lambda: None,  # it ended meanwhile
    }
    return read[client.type(key)]()
