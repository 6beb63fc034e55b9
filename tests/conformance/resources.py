"""The resources that the scenarios read."""

import json
import re

from mcp_types import (
    BlobResourceContents,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from tests.conformance.offering import PNG
from tools_app.mcp.exchange import Answer, Exchange
from tools_app.mcp.features import Source, features

TEXT = TextResourceContents(
    uri="test://static-text",
    mime_type="text/plain",
    text="This is the content of the static text resource.",
)
BINARY = BlobResourceContents(uri="test://static-binary", mime_type="image/png", blob=PNG)
WATCHED = TextResourceContents(
    uri="test://watched-resource", mime_type="text/plain", text="This may change."
)
STATIC = {contents.uri: contents for contents in (TEXT, BINARY, WATCHED)}
DATA = re.compile(r"test://template/([^/]+)/data")


def _listed(_exchange: Exchange) -> list[Resource]:
    return [
        Resource(name=uri[7:], uri=uri, mime_type=contents.mime_type)
        for uri, contents in STATIC.items()
    ]


def _read(_exchange: Exchange, uri: str) -> Answer | None:
    if uri in STATIC:
        return ReadResourceResult(contents=[STATIC[uri]])
    if found := DATA.fullmatch(uri):
        data = {"id": found[1], "templateTest": True, "data": f"Data for ID: {found[1]}"}
        text = json.dumps(data)
        contents = TextResourceContents(uri=uri, mime_type="application/json", text=text)
        return ReadResourceResult(contents=[contents])
    return None


TEMPLATE = ResourceTemplate(
    name="data", uri_template="test://template/{id}/data", mime_type="application/json"
)
features.add_source(Source("fixtures", (TEMPLATE,), _listed, _read))
