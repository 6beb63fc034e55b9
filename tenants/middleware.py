"""The host decides the tenant; nothing else can."""

import logging
from collections.abc import Callable

from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from config.answers import respond, wants_json
from config.errors import NotFound, TenantSuspended, Unavailable
from config.logs import bind
from config.programs import is_program
from tenants.context import enter_by_host, leave
from tenants.models import Tenant
from tenants.presumption import presume, settled

SMALL = 64 * 1024
logger = logging.getLogger("tenon.tenants")


class TenantMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        host = hostname(request)
        return self._presuming(request, host) or self._knowing(request, host)

    def _presuming(self, request: HttpRequest, host: str) -> HttpResponseBase | None:
        """None: begin anew. Nothing has been done."""
        if not _may_begin_again(request) or (tenant := presume(host)) is None:
            return None
        try:
            answer = self._answer(request, tenant)
            return answer if settled() else None
        finally:
            leave()

    def _knowing(self, request: HttpRequest, host: str) -> HttpResponseBase:
        try:
            tenant = _tenant_of(host)
        except (OperationalError, InterfaceError):
            logger.exception("The database does not answer")
            connection.close()
            return respond(request, Unavailable("Try again in a moment.", retry_after=5))
        if tenant is None or not (tenant.is_active or tenant.status == Tenant.Status.SUSPENDED):
            return _unknown(request)
        try:
            return self._answer(request, tenant)
        finally:
            leave()

    def _answer(self, request: HttpRequest, tenant: Tenant) -> HttpResponseBase:
        bind(tenant=tenant.slug)
        request.tenant = tenant  # type: ignore[attr-defined]  # accounts.http.TenantRequest
        if not tenant.is_active:
            return _suspended(request)
        return self.get_response(request)


def _may_begin_again(request: HttpRequest) -> bool:
    """Small enough to be kept: what a program sends to run a tool."""
    length = request.META.get("CONTENT_LENGTH") or ""
    if request.method != "POST" or not is_program(request) or not length.isdigit():
        return False
    return int(length) <= SMALL and bool(request.body)


def _tenant_of(host: str) -> Tenant | None:
    """The first query of a request: where the kept connection has died, try once with a new one."""
    try:
        return enter_by_host(host)
    except (OperationalError, InterfaceError):
        connection.close()
        return enter_by_host(host)


def hostname(request: HttpRequest) -> str:
    """The host as it stands in the table of domains: lower case, without port and final dot."""
    host: str = request.META.get("HTTP_HOST") or request.META.get("SERVER_NAME", "")
    name, separator, port = host.rpartition(":")
    if separator and port.isdigit():
        host = name
    return host.lower().rstrip(".")


def _unknown(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return respond(request, NotFound("No workspace has this address.", code="tenant_unknown"))
    return render(request, "tenants/unknown_host.html", status=404)


def _suspended(request: HttpRequest) -> HttpResponse:
    if wants_json(request):
        return respond(request, TenantSuspended("Ask the operators of this installation."))
    return render(request, "tenants/suspended.html", status=403)
