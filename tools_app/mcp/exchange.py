"""One request and whoever sent it; what a handler may give back."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from mcp_types import ClientCapabilities, ProgressToken, RequestId, Result, ServerNotification
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from accounts.principal import Principal


@dataclass(frozen=True)
class Exchange:
    principal: Principal
    version: str
    request_id: RequestId
    # Where clients reach us: https://acme.example.com
    origin: str
    # None: not known. Older clients say it once, in a handshake that nobody remembers here.
    capabilities: ClientCapabilities | None = None
    progress_token: ProgressToken | None = None
    log_level: str | None = None
    # Of older clients, if they bring it.
    session: str | None = None

    @property
    def is_modern(self) -> bool:
        """Each request stands for itself and carries what the client can do."""
        return self.version in MODERN_PROTOCOL_VERSIONS


@dataclass(frozen=True)
class Ask:
    """A request of ours to an older client; the generator is sent its answer."""

    method: str
    params: dict[str, Any]


@dataclass(frozen=True)
class Encoded:
    """A result that has been written before: the bytes of its JSON."""

    body: bytes


Step = ServerNotification | Ask | None
"""Said before the answer. None: nothing new, but the client is still there?"""
Steps = Generator[Step, Any, Result | Encoded]
Answer = Result | Encoded | Steps
Handler = Callable[[Exchange, Any], Answer]
