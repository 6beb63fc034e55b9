"""Keeps secrets out of what is written down: by the schema (`masked`), and by their looks
(`redacted`). Neither changes its argument."""

import json
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from tools_app.schemas.keywords import is_secret
from tools_app.schemas.walk import Schemas, Walk

MASK = "••••••"

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_ALONE = frozenset({
    "password", "passwd", "passphrase", "passcode", "pwd", "secret", "secrets", "token", "tokens",
    "authorization", "cookie", "cookies", "credential", "credentials", "apikey", "authtoken",
    "accesstoken", "refreshtoken", "clientsecret", "privatekey",
})  # fmt: skip
_PAIRS = frozenset({
    ("api", "key"), ("private", "key"), ("access", "key"), ("secret", "key"), ("signing", "key"),
    ("encryption", "key"), ("set", "cookie"),
})  # fmt: skip
_HARMLESS_ENDINGS = frozenset({
    "count", "counts", "limit", "limits", "usage", "budget", "length", "type", "id", "name", "names",
    "url", "uri", "policy", "hint", "expiry", "expires", "at", "in", "min", "max", "used", "total",
    "endpoint", "required", "enabled", "set", "reset",
})  # fmt: skip
# A match begins only where a run of its characters begins, so that the search stays linear.
_VALUES = re.compile(
    r"""
      \btnn_[A-Za-z0-9_-]{8,}
    | \bpropose:[0-9a-f]{32}\.[0-9a-f]{64}
    | \bsk[-_][A-Za-z0-9_-]{8,}
    | \b(?:ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{16,} | \bgithub_pat_[A-Za-z0-9_]{16,}
    | \b(?:AKIA|ASIA)[A-Z0-9]{16}\b
    | \b(?i:bearer|basic)[ ]+[A-Za-z0-9._~+/-]{8,}=*
    | (?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*
    | -----BEGIN[ ][A-Z ]{0,40}PRIVATE[ ]KEY-----(?:[^-]|-(?!----END))*(?:-----END[ ][A-Z ]{0,40}-----)?
    """,
    re.VERBOSE,
)

Step = Callable[[Any, Any, str | int], tuple[Any, Any, bool]]
"""(state, child, key) → (state below, replacement, whether to go on inside of it)"""


def masked(schema: Any, value: Any) -> Any:
    """A copy in which whatever the schema calls secret is a mask."""
    walk = Walk(schema)

    def step(schemas: Schemas, child: Any, key: str | int) -> tuple[Schemas, Any, bool]:
        below = walk.below(schemas, key)
        if any(map(is_secret, below)):
            return below, MASK, False
        return below, child, True

    if any(map(is_secret, walk.start)):
        return MASK
    return _rebuilt(value, walk.start, step)


# Whatever looks like a credential has one of these in it, in its key or in its value.
_SIGNS = (
    *("passw", "passphrase", "passcode", "pwd", "secret", "token", "authorization", "cookie"),
    *("credential", "key", "tnn_", "sk-", "sk_", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    *("github_pat_", "akia", "asia", "bearer", "basic", "eyj", "-----begin"),
)


_encoded = json.JSONEncoder(ensure_ascii=False).encode


def redacted(value: Any) -> Any:
    """The value without what looks like a credential, by its key or by itself: a copy, where there
    is anything to leave out."""
    try:
        text = _encoded(value).lower()
    except RecursionError:
        return _redacted(value)
    return _redacted(value) if any(sign in text for sign in _SIGNS) else value


def _redacted(value: Any) -> Any:

    def step(state: None, child: Any, key: str | int) -> tuple[None, Any, bool]:
        if isinstance(key, str) and is_credential_name(key) and _tells(child):
            return state, MASK, False
        return state, redacted_text(child) if isinstance(child, str) else child, True

    return _rebuilt(redacted_text(value) if isinstance(value, str) else value, None, step)


def redacted_text(text: str) -> str:
    return _VALUES.sub(MASK, text)


def is_credential_name(name: str) -> bool:
    """By whole words: `accessToken` and `X-API-Key` are, `tokenCount` and `secretary` are not."""
    words = [word.lower() for word in _WORDS.findall(name[:200])]
    if not words or words[-1] in _HARMLESS_ENDINGS:
        return False
    return not _ALONE.isdisjoint(words) or not _PAIRS.isdisjoint(pairwise(words))


def _tells(value: Any) -> bool:
    """Nothing is given away by null, true or false."""
    return value is not None and not isinstance(value, bool)


def _rebuilt(root: Any, state: Any, step: Step) -> Any:
    """Copy without recursion, asking `step` about each member."""
    result: list[Any] = [None]
    stack: list[tuple[Any, Any, Any, Any]] = [(root, state, result, 0)]
    while stack:
        value, state, parent, key = stack.pop()
        copy = _empty(value)
        parent[key] = copy
        for name, child in _members(value):
            below, replacement, inside = step(state, child, name)
            copy[name] = replacement
            if inside and isinstance(child, dict | list | tuple):
                stack.append((child, below, copy, name))
    return result[0]


def _empty(value: Any) -> Any:
    if isinstance(value, dict):
        return {}
    return [None] * len(value) if isinstance(value, list | tuple) else value


def _members(value: Any) -> Any:
    if isinstance(value, dict):
        return list(value.items())
    return enumerate(value) if isinstance(value, list | tuple) else ()
