"""The protocol itself: versions, headers, what is refused before anything is done."""

import json
from typing import Any

import pytest
from django.test import Client

from tests.conftest import Person
from tests.tools_app.mcp.calling import ENVELOPE, NEW, OLD, Caller

PING = {"jsonrpc": "2.0", "id": 7, "method": "ping"}


@pytest.fixture
def caller(bob: Person) -> Caller:
    return Caller(bob.program("tools:execute"))


def error_of(response: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(response.content)
    return found


@pytest.mark.parametrize(
    ("asked", "given"),
    [("2025-03-26", "2025-03-26"), (OLD, OLD), ("2024-11-05", OLD), ("1999-01-01", OLD)],
)
def test_a_handshake_settles_on_a_version(caller: Caller, asked: str, given: str) -> None:
    client = {
        "protocolVersion": asked,
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
    result = caller("initialize", **client)
    assert result["protocolVersion"] == given
    assert "tools" in result["capabilities"]
    assert caller.send({"jsonrpc": "2.0", "method": "notifications/initialized"}).status_code == 202
    assert caller("ping") == {}


def test_a_newer_client_needs_no_handshake(caller: Caller) -> None:
    caller.version = NEW
    found = caller("server/discover")
    assert NEW in found["supportedVersions"]
    assert found["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "tenon"
    gone = caller.post("ping")
    assert (gone.status_code, error_of(gone)["error"]["code"]) == (404, -32601)


@pytest.mark.parametrize(
    ("headers", "meta", "code"),
    [
        (
            {"mcp-protocol-version": "v999"},
            {"io.modelcontextprotocol/protocolVersion": "v999"},
            -32022,
        ),
        ({"mcp-protocol-version": NEW, "mcp-method": "tools/call"}, {}, -32020),
        ({"mcp-protocol-version": NEW, "mcp-method": ""}, {}, -32020),
        ({"mcp-protocol-version": OLD}, {}, -32020),
    ],
)
def test_a_client_that_contradicts_itself_is_told(
    caller: Caller, headers: dict[str, str], meta: dict[str, Any], code: int
) -> None:
    body = {
        "jsonrpc": "2.0",
        "id": 3,
        "method": "tools/list",
        "params": {"_meta": {**ENVELOPE, **meta}},
    }
    response = caller.send(body, **{"mcp-method": "tools/list", **headers})
    assert response.status_code == 400
    assert error_of(response)["error"]["code"] == code
    assert error_of(response)["id"] == 3


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("{", -32700),
        ("[" * 3000, -32700),
        ('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a\\u0000"}}', -32700),
        ("[]", -32600),
        ('"x"', -32600),
        ('{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600),
        ('{"jsonrpc":"2.0","id":{},"method":"ping"}', -32600),
    ],
)
def test_a_body_that_is_no_message_is_refused(caller: Caller, body: str, code: int) -> None:
    response = caller.send(body)
    assert response.status_code == 400
    assert error_of(response)["error"]["code"] == code


def test_only_post_is_for_messages(caller: Caller) -> None:
    for method in (caller.client.get, caller.client.delete):
        response = method("/mcp", headers={"accept": "text/event-stream"})
        assert (response.status_code, response["Allow"]) == (405, "POST")
    assert caller.client.post("/mcp", "x", "text/plain").status_code == 415
    assert caller.send(PING, accept="text/html").status_code == 406


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://ims.localhost", "http://acme.localhost.evil.example"],
)
def test_another_sites_page_gets_nothing(caller: Caller, origin: str) -> None:
    assert caller.send(PING, origin=origin).status_code == 403


def test_our_own_page_and_programs_may_call(caller: Caller) -> None:
    assert caller.send(PING, origin="http://acme.localhost").status_code == 200
    assert caller.send(PING).status_code == 200


def test_a_host_that_is_nobodys_is_not_there(caller: Caller) -> None:
    caller.client.defaults["HTTP_HOST"] = "evil.example"
    assert caller.send(PING).status_code == 404


def test_without_a_token_one_is_told_where_to_get_one(visitor: Client, bob: Person) -> None:
    for client in (
        visitor,
        bob.browser(),
        Client(HTTP_HOST="acme.localhost", headers={"authorization": "Bearer tnn_x"}),
    ):
        response = Caller(client).send(PING)
        assert response.status_code == 401
        where = 'resource_metadata="http://acme.localhost/.well-known/oauth-protected-resource/mcp"'
        assert where in response["WWW-Authenticate"]


def test_a_key_of_another_tenant_is_unknown(dana: Person) -> None:
    assert (
        Caller(dana.program("tools:execute", host="acme.localhost")).send(PING).status_code == 401
    )


def test_what_breaks_inside_is_said_without_its_text(
    caller: Caller, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError("a secret of ours")

    monkeypatch.setitem(
        __import__("tools_app.mcp.methods", fromlist=["x"]).HANDLERS, "ping", broken
    )
    response = caller.send(PING)
    assert error_of(response)["error"]["code"] == -32603
    assert b"secret" not in response.content
    assert "An MCP request failed" in caplog.text
