"""Examples in the OpenAPI description. A test sends them."""

from typing import Any

from drf_spectacular.utils import OpenApiExample

CRITERIA = [
    {"name": "Fit", "weight": 3, "score": 8},
    {"name": "Cost", "weight": 2, "score": 6},
    {"name": "Risk", "weight": 1, "score": 9},
]
IDS = {
    "run_id": "01a1ede4-9869-73de-8e76-aa8965aec33f",
    "session_id": "01a1ede4-9869-7a51-b1c4-0d5c1c5b1f7e",
}


def request_example(name: str, value: Any) -> OpenApiExample:
    return OpenApiExample(name, value, request_only=True)


def response_example(name: str, value: Any, *statuses: str) -> OpenApiExample:
    return OpenApiExample(name, value, response_only=True, status_codes=statuses or ("200",))


def _result(**facts: Any) -> dict[str, Any]:
    return {
        **IDS,
        "status": "success",
        "output": None,
        "error": None,
        "duration_ms": 1,
        "proposal": None,
        **facts,
    }


RUN = request_example("quick-score", {"input": {"criteria": CRITERIA}})
DONE = response_example(
    "It ran", _result(output={"summary": {"score": 7.5, "grade": "B", "criteria": 3}})
)
FAILED = response_example(
    "It failed",
    _result(status="error", error={"code": "tool_crashed", "message": "The tool failed."}),
)
TICKET = {
    "id": "01a1ede4-9869-7c11-9d0e-6d1f7c3b2a10",
    "token": f"propose:{'0' * 32}.{'0' * 64}",
    "summary": "Rename Acme Tools to Acme Hardware",
    "target": "Acme Tools",
    "payload": {"supplier": "17", "name": "Acme Hardware"},
    "diff": [{"field": "name", "before": "Acme Tools", "after": "Acme Hardware"}],
    "expires_at": "2026-11-18T12:10:00Z",
    "url": "/approvals/01a1ede4-9869-7c11-9d0e-6d1f7c3b2a10",
}
WAITS = response_example(
    "A human must agree first", _result(status="waiting_approval", proposal=TICKET), "202"
)

NEW_TOOL: dict[str, Any] = {
    "slug": "vendor-grade",
    "name": "Vendor grade",
    "description": "Grades a vendor by weighted criteria. Use it before a contract is renewed.",
    "category": "procurement",
    "icon": "handshake",
    "effect": "read",
    "input_schema": {
        "type": "object",
        "properties": {
            "criteria": {
                "type": "array",
                "minItems": 1,
                "maxItems": 20,
                "items": {
                    "type": "object",
                    "properties": {
                        "name": {"type": "string", "maxLength": 100},
                        "weight": {"type": "number", "exclusiveMinimum": 0, "maximum": 100},
                        "score": {"type": "number", "minimum": 0, "maximum": 10},
                    },
                    "required": ["name", "weight", "score"],
                },
            }
        },
        "required": ["criteria"],
    },
    "output_schema": {
        "type": "object",
        "properties": {"grade": {"type": "string"}},
        "required": ["grade"],
    },
    "execution": {
        "shape": "composition",
        "steps": [
            {
                "id": "score",
                "tool": "quick-score",
                "input": {"criteria": {"var": "input.criteria"}},
            }
        ],
        "output": {"grade": {"var": "steps.score.output.summary.grade"}},
    },
    "note": "First version",
}
NEW = request_example("A composition", NEW_TOOL)
CHANGE = request_example(
    "Change a tool of your own", {"description": "Grades a vendor.", "note": "Shorter"}
)
OVERRIDE = request_example(
    "Override a tool that comes with the product",
    {"name": "Vendor score", "policy": "always_ask", "default_input": {}},
)
SAVED = response_example(
    "Saved", {"slug": "vendor-grade", "kind": "tenant_custom", "revision": 1}, "200", "201"
)
TEST = request_example(
    "A draft",
    {
        "input": {"criteria": CRITERIA},
        "draft": {name: NEW_TOOL[name] for name in NEW_TOOL if name not in {"slug", "note"}},
    },
)
LIST = response_example(
    "One tool",
    {
        "next": None,
        "results": [
            {
                "id": "builtin:quick-score",
                "slug": "quick-score",
                "name": "Quick score",
                "description": "Score one thing by weighted criteria.",
                "kind": "code",
                "source": "builtin",
                "origin": "custom",
                "category": "assessment",
                "icon": "gauge",
                "effect": "read",
                "policy": "auto",
                "collaborative": True,
                "enabled": True,
                "revision": 0,
            }
        ],
    },
)
