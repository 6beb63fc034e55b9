"""Who sends an MCP request: whoever holds the bearer token. Cookies are not looked at."""

from django.http import HttpRequest

from accounts import callers
from accounts.authentication import set_principal
from accounts.http import client_address
from accounts.principal import Principal
from accounts.throttles import count_bad_key
from oauth.callers import principal_of_token
from oauth.secrets import ACCESS
from tools_app.mcp.errors import REFUSED, ProtocolError

# What a client should ask for when it knows nothing.
SCOPES = ["tools:execute", "offline_access"]


def check_origin(request: HttpRequest) -> None:
    """A page of another site must not reach us through somebody's browser. (The host has been looked
    up already: one that is not a workspace's gets no further than the middleware.)"""
    origin = request.headers.get("Origin")
    if origin is not None and origin.rstrip("/") != origin_of(request):
        raise ProtocolError(REFUSED, "This origin may not call us.", status=403)


def origin_of(request: HttpRequest) -> str:
    return f"{request.scheme}://{request.get_host()}"


def principal_of(request: HttpRequest) -> Principal:
    """Raises `ProtocolError` with the challenge that tells a client where to get a token."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        words = "Send an API key or an access token as Authorization: Bearer …"
        raise _unknown(request, words, error=None)
    principal = _whose(request, secret.strip())
    if principal is None:
        count_bad_key(address=client_address(request))
        words = "The token is unknown here, expired or revoked, or its owner is not active."
        raise _unknown(request, words, error="invalid_token")
    set_principal(request, principal)
    return principal


def _whose(request: HttpRequest, secret: str) -> Principal | None:
    """A token counts only where it was meant for."""
    if secret.startswith(ACCESS):
        return principal_of_token(secret, resource=f"{origin_of(request)}/mcp")
    return callers.principal_of_secret(secret)


def _unknown(request: HttpRequest, words: str, *, error: str | None) -> ProtocolError:
    headers = {"WWW-Authenticate": challenge(request, error=error, scopes=SCOPES)}
    return ProtocolError(REFUSED, words, status=401, headers=headers)


def challenge(request: HttpRequest, *, error: str | None, scopes: list[str]) -> str:
    where = f"{origin_of(request)}/.well-known/oauth-protected-resource/mcp"
    parts = [f'resource_metadata="{where}"', f'scope="{" ".join(scopes)}"']
    if error:
        parts.insert(0, f'error="{error}"')
    return f"Bearer {', '.join(parts)}"
