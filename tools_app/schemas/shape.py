"""The outer shape of a JSON value: size, depth, node count, text and numbers that can be stored.

Everything here is iterative and stops at the first breach, so that it is safe on any value."""

import json
import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from config.errors import Fault, escape_pointer

LONGEST_KEY = 1_000
LARGEST_INTEGER = 2**53 - 1

Link = tuple["Link", str | int] | None
"""A path as a linked list: 100,000 nodes share their beginnings."""


@dataclass(frozen=True)
class Caps:
    size: int
    depth: int
    nodes: int


@dataclass
class Shape:
    """What a walk measured."""

    nodes: int = 0
    text: int = 0
    spread: int = 0
    """The sum of the sizes of all subtrees: what copying each of them once would cost."""


@dataclass(frozen=True)
class Breach(Exception):
    """The first thing that is wrong, and where."""

    link: Link
    code: str
    detail: str

    def fault(self, pointer: str) -> Fault:
        return Fault(pointer + pointer_of(steps(self.link)), self.code, self.detail)


def steps(link: Link) -> list[str | int]:
    found: list[str | int] = []
    while link is not None:
        link, step = link
        found.append(step)
    return found[::-1]


def pointer_of(path: Iterable[str | int]) -> str:
    return "".join("/" + escape_pointer(str(step)) for step in path)


def measure(root: Any, caps: Caps) -> Shape:
    """Raises `Breach` for the first thing beyond the caps, or that JSON or PostgreSQL cannot hold."""
    walk = _Walk(caps)
    walk.visit(None, [root], 0)
    while walk.stack:
        link, value, depth = walk.stack.pop()
        if depth > caps.depth and value:
            raise Breach(link, "depth", f"Nested deeper than {caps.depth} levels.")
        walk.visit(link, value, depth)
    size = len(json.dumps(root, ensure_ascii=False, separators=(",", ":")).encode())
    if size > caps.size:
        raise Breach(None, "size", walk.too_big)
    return walk.shape


_BRIEF = 4_096
_encoded = json.JSONEncoder(allow_nan=False).encode
_ODD = re.compile(r"""\\u(?:0000|d[89a-f])|[0-9]{16}|"[^"]{999}|e[+]""")


def brief(value: Any) -> int | None:
    """The length of the JSON of a value that came out of JSON, where it is so short and plain that
    no caps can be in the way. None: measure it."""
    try:
        text = _encoded(value)
    except (TypeError, ValueError, RecursionError):
        return None
    if len(text) > _BRIEF or text.count("[") + text.count("{") > 16 or _ODD.search(text):
        return None
    return len(text)


_KINDS = (str, int, float, dict, list)
"""`bool` and None need no look."""


class _Walk:
    """Only what has members goes on the stack: most values are scalars."""

    def __init__(self, caps: Caps) -> None:
        self.caps, self.shape = caps, Shape()
        self.stack: list[tuple[Link, Any, int]] = []
        self.too_big = f"Larger than {caps.size // 1024} KB as JSON."

    def visit(self, link: Link, value: Any, depth: int) -> None:
        """The members of a dict or list, which stand at this depth."""
        self.shape.nodes += len(value)
        self.shape.spread += len(value) * (depth + 1)
        if self.shape.nodes > self.caps.nodes:
            raise Breach(link, "nodes", f"More than {self.caps.nodes:,} values in all.")
        if isinstance(value, dict):
            for key, item in value.items():
                self.key(link, key)
                self.member(link, key, item, depth)
        else:
            for index, item in enumerate(value):
                self.member(link, index, item, depth)

    def member(self, parent: Link, step: str | int, item: Any, depth: int) -> None:
        kind = type(item)
        if item is None or kind is bool:
            return
        if kind not in _KINDS:
            kind = next((known for known in _KINDS if isinstance(item, known)), kind)
        link = (parent, step) if depth else None
        if kind is str:
            self.text(link, item)
        elif kind is dict or kind is list:
            self.stack.append((link, item, depth + 1))
        else:
            _check_number(link, item, kind)

    def key(self, link: Link, key: Any) -> None:
        if not isinstance(key, str):
            raise Breach(link, "json", "A key is not text.")
        if len(key) > LONGEST_KEY:
            raise Breach(link, "key", f"A key is longer than {LONGEST_KEY:,} characters.")
        self.text(link, key)

    def text(self, link: Link, text: str) -> None:
        self.shape.text += len(text)
        if self.shape.text > self.caps.size:
            raise Breach(None, "size", self.too_big)
        if "\x00" in text:
            raise Breach(link, "text", "A NUL character (\\u0000) cannot be stored.")
        if not text.isascii() and _HALF.search(text):
            raise Breach(link, "text", "Half a surrogate pair is not text.")


_HALF = re.compile("[\ud800-\udfff]")


def _check_number(link: Link, value: Any, kind: type) -> None:
    if kind is int:
        if not -LARGEST_INTEGER <= value <= LARGEST_INTEGER:
            detail = "An integer beyond ±(2^53 − 1) loses digits in JSON. Send it as text."
            raise Breach(link, "number", detail)
    elif kind is not float:
        raise Breach(link, "json", f"A {kind.__name__} is not JSON.")
    elif not math.isfinite(value):
        raise Breach(link, "number", "NaN and infinity are not JSON.")
