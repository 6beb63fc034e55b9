"""The outer shape of a JSON value: size, depth, node count, text and numbers that can be stored.

Everything here is iterative and stops at the first breach, so that it is safe on any value."""

import json
import math
from collections.abc import Iterable, Iterator
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
    shape = Shape()
    stack: list[tuple[Link, Any, int]] = [(None, root, 0)]
    while stack:
        link, value, depth = stack.pop()
        _count(shape, link, value, depth, caps)
        if depth >= caps.depth and isinstance(value, dict | list) and value:
            raise Breach(link, "depth", f"Nested deeper than {caps.depth} levels.")
        stack.extend((step, item, depth + 1) for step, item in _children(link, value, shape, caps))
    size = len(json.dumps(root, ensure_ascii=False, separators=(",", ":")).encode())
    if size > caps.size:
        raise Breach(None, "size", _too_big(caps))
    return shape


def _too_big(caps: Caps) -> str:
    return f"Larger than {caps.size // 1024} KB as JSON."


def _count(shape: Shape, link: Link, value: Any, depth: int, caps: Caps) -> None:
    shape.nodes += 1
    shape.spread += depth + 1
    if isinstance(value, str):
        _add_text(shape, link, value, caps)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        _check_number(link, value)
    elif not (value is None or isinstance(value, bool | dict | list)):
        raise Breach(link, "json", f"A {type(value).__name__} is not JSON.")


def _children(
    link: Link, value: Any, shape: Shape, caps: Caps
) -> Iterator[tuple[tuple[Link, str | int], Any]]:
    if not isinstance(value, dict | list):
        return
    if shape.nodes + len(value) > caps.nodes:
        raise Breach(link, "nodes", f"More than {caps.nodes:,} values in all.")
    if isinstance(value, list):
        yield from (((link, index), item) for index, item in enumerate(value))
        return
    for key, item in value.items():
        _check_key(shape, link, key, caps)
        yield (link, key), item


def _check_key(shape: Shape, link: Link, key: Any, caps: Caps) -> None:
    if not isinstance(key, str):
        raise Breach(link, "json", "A key is not text.")
    if len(key) > LONGEST_KEY:
        raise Breach(link, "key", f"A key is longer than {LONGEST_KEY:,} characters.")
    _add_text(shape, link, key, caps)


def _add_text(shape: Shape, link: Link, text: str, caps: Caps) -> None:
    shape.text += len(text)
    if shape.text > caps.size:
        raise Breach(None, "size", _too_big(caps))
    if "\x00" in text:
        raise Breach(link, "text", "A NUL character (\\u0000) cannot be stored.")
    if not text.isascii() and any("\ud800" <= mark <= "\udfff" for mark in text):
        raise Breach(link, "text", "Half a surrogate pair is not text.")


def _check_number(link: Link, value: float) -> None:
    if isinstance(value, int):
        if abs(value) > LARGEST_INTEGER:
            detail = "An integer beyond ±(2^53 − 1) loses digits in JSON. Send it as text."
            raise Breach(link, "number", detail)
    elif not math.isfinite(value):
        raise Breach(link, "number", "NaN and infinity are not JSON.")
