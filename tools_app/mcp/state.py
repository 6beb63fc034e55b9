"""State that a client carries for us between two requests: signed, for one principal and one use."""

from typing import Any

from django.core import signing
from mcp_types import INVALID_PARAMS

from accounts.principal import Principal
from tenants.context import current_tenant
from tools_app.mcp.errors import ProtocolError

SALT = "tools_app.mcp.state"
VALID_FOR = 24 * 60 * 60


def sealed(principal: Principal, purpose: str, value: Any) -> str:
    return signing.dumps([_whose(principal), purpose, value], salt=SALT, compress=True)


def opened(principal: Principal, purpose: str, text: str) -> Any:
    """Raises `ProtocolError` for what was changed, is too old, or belongs to somebody else."""
    try:
        whose, what, value = signing.loads(text, salt=SALT, max_age=VALID_FOR)
    except (signing.BadSignature, ValueError) as error:
        raise _foreign() from error
    if (whose, what) != (_whose(principal), purpose):
        raise _foreign()
    return value


def _whose(principal: Principal) -> str:
    return f"{current_tenant().pk}/{principal}"


def _foreign() -> ProtocolError:
    return ProtocolError(INVALID_PARAMS, "The requestState is not one of ours, or too old.")
