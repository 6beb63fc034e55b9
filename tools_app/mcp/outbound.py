"""Messages as bytes: whole, or as events of a stream."""

import json
from typing import Any

from mcp.shared.inbound import ERROR_CODE_HTTP_STATUS
from mcp_types import (
    CORE_RESULT_TYPES,
    SERVER_INFO_META_KEY,
    Implementation,
    JSONRPCNotification,
    JSONRPCRequest,
    RequestId,
    Result,
    ServerNotification,
)
from mcp_types import methods as sdk
from pydantic import BaseModel

from tools_app.mcp.errors import ProtocolError
from tools_app.mcp.exchange import Encoded, Exchange
from tools_app.mcp.inbound import failed

SERVER = Implementation(name="tenon", title="Tenon", version="1")
STAMP = {
    SERVER_INFO_META_KEY: SERVER.model_dump(by_alias=True, mode="json", exclude_none=True),
}


def encoded(exchange: Exchange, method: str, result: Result | Encoded) -> bytes:
    """A result as the client's version of the protocol writes it."""
    if isinstance(result, Encoded):
        return result.body
    return written(exchange, dumped(exchange, method, result)).body


def dumped(exchange: Exchange, method: str, result: Result) -> dict[str, Any]:
    """With the fields that the client's version has, and no others."""
    given = plain(result)
    if method in sdk.MONOLITH_RESULTS and _is_core(given):
        return sdk.serialize_server_result(method, exchange.version, given)
    return given


def plain(model: BaseModel) -> dict[str, Any]:
    return model.model_dump(by_alias=True, mode="json", exclude_none=True)


def written(exchange: Exchange, result: dict[str, Any]) -> Encoded:
    """A result that is in its final shape but for what every result of the version carries."""
    if exchange.is_modern:
        meta = {**result.get("_meta", {}), **STAMP}
        result = {"resultType": "complete", **result, "_meta": meta}
    return Encoded(to_json(result))


def _is_core(given: dict[str, Any]) -> bool:
    """The shape of an extension's result is the extension's."""
    kind = given.get("resultType")
    return kind is None or kind in CORE_RESULT_TYPES


def response(request_id: RequestId, result: bytes) -> bytes:
    return b'{"jsonrpc":"2.0","id":%b,"result":%b}' % (to_json(request_id), result)


def error(request_id: RequestId | None, problem: ProtocolError) -> bytes:
    return to_json({**plain(failed(request_id, problem.error)), "id": request_id})


def status_of(problem: ProtocolError, *, modern: bool) -> int:
    """Older clients read an error of a method from a response that went well."""
    if problem.status:
        return problem.status
    return ERROR_CODE_HTTP_STATUS.get(problem.error.code, 200) if modern else 200


def notification(sent: ServerNotification) -> bytes:
    message = JSONRPCNotification(jsonrpc="2.0", **plain(sent))
    return event(message.model_dump_json(by_alias=True, exclude_none=True).encode())


def request(request_id: str, method: str, params: dict[str, Any]) -> bytes:
    message = JSONRPCRequest(jsonrpc="2.0", id=request_id, method=method, params=params)
    return event(message.model_dump_json(by_alias=True, exclude_none=True).encode())


def event(message: bytes) -> bytes:
    return b"event: message\ndata: %b\n\n" % message


PING = b": still here\n\n"


def to_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
