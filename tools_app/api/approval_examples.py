"""Examples of approvals in the OpenAPI description."""

from typing import Any

from drf_spectacular.utils import OpenApiExample

PROPOSAL: dict[str, Any] = {
    "id": "01a1ede4-9869-7c11-9d0e-6d1f7c3b2a10",
    "status": "proposed",
    "run_id": "01a1ede4-9869-73de-8e76-aa8965aec33f",
    "tool_call_id": "01a1ede4-9869-73de-8e76-aa8965aec33f",
    "session_id": "01a1ede4-9869-7a51-b1c4-0d5c1c5b1f7e",
    "tool_slug": "rename-supplier",
    "tool_name": "Rename supplier",
    "effect": "mutate",
    "is_test": False,
    "summary": "Rename Acme Tools to Acme Hardware",
    "target": "Acme Tools",
    "payload": {"supplier": "17", "name": "Acme Hardware"},
    "input_hash": "9f2feb0f1ef425b292f2f94b4b3f5d8b1a3c0f0d5a2f5b5a6c4a9d4a8b7e6f5d",
    "diff": [{"field": "name", "before": "Acme Tools", "after": "Acme Hardware"}],
    "caller_kind": "api_key",
    "caller_label": "Nightly of Mina Member",
    "user_id": "01a1ede4-9869-7b13-8f3e-0e8f6a2f3c11",
    "counter_of": None,
    "changed_by_label": "",
    "created_at": "2026-11-18T12:00:00Z",
    "expires_at": "2026-11-18T12:10:00Z",
    "decided_at": None,
    "decided_by_kind": "",
    "decided_by_label": "",
    "reason": "",
}
APPLIED = {
    **PROPOSAL,
    "status": "applied",
    "decided_at": "2026-11-18T12:01:30Z",
    "decided_by_kind": "user",
    "decided_by_label": "Olivia Owner",
}


def _request(name: str, value: Any) -> OpenApiExample:
    return OpenApiExample(name, value, request_only=True)


def _response(name: str, value: Any) -> OpenApiExample:
    return OpenApiExample(name, value, response_only=True, status_codes=("200",))


LIST = _response("One waits", {"next": None, "previous": None, "results": [PROPOSAL]})
WAITS = _response("It waits", PROPOSAL)
APPROVE = _request("What deletes", {"confirm": "Acme Tools"})
APPLY = _request("By token", {"token": f"propose:{'0' * 32}.{'0' * 64}"})
DECLINE = _request("With a reason", {"reason": "The contract still names the old company."})
COUNTER = _request("Another name", {"input": {"supplier": "17", "name": "Acme Tools Ltd"}})
DECIDED = _response(
    "It ran",
    {
        "proposal": APPLIED,
        "run": {
            "run_id": PROPOSAL["run_id"],
            "status": "success",
            "output": {"renamed": True},
            "error": None,
        },
    },
)
RULES = OpenApiExample(
    "Somebody else must approve what deletes",
    {"own": "not_destructive", "mail": "approvers", "webhook_url": "https://example.com/hooks/42"},
    request_only=True,
)
