"""`resources/…`: the results of runs, and what a field of a tool may be."""

from mcp_types import (
    INVALID_PARAMS,
    EmptyResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ReadResourceRequestParams,
    ReadResourceResult,
    TextResourceContents,
)

from tools_app.mcp import outbound
from tools_app.mcp.errors import ProtocolError
from tools_app.mcp.exchange import Answer, Exchange
from tools_app.mcp.features import features


def list_resources(exchange: Exchange, _params: object) -> ListResourcesResult:
    found = [item for source in features.sources.values() for item in source.listed(exchange)]
    return ListResourcesResult(resources=found)


def list_templates(_exchange: Exchange, _params: object) -> ListResourceTemplatesResult:
    templates = [item for source in features.sources.values() for item in source.templates]
    return ListResourceTemplatesResult(resource_templates=templates)


def read_resource(exchange: Exchange, params: ReadResourceRequestParams) -> Answer:
    for source in features.sources.values():
        found = source.read(exchange, params.uri)
        if found is not None:
            return found
    raise no_resource(params.uri)


def subscribe(exchange: Exchange, params: ReadResourceRequestParams) -> EmptyResult:
    """Accepted for what there is. Nothing is sent: older clients have no stream here to send it on,
    and the capability is not declared."""
    read_resource(exchange, params)
    return EmptyResult()


def no_resource(uri: str) -> ProtocolError:
    """The same for what is not there and for what one may not see."""
    return ProtocolError(INVALID_PARAMS, "Resource not found", data={"uri": uri[:500]})


def json_resource(uri: str, value: object) -> ReadResourceResult:
    text = outbound.to_json(value).decode()
    contents = TextResourceContents(uri=uri, mime_type="application/json", text=text)
    return ReadResourceResult(contents=[contents])
