"""Questions to older clients: sent within the stream of a call, answered by a request of their own.

That request may reach any process, so the answer goes through shared storage. It finds its question
only if it comes from the same principal: the id of a question cannot be guessed, and is no use to
anybody else.
"""

import json
import secrets
import time
from collections.abc import Iterator
from typing import Any

from mcp_types import JSONRPCError, JSONRPCResponse

from accounts.principal import Principal
from config import slots
from config.redis import client
from tenants.cache import tenant_key
from tools_app.mcp.errors import UNAVAILABLE, ProtocolError

PATIENCE = 120
LOOK_EVERY = 1


def new_question(principal: Principal) -> str:
    """An id for a question of ours, known from now on."""
    question = f"tenon-{secrets.token_urlsafe(18)}"
    client().set(_asked(principal, question), 1, ex=PATIENCE)
    return question


def take_answer(principal: Principal, message: JSONRPCResponse | JSONRPCError) -> None:
    """Hand an answer to whoever waits for it. One that nobody asked for is dropped."""
    question = str(message.id)
    if client().delete(_asked(principal, question)):
        key = _answered(principal, question)
        body = message.model_dump_json(by_alias=True)
        with client().pipeline() as pipe:
            pipe.rpush(key, body)
            pipe.expire(key, PATIENCE)
            pipe.execute()


def answers(principal: Principal, question: str) -> Iterator[dict[str, Any] | None]:
    """None once a second while there is none, then the answer. Raises `ProtocolError`."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        key = _answered(principal, question)
        with slots.waiting():
            found = client().blpop([key], timeout=LOOK_EVERY)
        if found:
            yield _result(json.loads(found[1]))
            return
        yield None
    raise ProtocolError(UNAVAILABLE, "The client did not answer in time.")


def _result(message: dict[str, Any]) -> dict[str, Any]:
    if "error" in message:
        raise ProtocolError(UNAVAILABLE, "The client refused to answer.")
    result: dict[str, Any] = message["result"]
    return result


def _asked(principal: Principal, question: str) -> str:
    return tenant_key("mcp", "asked", str(principal), question)


def _answered(principal: Principal, question: str) -> str:
    return tenant_key("mcp", "answered", str(principal), question)
