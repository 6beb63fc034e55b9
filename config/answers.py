"""The one place that turns an error into an answer: problem+json (RFC 9457) for the API, a page with
the same words for people. The code is the same in both."""

import logging
import sys
from collections.abc import Callable
from dataclasses import asdict
from http import HTTPStatus
from typing import Any

from django.http import (
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

from config.errors import AppError, NotFound, PermissionDenied, known, words_of
from config.logs import request_id

logger = logging.getLogger("tenon.errors")

PROBLEM_JSON = "application/problem+json"


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
    return {**error.facts, **body}


def headers_of(error: AppError) -> dict[str, str]:
    wait = {"Retry-After": str(error.retry_after)} if error.retry_after else {}
    return {**error.headers, **wait}


# -- The API ----------------------------------------------------------------------------------


def api_exception_handler(
    exception: Exception,
    context: dict[str, Any],  # noqa: ARG001 - DRF's signature
) -> Response | None:
    """DRF's hook. None hands an unknown exception to Django, which logs it and answers 500."""
    error = known(exception) or _other(exception)
    if error is None:
        return None
    headers = headers_of(error)
    if challenge := getattr(exception, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    return Response(problem(error), error.status, headers=headers, content_type=PROBLEM_JSON)


def _other(exception: Exception) -> AppError | None:
    """DRF's remaining errors (method not allowed, unsupported media type, parse error)."""
    if not isinstance(exception, drf.APIException):
        return None
    error = AppError(words_of(exception), code=str(exception.default_code))
    error.status = exception.status_code  # type: ignore[misc]  # of this instance
    error.title = HTTPStatus(exception.status_code).phrase  # type: ignore[misc]
    return error


# -- Pages, and the API where Django answers before DRF does -----------------------------------


def wants_json(request: HttpRequest) -> bool:
    return request.path.startswith(("/api/", "/mcp", "/oauth/", "/.well-known/"))


def respond(request: HttpRequest, error: AppError) -> HttpResponse:
    if wants_json(request):
        return JsonResponse(
            problem(error),
            status=error.status,
            content_type=PROBLEM_JSON,
            headers=headers_of(error),
        )
    template = f"{error.status}.html" if error.status in PAGES else "400.html"
    context = {"error": error, "request_id": request_id(), "back": _back(request)}
    response = render(request, template, context, status=error.status)
    for name, value in headers_of(error).items():
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
