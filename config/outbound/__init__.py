"""Whatever we ask of other machines because a tenant said so goes out through here.

`async_client` and `client` are ordinary httpx2 clients; what they connect to has been vetted: the
name is resolved once, every address of it must be public (or opened by the operator), and the
address that was vetted is the one that is connected to. One connection serves one request, so that
nothing is trusted for longer than that. They follow no redirect; `fetch` does, vetting each hop.
"""

from config.outbound.clients import async_client, client
from config.outbound.fetching import fetch
from config.outbound.openings import Opening, openings
from config.outbound.targets import Refused, Target, target_of, vet_url

__all__ = [
    "Opening",
    "Refused",
    "Target",
    "async_client",
    "client",
    "fetch",
    "openings",
    "target_of",
    "vet_url",
]
