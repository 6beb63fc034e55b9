"""`/mcp`: one address for every version of the protocol. GET and DELETE have nothing to do here:
there is no session to listen on or to end."""

from collections.abc import Generator, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.views.decorators.csrf import csrf_exempt
from mcp.shared.inbound import validate_mcp_param_headers
from mcp_types import (
    INVALID_REQUEST,
    ClientCapabilities,
    InitializeRequestParams,
    JSONRPCNotification,
    JSONRPCRequest,
    Result,
)

from accounts.api.throttling import allowance
from accounts.http import TenantRequest
from accounts.principal import Principal
from config.errors import RateLimited
from tenants.cache import tenant_key
from tools_app.mcp import asking, authentication, inbound, outbound, sessions, task_extension
from tools_app.mcp.calls import mirrored_schema
from tools_app.mcp.errors import InsufficientScope, ProtocolError
from tools_app.mcp.exchange import Encoded, Exchange, Step, Steps
from tools_app.mcp.following import cancel_request
from tools_app.mcp.inbound import Said as Client
from tools_app.mcp.methods import answer
from tools_app.mcp.stream import Said, Stream, as_problem, next_step, silently

JSON = "application/json"
EVENTS = "text/event-stream"
CANCELLED = "notifications/cancelled"


@csrf_exempt
def endpoint(request: TenantRequest) -> HttpResponseBase:
    """No cookie counts here, so no form of another site can use it."""
    try:
        authentication.check_origin(request)
        principal = authentication.principal_of(request)
        _within_limit(principal)
        if request.method != "POST":
            return HttpResponse(status=405, headers={"Allow": "POST"})
        _check_headers(request)
    except Exception as error:  # noqa: BLE001 - every failure is an answer
        return _failed(request, None, as_problem(error), modern=True)
    return _answered(request, principal)


def _within_limit(principal: Principal) -> None:
    key = tenant_key("api", str(principal))
    if not allowance.take(key, limit=settings.API_REQUESTS_PER_MINUTE):
        wait = int(allowance.seconds_left())
        raise RateLimited(f"Try again in {wait} seconds.", retry_after=wait)


def _check_headers(request: HttpRequest) -> None:
    if request.content_type != JSON:
        raise ProtocolError(INVALID_REQUEST, f"Send {JSON}.", status=415)
    accept = request.headers.get("Accept", "*/*")
    if not any(kind in accept for kind in (JSON, EVENTS, "*/*", "application/*")):
        raise ProtocolError(INVALID_REQUEST, f"Accept {JSON} and {EVENTS}.", status=406)


def _answered(request: TenantRequest, principal: Principal) -> HttpResponseBase:
    request_id, modern = None, True
    try:
        message, decoded = inbound.read(request.body)
        if not isinstance(message, JSONRPCRequest | JSONRPCNotification):
            asking.take_answer(principal, message)
            return HttpResponse(status=202)
        request_id = message.id if isinstance(message, JSONRPCRequest) else None
        client = inbound.said(decoded, _headers(request))
        if isinstance(message, JSONRPCNotification):
            _notified(request, principal, message)
            return HttpResponse(status=202)
        exchange = _exchange(request, principal, message, client)
        modern = exchange.is_modern
        return _response(request, exchange, message)
    except Exception as error:  # noqa: BLE001 - every failure is an answer
        return _failed(request, request_id, as_problem(error), modern=modern)


def _notified(request: HttpRequest, principal: Principal, message: JSONRPCNotification) -> None:
    """Of all that clients notify, only that a request is not wanted any more matters."""
    session = request.headers.get(sessions.HEADER)
    unwanted = (message.params or {}).get("requestId")
    if message.method == CANCELLED and session and isinstance(unwanted, str | int):
        cancel_request(principal, session, unwanted)


def _headers(request: HttpRequest) -> Mapping[str, str]:
    return {name.lower(): value.strip() for name, value in request.headers.items()}


def _exchange(
    request: TenantRequest, principal: Principal, message: JSONRPCRequest, client: Client
) -> Exchange:
    token = (client.meta or {}).get("progressToken")
    return Exchange(
        principal=principal,
        version=client.version,
        request_id=message.id,
        origin=authentication.origin_of(request),
        capabilities=client.capabilities or _known(request, principal),
        progress_token=token if isinstance(token, str | int) else None,
        log_level=client.log_level,
        session=request.headers.get(sessions.HEADER),
    )


def _known(request: HttpRequest, principal: Principal) -> ClientCapabilities | None:
    """What an older client said in its handshake, if it brings its session along."""
    session = request.headers.get(sessions.HEADER)
    return sessions.capabilities_in(principal, session) if session else None


def _response(
    request: TenantRequest, exchange: Exchange, message: JSONRPCRequest
) -> HttpResponseBase:
    _check_mirrored(request, exchange, message)
    given = answer(exchange, message.method, message.params)
    if not isinstance(given, Generator):
        return _begun(exchange, message, _whole(exchange, message.method, given))
    try:
        first = next_step(given)
    except Said as end:
        return _whole(exchange, message.method, end.result)
    if EVENTS in request.headers.get("Accept", ""):
        return _stream(request, exchange, message.method, given, first)
    return _whole(exchange, message.method, silently(given))


def _begun(exchange: Exchange, message: JSONRPCRequest, response: HttpResponse) -> HttpResponse:
    """A handshake gives the client its session."""
    if message.method == "initialize":
        said = InitializeRequestParams.model_validate(message.params)
        response[sessions.HEADER] = sessions.new_session(exchange.principal, said.capabilities)
    return response


def _whole(exchange: Exchange, method: str, result: Result | Encoded) -> HttpResponse:
    body = outbound.response(exchange.request_id, outbound.encoded(exchange, method, result))
    return HttpResponse(body, content_type=JSON)


def _check_mirrored(request: HttpRequest, exchange: Exchange, message: JSONRPCRequest) -> None:
    """Arguments that a tool mirrors into headers must say the same there, in newer versions; and so
    must the id of a task."""
    if not exchange.is_modern:
        return
    params: dict[str, Any] = message.params or {}
    if message.method in task_extension.NAMED and isinstance(task_id := params.get("taskId"), str):
        inbound.check_name(task_id, _headers(request))
    if message.method != "tools/call":
        return
    schema = mirrored_schema(exchange.principal, str(params.get("name")))
    arguments = params.get("arguments") or {}
    if schema and isinstance(arguments, dict):
        rejection = validate_mcp_param_headers(schema, arguments, _headers(request))
        if rejection:
            raise ProtocolError(rejection.code, rejection.message)


def _stream(
    request: TenantRequest, exchange: Exchange, method: str, steps: Steps, first: Step
) -> StreamingHttpResponse:
    body = Stream(tenant=request.tenant, exchange=exchange, method=method, steps=steps, first=first)
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(body, content_type=EVENTS, headers=headers)


def _failed(
    request: TenantRequest, request_id: Any, problem: ProtocolError, *, modern: bool
) -> HttpResponse:
    headers = dict(problem.headers)
    if isinstance(problem, InsufficientScope):
        headers["WWW-Authenticate"] = authentication.challenge(
            request, error="insufficient_scope", scopes=problem.scopes
        )
    status = outbound.status_of(problem, modern=modern)
    body = outbound.error(request_id, problem)
    return HttpResponse(body, status=status, content_type=JSON, headers=headers)
