"""A provider on loopback that speaks the wire formats of OpenAI and Anthropic, and misbehaves."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any

from tests.serving import serving

LEAK = "canary-from-the-provider"


@dataclass
class Provider:
    """Each request takes the next of the replies; the last one is repeated."""

    replies: list[Any]
    port: int = 0
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        length = int(handler.headers.get("Content-Length", 0))
        self.bodies.append(json.loads(handler.rfile.read(length) or b"{}"))
        self.headers.append(dict(handler.headers))
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        anthropic = handler.path.endswith("/messages")
        match reply:
            case int():
                _fails(handler, reply)
            case bytes():
                _sent(handler, 200, reply)
            case Gated():
                _streams(handler, _openai(reply.pieces), gate=reply.opened)
            case _:
                lines = _anthropic(reply) if anthropic else _openai(reply)
                _streams(handler, lines, pause=0.4 if reply == SLOW else 0)


SLOW = ["slow ", "stream"]


@dataclass(frozen=True)
class Call:
    """A reply that asks for a tool."""

    name: str
    arguments: dict[str, Any] | str
    id: str = "call_1"

    @property
    def text(self) -> str:
        given = self.arguments
        return given if isinstance(given, str) else json.dumps(given)


@dataclass(frozen=True)
class Gated:
    """A text whose first piece is sent at once, and the others when the gate is opened."""

    pieces: list[str]
    opened: threading.Event = field(default_factory=threading.Event)


GATE_SECONDS = 60


@contextmanager
def provider(*replies: Any) -> Iterator[Provider]:
    """Texts (a list is its pieces), `Call`s, statuses of errors, or raw bytes."""
    made = Provider(list(replies))
    with serving(made.answer) as (port, _):
        made.port = port
        yield made


def _fails(handler: BaseHTTPRequestHandler, status: int) -> None:
    """With all that it was told in its words."""
    words = f"no: {LEAK} {dict(handler.headers)}"
    error = {"type": "error", "error": {"message": words, "type": "some_error"}}
    _sent(handler, status, json.dumps(error).encode(), "application/json")


def _sent(
    handler: BaseHTTPRequestHandler, status: int, body: bytes, kind: str = "text/event-stream"
) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", kind)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


def _streams(
    handler: BaseHTTPRequestHandler,
    lines: list[str],
    pause: float = 0,
    gate: threading.Event | None = None,
) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream")
    handler.send_header("Connection", "close")
    handler.end_headers()
    handler.close_connection = True
    for line in lines:
        try:
            handler.wfile.write(line.encode())
            handler.wfile.flush()
        except OSError:
            return
        if gate:
            gate.wait(GATE_SECONDS)
        time.sleep(pause)


def _pieces(reply: Any) -> list[str]:
    return reply if isinstance(reply, list) else [reply[:4], reply[4:]]


def _openai(reply: Any) -> list[str]:
    def chunk(delta: dict[str, Any], finish: str | None = None, **more: Any) -> str:
        choice = {"index": 0, "delta": delta, "finish_reason": finish}
        facts = {"id": "x", "object": "chat.completion.chunk", "created": 1, "model": "wire-1"}
        return f"data: {json.dumps({**facts, 'choices': [choice], **more})}\n\n"

    usage = {
        "prompt_tokens": 100,
        "completion_tokens": 20,
        "total_tokens": 120,
        "prompt_tokens_details": {"cached_tokens": 40},
    }
    if isinstance(reply, Call):
        call = {"index": 0, "id": reply.id, "type": "function"}
        function = {"name": reply.name, "arguments": reply.text}
        lines = [chunk({"role": "assistant", "tool_calls": [{**call, "function": function}]})]
        return [*lines, chunk({}, "tool_calls", usage=usage), "data: [DONE]\n\n"]
    lines = [chunk({"role": "assistant", "content": piece}) for piece in _pieces(reply)]
    return [*lines, chunk({}, "stop", usage=usage), "data: [DONE]\n\n"]


def _anthropic(reply: Any) -> list[str]:
    def event(kind: str, **more: Any) -> str:
        return f"event: {kind}\ndata: {json.dumps({'type': kind, **more})}\n\n"

    usage = {"input_tokens": 60, "output_tokens": 1, "cache_read_input_tokens": 40}
    message: dict[str, Any] = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "wire-a",
        "content": [],
        "stop_reason": None,
        "stop_sequence": None,
        "usage": usage,
    }
    block: dict[str, Any] = {"type": "text", "text": ""}
    deltas = []
    if isinstance(reply, Call):
        block = {"type": "tool_use", "id": reply.id, "name": reply.name, "input": {}}
        deltas = [{"type": "input_json_delta", "partial_json": reply.text}]
    else:
        deltas = [{"type": "text_delta", "text": piece} for piece in _pieces(reply)]
    ending = {"stop_reason": "end_turn", "stop_sequence": None}
    return [
        event("message_start", message=message),
        event("content_block_start", index=0, content_block=block),
        *(event("content_block_delta", index=0, delta=delta) for delta in deltas),
        event("content_block_stop", index=0),
        event("message_delta", delta=ending, usage={"output_tokens": 20}),
        event("message_stop"),
    ]
