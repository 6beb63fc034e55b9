"""Domain errors and the one place that turns an error into an answer.

Services raise `AppError`s. The API answers problem+json (RFC 9457), pages answer a page with the
same words; the code is the same everywhere.
"""

import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Any, ClassVar

import redis
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.db import InterfaceError, OperationalError
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    JsonResponse,
)
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import is_valid_path
from django.utils.http import escape_leading_slashes
from rest_framework import exceptions as drf
from rest_framework.response import Response

from config.logs import request_id

logger = logging.getLogger("tenon.errors")

PROBLEM_JSON = "application/problem+json"


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
    ) -> None:
        super().__init__(detail or self.title)
        self.detail = detail
        self.problem_code = code or self.code
        self.faults = tuple(faults)
        self.retry_after = retry_after


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
            return PermissionDenied(_words(error))
        case drf.NotAuthenticated() | drf.AuthenticationFailed():
            return NotAuthenticated(_words(error))
        case drf.ValidationError():
            return InvalidInput(faults=list(_faults(error.get_full_details(), "")))
        case drf.Throttled():
            seconds = int(getattr(error, "wait", None) or 1)
            return RateLimited(f"Try again in {seconds} seconds.", retry_after=seconds)
        case OperationalError() | InterfaceError() | redis.ConnectionError() | redis.TimeoutError():
            return Unavailable("Nothing was changed. Try again in a moment.", retry_after=5)
        case _:
            return None


def _words(error: BaseException) -> str:
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


def escape_pointer(key: str) -> str:
    """One step of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")


def problem(error: AppError) -> dict[str, Any]:
    body: dict[str, Any] = {
        "type": f"urn:tenon:problem:{error.problem_code}",
        "title": error.title,
        "status": error.status,
        "code": error.problem_code,
        "detail": error.detail,
        "request_id": request_id(),
    }
    if error.faults:
        body["errors"] = [asdict(fault) for fault in error.faults]
    return body


def _headers(error: AppError) -> dict[str, str]:
    return {"Retry-After": str(error.retry_after)} if error.retry_after else {}


# -- The API ----------------------------------------------------------------------------------


def api_exception_handler(exception: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's hook. None hands an unknown exception to Django, which logs it and answers 500."""
    error = known(exception) or _other(exception)
    if error is None:
        return None
    headers = _headers(error)
    if challenge := getattr(exception, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    context["request"]._request.META["tenon.problem"] = error.problem_code
    return Response(problem(error), error.status, headers=headers, content_type=PROBLEM_JSON)


def _other(exception: Exception) -> AppError | None:
    """DRF's remaining errors (method not allowed, unsupported media type, parse error)."""
    if not isinstance(exception, drf.APIException):
        return None
    error = AppError(_words(exception), code=str(exception.default_code))
    error.status = exception.status_code  # type: ignore[misc]  # of this instance
    error.title = HTTPStatus(exception.status_code).phrase  # type: ignore[misc]
    return error


# -- Pages, and the API where Django answers before DRF does -----------------------------------


def wants_json(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def respond(request: HttpRequest, error: AppError) -> HttpResponse:
    if wants_json(request):
        return JsonResponse(
            problem(error), status=error.status, content_type=PROBLEM_JSON, headers=_headers(error)
        )
    template = f"{error.status}.html" if error.status in PAGES else "400.html"
    context = {"error": error, "request_id": request_id(), "back": _back(request)}
    response = render(request, template, context, status=error.status)
    for name, value in _headers(error).items():
        response[name] = value
    return response


def _back(request: HttpRequest) -> str:
    """The page with the form that was sent, if it is one of ours."""
    origin = f"{request.scheme}://{request.get_host()}/"
    referer = request.headers.get("Referer", "")
    return referer if request.method == "POST" and referer.startswith(origin) else ""


PAGES = {400, 403, 404, 409, 429, 503}


class ErrorPagesMiddleware:
    """Answers the domain errors that views raise."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        found = known(error)
        return respond(request, found) if found else None


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    return respond(request, AppError("The browser sent something that cannot be understood."))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return respond(request, PermissionDenied(str(exception)))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001
    """A final slash too few or too many is forgiven to readers."""
    path = request.path_info
    other = path.rstrip("/") if path.endswith("/") else f"{path}/"
    if request.method in {"GET", "HEAD"} and not request.resolver_match and is_valid_path(other):
        return HttpResponseRedirect(escape_leading_slashes(other))
    return respond(request, NotFound())


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    logger.warning("CSRF check failed", extra={"reason": reason})
    return respond(
        request,
        PermissionDenied(
            "The form was open for too long, or cookies are blocked. Go back, reload, try again.",
            code="csrf_failed",
        ),
    )


def server_error(request: HttpRequest) -> HttpResponse:
    """Called while the exception is being handled; a service that is down is not our fault."""
    if error := known(sys.exc_info()[1]):
        return respond(request, error)
    if wants_json(request):
        failure = AppError("It has been recorded under this request id.", code="internal_error")
        body = {**problem(failure), "status": 500, "title": "Something went wrong on our side"}
        return JsonResponse(body, status=500, content_type=PROBLEM_JSON)
    # No context processors: whatever broke may break them too.
    return HttpResponse(render_to_string("500.html", {"request_id": request_id()}), status=500)
