"""Domain errors: what services raise, and what other people's exceptions mean in these terms.

`config/answers.py` turns them into responses.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import redis
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, OperationalError
from django.http import Http404
from django.http.multipartparser import MultiPartParserError
from rest_framework import exceptions as drf


@dataclass(frozen=True)
class Fault:
    """One thing wrong with the input: where (a JSON pointer), what (code), in words."""

    pointer: str
    code: str
    detail: str


class AppError(Exception):
    """What a service raises; subclasses say which. `detail` says what to do about it."""

    status: ClassVar[int] = 400
    code: ClassVar[str] = "bad_request"
    title: ClassVar[str] = "The request cannot be carried out"

    def __init__(
        self,
        detail: str = "",
        *,
        code: str | None = None,
        faults: Sequence[Fault] = (),
        retry_after: int | None = None,
        headers: Mapping[str, str] | None = None,
        facts: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(detail or self.title)
        self.detail = detail
        self.problem_code = code or self.code
        self.faults = tuple(faults)
        self.retry_after = retry_after
        self.headers = dict(headers or {})
        # What else the API's answer carries, such as both sides of a conflict.
        self.facts = dict(facts or {})


class InvalidInput(AppError):
    status, code, title = 400, "invalid_input", "The input is not valid"


class NotAuthenticated(AppError):
    status, code, title = 401, "not_authenticated", "Sign in or send an API key"


class PermissionDenied(AppError):
    status, code, title = 403, "permission_denied", "You may not do this"


class TenantSuspended(AppError):
    status, code, title = 403, "tenant_suspended", "This workspace is suspended"


class NotFound(AppError):
    status, code, title = 404, "not_found", "There is nothing here"


class Conflict(AppError):
    status, code, title = 409, "conflict", "This conflicts with the present state"


class BodyTooLarge(AppError):
    status, code, title = 413, "body_too_large", "The body is too large"


class RateLimited(AppError):
    status, code, title = 429, "rate_limited", "Too many requests"


class Unavailable(AppError):
    status, code, title = 503, "unavailable", "A service that this needs is not answering"


def known(error: BaseException | None) -> AppError | None:
    """The domain error that says what this exception means, if any does."""
    match error:
        case AppError():
            return error
        case Http404() | drf.NotFound():
            return NotFound()
        case DjangoPermissionDenied() | drf.PermissionDenied():
            return PermissionDenied(words_of(error))
        case drf.NotAuthenticated() | drf.AuthenticationFailed():
            return NotAuthenticated(words_of(error))
        case drf.ValidationError():
            return InvalidInput(faults=list(_faults(error.get_full_details(), "")))
        case drf.Throttled():
            seconds = int(getattr(error, "wait", None) or 1)
            return RateLimited(f"Try again in {seconds} seconds.", retry_after=seconds)
        case OperationalError() | InterfaceError() | redis.ConnectionError() | redis.TimeoutError():
            return Unavailable("Nothing was changed. Try again in a moment.", retry_after=5)
        case _:
            return _of_the_body(error)


def _of_the_body(error: BaseException | None) -> AppError | None:
    """What Django finds wrong with a body before anybody else looks at it."""
    if isinstance(error, RequestDataTooBig):
        return BodyTooLarge("Send less at once.")
    if isinstance(error, MultiPartParserError):
        return AppError("The form in the body cannot be read.", code="parse_error")
    return None


def words_of(error: BaseException) -> str:
    return str(error.detail) if isinstance(error, drf.APIException) else str(error)


def _faults(details: Any, pointer: str) -> Iterator[Fault]:
    """DRF's nested details, flattened to JSON pointers."""
    if isinstance(details, list):
        for item in details:
            yield from _faults(item, pointer)
    elif isinstance(details, dict) and set(details) == {"message", "code"}:
        yield Fault(pointer, str(details["code"]), str(details["message"]))
    else:
        for key, value in details.items():
            step = "" if key == "non_field_errors" else "/" + escape_pointer(str(key))
            yield from _faults(value, pointer + step)


def with_prefix(error: InvalidInput, pointer: str) -> InvalidInput:
    """The same faults, where what is wrong stands deeper in what was sent."""
    faults = [replace(fault, pointer=f"{pointer}{fault.pointer}") for fault in error.faults]
    return InvalidInput(error.detail, faults=faults)


def escape_pointer(key: str) -> str:
    """One step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
