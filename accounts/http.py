"""Requests as our views see them, and what a view asks of its visitor."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, QueryDict
from django.urls import reverse
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails
from rest_framework.request import Request

from accounts.principal import Principal
from tenants.models import Tenant

P = ParamSpec("P")


class TenantRequest(HttpRequest):
    """Any request that reached a view: its host named an active tenant."""

    tenant: Tenant
    htmx: HtmxDetails


class VisitorRequest(TenantRequest):
    """Somebody, signed in or not."""

    principal: Principal | None


class SignedInRequest(TenantRequest):
    """Somebody we know."""

    principal: Principal


View = Callable[Concatenate[SignedInRequest, P], HttpResponseBase]


def requires(right: str | None = None) -> Callable[[View[P]], Callable[..., HttpResponseBase]]:
    """A page for people who are signed in and, if named, hold a right."""

    def decorate(view: View[P]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def wrapped(
            request: SignedInRequest, *args: P.args, **kwargs: P.kwargs
        ) -> HttpResponseBase:
            visitor: Principal | None = request.principal
            if visitor is None:
                return to_sign_in(request)
            if right:
                visitor.require(right)
            return view(request, *args, **kwargs)

        return wrapped

    return decorate


# A page with a form: shown by GET, sent by POST.
form_page = require_http_methods(["GET", "HEAD", "POST"])


def posted(request: HttpRequest) -> QueryDict | None:
    """The data for a form: bound by POST even when nothing was sent, unbound otherwise."""
    return request.POST if request.method == "POST" else None


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """To the sign-in page and back here. htmx follows redirects inside the fragment, so it is
    told to move the whole page."""
    target = f"{reverse(settings.LOGIN_URL)}?{urlencode({'next': request.get_full_path()})}"
    if request.headers.get("HX-Request"):
        return HttpResponse(headers={"HX-Redirect": target})
    return HttpResponseRedirect(target)


def principal_of(request: Request) -> Principal:
    """The principal of an API request that the permission classes let through."""
    principal = request.auth
    if not isinstance(principal, Principal):
        raise TypeError("An API view without an authenticated principal")
    return principal


def client_address(request: HttpRequest) -> str:
    """The caller's address, counted from our side: what a client writes itself is not trusted."""
    forwarded = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")]
    hops = settings.NUM_PROXIES
    if hops and len(forwarded) >= hops and forwarded[-hops]:
        return str(forwarded[-hops])
    return str(request.META.get("REMOTE_ADDR", ""))
