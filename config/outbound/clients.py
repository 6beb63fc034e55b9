"""Guarded httpx2 clients. Nothing of the environment (a proxy, a netrc file) takes part."""

import ssl
from functools import cache

import httpcore2
import httpx2

from config.outbound.backends import UNREACHABLE, AsyncBackend, Backend, Guard
from config.outbound.limits import USUAL, Limits
from config.outbound.openings import Opening, openings
from config.outbound.resolving import Lookup, look_up
from config.outbound.targets import Refused, vet_url

MOST_CONNECTIONS = 10


@cache
def _tls() -> ssl.SSLContext:
    """Made once: reading the certificates takes longer than many requests."""
    return httpx2.create_ssl_context()


class Transport(httpx2.HTTPTransport):
    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        # Idle connections are not kept: each request is vetted anew.
        self._pool = httpcore2.ConnectionPool(
            ssl_context=_tls(),
            network_backend=Backend(guard),
            max_connections=MOST_CONNECTIONS,
            max_keepalive_connections=0,
        )

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        _vet(request, self._guard)
        return _plain(super().handle_request(request))


class AsyncTransport(httpx2.AsyncHTTPTransport):
    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        # Idle connections are not kept: each request is vetted anew.
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=_tls(),
            network_backend=AsyncBackend(guard),
            max_connections=MOST_CONNECTIONS,
            max_keepalive_connections=0,
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        _vet(request, self._guard)
        return _plain(await super().handle_async_request(request))


def _vet(request: httpx2.Request, guard: Guard) -> None:
    try:
        vet_url(str(request.url), guard.allowed)
    except Refused as error:
        raise httpx2.ConnectError(UNREACHABLE) from error
    # What is counted is what arrives: a small body must not become a large one.
    request.headers["Accept-Encoding"] = "identity"


def _plain(response: httpx2.Response) -> httpx2.Response:
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise httpx2.DecodingError("The answer is packed, which was not asked for")
    return response


def client(
    *, limits: Limits = USUAL, allow: tuple[Opening, ...] = (), lookup: Lookup = look_up
) -> httpx2.Client:
    """`allow` is what the platform itself opens for this one client, never what a tenant says."""
    guard = Guard(openings().with_(*allow), limits, lookup)
    return httpx2.Client(transport=Transport(guard), trust_env=False, timeout=limits.seconds)


def async_client(
    *, limits: Limits = USUAL, allow: tuple[Opening, ...] = (), lookup: Lookup = look_up
) -> httpx2.AsyncClient:
    guard = Guard(openings().with_(*allow), limits, lookup)
    return httpx2.AsyncClient(
        transport=AsyncTransport(guard), trust_env=False, timeout=limits.seconds
    )
