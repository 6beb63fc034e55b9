"""A program that speaks MCP, as a test needs it: raw messages over the front door."""

import json
from itertools import count
from typing import Any

from django.http import HttpResponseBase
from django.test import Client

OLD, NEW = "2025-11-25", "2026-07-28"
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": NEW,
    "io.modelcontextprotocol/clientCapabilities": {},
}
ACCEPT = "application/json, text/event-stream"
NAMED = {
    "tools/call": "name",
    "prompts/get": "name",
    "resources/read": "uri",
    "tasks/get": "taskId",
    "tasks/update": "taskId",
    "tasks/cancel": "taskId",
}
_ids = count(1)


class Caller:
    """`call("tools/list")` is the result; what the protocol refuses is the error."""

    def __init__(self, client: Client, version: str = OLD) -> None:
        self.client, self.version = client, version

    def send(self, body: Any, **headers: str) -> Any:
        headers = {"accept": ACCEPT, "mcp-protocol-version": self.version, **headers}
        return self.client.post(
            "/mcp",
            body if isinstance(body, str) else json.dumps(body),
            "application/json",
            headers=headers,
        )

    def post(self, method: str, **params: Any) -> HttpResponseBase:
        headers = {"mcp-method": method}
        if self.version == NEW:
            meta = {**ENVELOPE, **params.pop("_meta", {})}
            params = {**params, "_meta": meta}
            if method in NAMED:
                headers["mcp-name"] = str(params[NAMED[method]])
        message = {"jsonrpc": "2.0", "id": next(_ids), "method": method, "params": params}
        response: HttpResponseBase = self.send(message, **headers)
        return response

    def messages(self, method: str, **params: Any) -> list[dict[str, Any]]:
        response = self.post(method, **params)
        if getattr(response, "streaming", False):
            text = b"".join(response).decode()
            return [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
        return [json.loads(response.content)]  # type: ignore[attr-defined]

    def __call__(self, method: str, **params: Any) -> dict[str, Any]:
        message = self.messages(method, **params)[-1]
        found: dict[str, Any] = message["result"] if "result" in message else message["error"]
        return found

    def tool(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        return self("tools/call", name=name, arguments=arguments)
