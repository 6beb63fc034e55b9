"""One request and whoever sent it; what a handler may give back."""

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from mcp_types import ClientCapabilities, ProgressToken, RequestId, Result, ServerNotification
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from accounts.principal import Principal

# Long runs as tasks: an extension of 2026-07-28; in the revision before it, something that a client
# asks for with its call.
TASKS = "io.modelcontextprotocol/tasks"
TASKS_ON_REQUEST = "2025-11-25"


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

    @property
    def takes_tasks(self) -> bool:
        """The client can be given a task in place of a result that is not there yet."""
        extensions = (self.capabilities and self.capabilities.extensions) or {}
        return self.is_modern and TASKS in extensions

    @property
    def may_ask_for_tasks(self) -> bool:
        return self.version == TASKS_ON_REQUEST


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
