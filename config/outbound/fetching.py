"""One request that follows redirects, each hop vetted like the first."""

from collections.abc import Mapping
from typing import Any

import httpx2

from config.outbound.clients import client
from config.outbound.limits import USUAL, Limits
from config.outbound.openings import Opening
from config.outbound.resolving import Lookup, look_up
from config.outbound.targets import Refused, Target, target_of

MOST_HOPS = 5
# What may go to another host than the one that it was meant for.
_HARMLESS = frozenset({"accept", "accept-language", "user-agent"})


def fetch(
    method: str,
    url: str,
    *,
    headers: Mapping[str, str] | None = None,
    content: bytes | None = None,
    limits: Limits = USUAL,
    allow: tuple[Opening, ...] = (),
    lookup: Lookup = look_up,
) -> httpx2.Response:
    """The answer, read whole. Raises `Refused`, which says nothing about the reason."""
    sent: dict[str, Any] = {"headers": dict(headers or {}), "content": content}
    target = target_of(url)
    with client(limits=limits, allow=allow, lookup=lookup) as http:
        for _ in range(MOST_HOPS + 1):
            response = _asked(http, method, url, sent)
            if not response.has_redirect_location:
                return response
            url = str(response.url.join(response.headers["Location"]))
            if response.status_code not in {307, 308} and method != "HEAD":
                method, sent["content"] = "GET", None
            target = _next(target, target_of(url), sent)
    raise Refused


def _asked(http: httpx2.Client, method: str, url: str, sent: dict[str, Any]) -> httpx2.Response:
    try:
        return http.request(method, url, **sent)
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise Refused from error


def _next(here: Target, there: Target, sent: dict[str, Any]) -> Target:
    """Never from https down to http; what was meant for one host does not go to another."""
    if (here.scheme, there.scheme) == ("https", "http"):
        raise Refused
    if here.origin != there.origin:
        if sent["content"] is not None:
            raise Refused
        given: dict[str, str] = sent["headers"]
        sent["headers"] = {k: v for k, v in given.items() if k.lower() in _HARMLESS}
    return there
