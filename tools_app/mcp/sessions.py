"""The session id of older clients. Nothing is kept on our side: it is what the client said in its
handshake, signed, and only good for the principal that said it. It lets nobody in."""

from functools import lru_cache
from secrets import token_hex

from django.core import signing
from mcp_types import INVALID_REQUEST, ClientCapabilities
from pydantic import ValidationError

from accounts.principal import Principal
from tenants.context import current_tenant
from tools_app.mcp.errors import ProtocolError

HEADER = "Mcp-Session-Id"
SALT = "tools_app.mcp.sessions"


def new_session(principal: Principal, capabilities: ClientCapabilities) -> str:
    """What it can do is all that we want to know again."""
    can = capabilities.model_dump(
        by_alias=True, mode="json", exclude_none=True, include={"elicitation", "sampling"}
    )
    return signing.dumps([_whose(principal), can, token_hex(8)], salt=SALT, compress=True)


def capabilities_in(principal: Principal, session: str) -> ClientCapabilities:
    """Raises `ProtocolError` (404): the client is to shake hands again."""
    return _opened(_whose(principal), session)


def _whose(principal: Principal) -> str:
    return f"{current_tenant().pk}/{principal}"


@lru_cache(maxsize=2_000)
def _opened(whose: str, session: str) -> ClientCapabilities:
    try:
        signed_for, can, _ = signing.loads(session, salt=SALT)
        if signed_for == whose:
            return ClientCapabilities.model_validate(can)
    except (signing.BadSignature, ValidationError, ValueError):
        pass
    raise ProtocolError(INVALID_REQUEST, "There is no such session. Initialize anew.", status=404)
