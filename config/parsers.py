"""The one JSON parser of the API: what PostgreSQL cannot store or Python cannot walk is refused
here, with an answer, instead of failing somewhere deep inside."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError, UnsupportedMediaType
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

DEEPEST = 64


class StrictJSONParser(JSONParser):
    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,  # noqa: ARG002 - DRF's signature
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> Any:
        return strict_json(stream.read())


def json_body(request: Request) -> Any:
    """`request.data` by a shorter way, for what is called most. Raises `ParseError` and
    `UnsupportedMediaType`."""
    asked = request._request
    if asked.content_type != StrictJSONParser.media_type:
        raise UnsupportedMediaType(asked.content_type or "")
    return strict_json(asked.body)


def strict_json(text: str | bytes) -> Any:
    """Raises `ParseError` in words for people."""
    try:
        value = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        # UnicodeDecodeError is a ValueError; a RecursionError is a body nested too deep.
        reason = "nested too deep" if isinstance(error, RecursionError) else str(error)
        raise ParseError(f"The body is not valid JSON: {reason}.") from error
    _check(value)
    return value


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _check(root: Any) -> None:
    """Walk without recursion: depth, and text that PostgreSQL cannot hold."""
    stack: list[tuple[Any, int]] = [(root, 0)]
    while stack:
        value, depth = stack.pop()
        if depth > DEEPEST:
            raise ParseError(f"The body is nested deeper than {DEEPEST} levels.")
        if isinstance(value, str):
            _check_text(value)
        elif isinstance(value, list):
            stack.extend((item, depth + 1) for item in value)
        elif isinstance(value, dict):
            for key, item in value.items():
                _check_text(key)
                stack.append((item, depth + 1))


def _check_text(value: str) -> None:
    if "\x00" in value:
        raise ParseError("The body has a NUL character (\\u0000), which cannot be stored.")
    if not value.isascii():
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise ParseError("The body has half a surrogate pair, which is not text.") from error
