"""Who is calling the API: by an API key, or by the session of a browser.

Both give DRF the principal as `request.user` too: nothing is authorised from a Django user.
"""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from accounts import callers
from accounts.authentication import set_principal
from accounts.http import client_address
from accounts.principal import Principal
from accounts.throttles import count_bad_key


class ApiKeyAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer tnn_…`"""

    def authenticate(self, request: Request) -> tuple[Principal, Principal] | None:
        scheme, _, secret = request._request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        principal = callers.principal_of_secret(secret.strip())
        if principal is None:
            count_bad_key(address=client_address(request._request))
            raise AuthenticationFailed(
                "The API key is unknown here, expired or revoked, or its owner is not active."
            )
        set_principal(request._request, principal)
        return principal, principal

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002 - DRF's signature
        return 'Bearer realm="api"'


class SessionAuthentication(authentication.SessionAuthentication):
    """The browser's session, with the CSRF check that a session needs."""

    def authenticate(self, request: Request) -> tuple[Principal, Principal] | None:
        principal: Principal | None = getattr(request._request, "principal", None)
        if principal is None:
            return None
        self.enforce_csrf(request)
        return principal, principal


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.api.authentication.ApiKeyAuthentication"
    name = "apiKey"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002
        return {"type": "http", "scheme": "bearer", "description": "An API key: `tnn_…`"}


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "accounts.api.authentication.SessionAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:  # noqa: ARG002
        return {"type": "apiKey", "in": "cookie", "name": "session"}
