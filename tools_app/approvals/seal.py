"""What a proposal is bound to: the tool as it is, the arguments, the caller, the time.

`versions` says it part by part, so that a refusal can name what has changed. `seal_of` covers the
whole row with the installation's key: a row that was edited in the database opens nothing.
"""

import importlib
import inspect
from functools import lru_cache

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from sessions_app.chain import text_of
from tenants.context import current_tenant
from tools_app.composed import parts_of
from tools_app.models import Proposal
from tools_app.resolved import ResolvedTool
from tools_app.resolver import catalogue
from tools_app.schemas.canonical import digest

WORDS = {
    "identity": "which tool it is",
    "revision": "its settings in this workspace",
    "words": "its name or description",
    "input_schema": "what it takes",
    "output_schema": "what it gives",
    "effect": "what it may do",
    "policy": "when it asks",
    "permissions": "the rights that it needs",
    "grants": "who may run it",
    "execution": "how it runs",
    "code": "its code",
    "steps": "one of the tools that it runs",
}


def versions(tool: ResolvedTool) -> dict[str, str]:
    steps = sorted(parts_of(tool, catalogue().tools), key=lambda part: part.slug)
    return {**_own(tool), "steps": digest([_own(step) for step in steps])}


def substance(tool: ResolvedTool) -> str:
    """What a standing grant is bound to: what the tool does, not what it is called."""
    found = versions(tool)
    kept = ("identity", "input_schema", "effect", "permissions", "execution", "steps")
    return digest({name: found[name] for name in kept})


def changed(before: dict[str, str], now: dict[str, str]) -> str:
    """In words; empty when nothing has."""
    return ", ".join(words for name, words in WORDS.items() if before.get(name) != now.get(name))


def _own(tool: ResolvedTool) -> dict[str, str]:
    grants = [sorted(map(str, tool.grants.users)), sorted(tool.grants.roles)]
    return {
        "identity": f"{tool.id} {tool.row_id if tool.definition is None else ''}",
        "revision": f"{tool.row_id} {tool.revision} {digest(tool.default_input)}",
        "words": digest([tool.name, tool.description, tool.category, tool.icon]),
        "input_schema": tool.input_digest,
        "output_schema": tool.output_digest,
        "effect": tool.effect.value,
        "policy": tool.policy.value,
        "permissions": digest(sorted(tool.required_permissions)),
        "grants": digest(grants),
        "execution": digest(tool.execution or {}),
        "code": _source(tool.definition.module) if tool.definition else "",
    }


@lru_cache(maxsize=1_000)
def _source(module: str) -> str:
    """Another release may run by the time that somebody agrees."""
    try:
        return digest(inspect.getsource(importlib.import_module(module)))
    except (OSError, ImportError):
        return ""


SEALED = (
    *("id", "run_id", "session_id", "tool_slug", "effect", "source", "is_test"),
    *("payload", "shown", "input_hash", "versions", "nonce_hash", "summary", "target", "diff"),
    *("caller_kind", "caller_id", "user_id", "counter_of", "changed_by_id", "expires_at"),
)


def seal_of(proposal: Proposal, key: str | None = None) -> str:
    text = text_of(getattr(proposal, name) for name in SEALED)
    salt = f"tenon.proposal {current_tenant().schema_name}"
    return salted_hmac(salt, text, secret=key, algorithm="sha256").hexdigest()


def is_whole(proposal: Proposal) -> bool:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(seal_of(proposal, key), proposal.seal) for key in keys)
