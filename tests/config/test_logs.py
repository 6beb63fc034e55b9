"""Log lines: complete, machine-readable, and without secrets."""

import json
import logging
import sys

import pytest
from django.test import Client

from config.logs import JsonFormatter, ReadableFormatter, log_facts
from tests.conftest import PASSWORD, Person


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.handler.setFormatter(JsonFormatter())
    caplog.set_level(logging.INFO)
    return caplog


def _parsed(lines: pytest.LogCaptureFixture) -> list[dict[str, object]]:
    return [json.loads(line) for line in lines.text.splitlines()]


def test_a_request_is_one_json_line_with_its_facts(
    bob: Person, lines: pytest.LogCaptureFixture
) -> None:
    program = bob.program("tools:read")
    lines.clear()
    response = program.get("/api/me?token=in-the-query")
    (line,) = [line for line in _parsed(lines) if line["logger"] == "tenon.request"]
    assert line["message"] == "GET /api/me 200"
    assert line["tenant"] == "acme"
    assert str(line["principal"]).startswith("api_key:")
    assert line["request_id"] == response["X-Request-ID"]
    assert isinstance(line["duration_ms"], float)


def test_no_secret_gets_into_a_line(
    alice: Person, visitor: Client, lines: pytest.LogCaptureFixture
) -> None:
    secret = alice.key("tools:read")
    visitor.get("/api/me", headers={"authorization": f"Bearer {secret}"})
    visitor.get("/api/me", headers={"authorization": "Bearer tnn_wrong-but-secret"})
    visitor.post("/sign-in", {"email": alice.user.email, "password": "wrong-" + PASSWORD})
    visitor.post("/sign-in", {"email": alice.user.email, "password": PASSWORD})
    visitor.get("/invitations/a-signed-token?next=a-secret-query")
    visitor.get("/password/reset/uid/a-reset-token")
    session = visitor.cookies["session"].value
    hidden = [secret, "tnn_wrong", PASSWORD, "a-signed-token", "a-secret-query", "a-reset-token"]
    assert lines.text
    for value in [*hidden, session]:
        assert value not in lines.text


def test_facts_end_with_their_block() -> None:
    record = logging.makeLogRecord({"msg": "hello", "levelname": "INFO", "name": "x"})
    with log_facts(tenant="acme"):
        assert json.loads(JsonFormatter().format(record))["tenant"] == "acme"
    assert "tenant" not in json.loads(JsonFormatter().format(record))


def test_the_readable_form_says_the_same() -> None:
    record = logging.makeLogRecord({"msg": "hello %s", "args": ("you",), "levelname": "INFO"})
    with log_facts(tenant="acme"):
        line = ReadableFormatter().format(record)
    assert "hello you" in line
    assert "tenant=acme" in line


def test_an_exception_is_part_of_its_line() -> None:
    try:
        raise ValueError("what went wrong")
    except ValueError:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "failed", (), sys.exc_info())
    line = JsonFormatter().format(record)
    assert "what went wrong" in json.loads(line)["exception"]
    assert "\n" not in line
