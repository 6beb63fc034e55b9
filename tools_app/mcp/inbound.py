"""Which message was sent, in which version of the protocol."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from mcp.shared.inbound import (
    MCP_NAME_HEADER,
    MCP_PROTOCOL_VERSION_HEADER,
    InboundLadderRejection,
    classify_inbound_request,
    decode_header_value,
    unsupported_protocol_version_rejection,
)
from mcp_types import (
    DEFAULT_NEGOTIATED_VERSION,
    HEADER_MISMATCH,
    INVALID_PARAMS,
    INVALID_REQUEST,
    LOG_LEVEL_META_KEY,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    PROTOCOL_VERSION_META_KEY,
    CallToolRequestParams,
    ClientCapabilities,
    ErrorData,
    JSONRPCError,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    RequestId,
)
from mcp_types import methods as sdk
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel, ValidationError
from rest_framework.exceptions import ParseError

from config.parsers import strict_json
from tools_app.mcp.errors import ProtocolError

# The first revision with this transport, and those after it.
HANDSHAKES = tuple(
    version for version in HANDSHAKE_PROTOCOL_VERSIONS if version >= DEFAULT_NEGOTIATED_VERSION
)
SUPPORTED = (*HANDSHAKES, *MODERN_PROTOCOL_VERSIONS)
MODELS = (JSONRPCRequest, JSONRPCNotification, JSONRPCResponse, JSONRPCError)

Params = TypeVar("Params", bound=BaseModel)
Message = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError


@dataclass(frozen=True)
class Said:
    """What a request says of the client."""

    version: str
    capabilities: ClientCapabilities | None = None
    meta: Mapping[str, Any] | None = None

    @property
    def log_level(self) -> str | None:
        """Newer clients get no log that they did not ask for."""
        if self.version not in MODERN_PROTOCOL_VERSIONS:
            return "debug"
        level = (self.meta or {}).get(LOG_LEVEL_META_KEY)
        return level if isinstance(level, str) else None


def read(body: bytes) -> tuple[Message, dict[str, Any]]:
    """The one message of a request, and its JSON. Raises `ProtocolError`."""
    try:
        decoded = strict_json(body)
    except ParseError as error:
        raise ProtocolError(PARSE_ERROR, str(error), status=400) from error
    if not isinstance(decoded, dict):
        raise _no_message()
    return _message(decoded), decoded


def _message(decoded: dict[str, Any]) -> Message:
    """By the members that it has: one that is malformed is refused, not taken for another kind."""
    kind: type[Message]
    if "method" in decoded:
        kind = JSONRPCRequest if "id" in decoded else JSONRPCNotification
    else:
        kind = JSONRPCError if "error" in decoded else JSONRPCResponse
    try:
        return kind.model_validate(decoded)
    except ValidationError as error:
        raise _no_message() from error


def _no_message() -> ProtocolError:
    words = "The body must be one JSON-RPC request, notification or response."
    return ProtocolError(INVALID_REQUEST, words, status=400)


def said(decoded: dict[str, Any], headers: Mapping[str, str]) -> Said:
    """The version that a request is made in, and what goes with it. Raises `ProtocolError`."""
    meta = _meta(decoded)
    named = headers.get(MCP_PROTOCOL_VERSION_HEADER)
    if PROTOCOL_VERSION_META_KEY not in meta and (named is None or named in HANDSHAKES):
        return Said(named or DEFAULT_NEGOTIATED_VERSION, None, meta)
    if "id" not in decoded:
        return _notified(named or "", meta)
    route = classify_inbound_request(decoded, headers=headers)
    if isinstance(route, InboundLadderRejection):
        raise _refused(route)
    try:
        can = ClientCapabilities.model_validate(route.client_capabilities)
    except ValidationError as error:
        raise _invalid(error) from error
    return Said(route.protocol_version, can, meta)


def _notified(named: str, meta: Mapping[str, Any]) -> Said:
    rejection = unsupported_protocol_version_rejection(named)
    if rejection:
        raise _refused(rejection)
    return Said(named, None, meta)


def _meta(decoded: dict[str, Any]) -> Mapping[str, Any]:
    params = decoded.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta if isinstance(meta, dict) else {}


def _refused(rejection: InboundLadderRejection) -> ProtocolError:
    return ProtocolError(rejection.code, rejection.message, data=rejection.data)


def check_name(wanted: str, headers: Mapping[str, str]) -> None:
    """Raises `ProtocolError` where a header names another thing than the body does."""
    if decode_header_value(headers.get(MCP_NAME_HEADER)) != wanted:
        raise ProtocolError(HEADER_MISMATCH, "Mcp-Name must be what the body names.")


def parsed(model: type[Params], params: dict[str, Any]) -> Params:
    """The parameters of a method that the SDK does not know. Raises `ProtocolError`."""
    try:
        return model.model_validate(params, by_name=False)
    except ValidationError as error:
        raise _invalid(error) from error


def parameters(method: str, version: str, params: dict[str, Any] | None) -> Any:
    """Of a request, typed. Raises `ProtocolError` for a method that the version does not have."""
    if method == "tools/call" and params and _is_plain_call(params):
        return CallToolRequestParams.model_construct(
            name=params["name"], arguments=params.get("arguments")
        )
    try:
        return sdk.parse_client_request(method, version, params).params
    except KeyError as error:
        raise unknown_method(method) from error
    except ValidationError as error:
        raise _invalid(error) from error


def _is_plain_call(params: dict[str, Any]) -> bool:
    """A name, arguments, and nothing else: what the SDK's models, which take longer than a quick
    tool, would not change."""
    return (
        params.keys() <= {"name", "arguments"}
        and isinstance(params.get("name"), str)
        and isinstance(params.get("arguments", {}), dict)
    )


def unknown_method(method: str) -> ProtocolError:
    return ProtocolError(METHOD_NOT_FOUND, f"There is no method {method[:100]!r} here.")


def _invalid(error: ValidationError) -> ProtocolError:
    """Where, and what was expected; never what was sent."""
    faults = [
        {"path": "/".join(map(str, fault["loc"])), "expected": fault["msg"]}
        for fault in error.errors(include_url=False, include_input=False, include_context=False)[
            :20
        ]
    ]
    return ProtocolError(INVALID_PARAMS, "The parameters are not valid.", data={"faults": faults})


def failed(request_id: RequestId | None, error: ErrorData) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=request_id, error=error)
