"""What every response gets, whoever asked: an id, a log line, a measurement, safe headers."""

import logging
import re
import time
from collections.abc import Callable, Sequence
from contextvars import copy_context
from functools import partial
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase

from config import metrics
from config.ids import uuid7
from config.logs import bind, log_facts

Handler = Callable[[HttpRequest], HttpResponseBase]
logger = logging.getLogger("tenon.request")

# A caller may bring its own id to follow a request across systems; nothing else gets into logs.
CALLERS_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")


def content_security_policy(framed_by: Sequence[str] = ()) -> str:
    """`framed_by`: the origins of the pages that may show this one in a frame."""
    ancestors = " ".join(framed_by) or "'none'"
    return "; ".join(
        [
            "default-src 'self'",
            "img-src 'self' data:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            f"frame-ancestors {ancestors}",
        ]
    )


CONTENT_SECURITY_POLICY = content_security_policy()


class RequestContextMiddleware:
    """Names the request, times it, writes its one line."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        brought = request.META.get("HTTP_X_REQUEST_ID", "")
        request_id = brought if CALLERS_ID.fullmatch(brought) else str(uuid7())
        started = time.perf_counter()
        with log_facts(request_id=request_id):
            response = self.get_response(request)
            record = partial(self._record, request, response, time.perf_counter() - started)
            if response.streaming:
                record()
            else:
                # Once the answer is sent: whoever asked does not wait for our notes.
                done = partial(copy_context().run, record)
                response._resource_closers.append(done)  # type: ignore[attr-defined]  # Django's own
        response["X-Request-ID"] = request_id
        return response

    def _record(self, request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
        # The route, not the path: paths carry invitation and reset tokens.
        match = request.resolver_match
        route = f"/{match.route}" if match else "(none)"
        tenant = getattr(request, "tenant", None)
        principal = getattr(request, "principal", None)
        metrics.observe_request(request.method or "", route, response.status_code, seconds)
        bind(
            tenant=tenant.slug if tenant else None, principal=str(principal) if principal else None
        )
        logger.info(
            "%s %s %s",
            request.method,
            route,
            response.status_code,
            extra={"duration_ms": round(seconds * 1000, 1), "status": response.status_code},
        )


WITHOUT_A_BODY = {HTTPStatus.NO_CONTENT, HTTPStatus.NOT_MODIFIED}


class HeadersMiddleware:
    """The headers that Django does not set by itself. An answer without its length would be sent in
    chunks."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if isinstance(response, HttpResponse) and response.status_code not in WITHOUT_A_BODY:
            response.headers.setdefault("Content-Length", str(len(response.content)))
        response.headers.setdefault("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"
        )
        return response
