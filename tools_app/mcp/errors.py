"""What goes wrong, as JSON-RPC says it."""

from typing import Any

from mcp_types import INTERNAL_ERROR, INVALID_PARAMS, ErrorData

from config.answers import problem
from config.errors import AppError, InvalidInput, NotFound

# Of the range that JSON-RPC leaves to servers.
REFUSED = -32001
TOO_MANY = -32003
UNAVAILABLE = -32004

CODES = {401: REFUSED, 403: REFUSED, 413: INVALID_PARAMS, 429: TOO_MANY, 503: UNAVAILABLE}


class ProtocolError(Exception):
    """A request that is answered by an error of the protocol, not by a result."""

    def __init__(
        self,
        code: int,
        message: str,
        *,
        data: Any = None,
        status: int | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.error = ErrorData(code=code, message=message, data=data)
        # Only where HTTP has a word of its own for it.
        self.status = status
        self.headers = headers or {}


def of_app_error(error: AppError) -> ProtocolError:
    """The same stable code as on the other transports, in `data`."""
    known = isinstance(error, InvalidInput | NotFound)
    code = INVALID_PARAMS if known else CODES.get(error.status, INTERNAL_ERROR)
    headers = {"Retry-After": str(error.retry_after)} if error.retry_after else {}
    status = error.status if error.status in CODES else None
    return ProtocolError(code, str(error), data=problem(error), status=status, headers=headers)


class InsufficientScope(ProtocolError):
    """The person may, the token may not: the client can ask for more."""

    def __init__(self, scopes: list[str]) -> None:
        words = f"This needs the scope {' '.join(scopes)}."
        super().__init__(REFUSED, words, data={"scopes": scopes}, status=403)
        self.scopes = scopes
