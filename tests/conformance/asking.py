"""Tools that need more from a client of 2026-07-28 before they answer."""

from typing import Any

from mcp_types import (
    CallToolRequestParams,
    InputRequiredResult,
)

from tests.conformance.offering import said, tool
from tools_app.mcp import state
from tools_app.mcp.exchange import Answer, Exchange

Params = CallToolRequestParams


def elicit(message: str, field: str, kind: str = "string") -> dict[str, Any]:
    schema = {"type": "object", "properties": {field: {"type": kind}}, "required": [field]}
    params = {"mode": "form", "message": message, "requestedSchema": schema}
    return {"method": "elicitation/create", "params": params}


def sample(question: str, most: int) -> dict[str, Any]:
    message = {"role": "user", "content": {"type": "text", "text": question}}
    return {
        "method": "sampling/createMessage",
        "params": {"messages": [message], "maxTokens": most},
    }


ROOTS = {"method": "roots/list", "params": {}}
NAME = elicit("What is your name?", "name")


def needs(requests: dict[str, Any], carried: str | None = None) -> InputRequiredResult:
    given = {"resultType": "input_required", "inputRequests": requests, "requestState": carried}
    return InputRequiredResult.model_validate(given)


def answered(params: Any, *names: str) -> bool:
    return all(name in (params.input_responses or {}) for name in names)


def asking(name: str, requests: dict[str, Any]) -> None:
    def call(_exchange: Exchange, params: Params) -> Answer:
        """Asks the client before it answers."""
        if not answered(params, *requests):
            return needs(requests)
        return said("Thank you.")

    tool(name)(call)


asking("test_input_required_result_elicitation", {"user_name": NAME})
asking("test_streaming_elicitation", {"user_name": NAME})
asking(
    "test_input_required_result_sampling",
    {"capital_question": sample("What is the capital of France?", 100)},
)
asking("test_input_required_result_list_roots", {"client_roots": ROOTS})


def remembering(name: str, *rounds: dict[str, Any]) -> None:
    """Asks round after round, and knows by the state how far it is."""

    def call(exchange: Exchange, params: Params) -> Answer:
        """Asks the client, and remembers what it asked."""
        done = 0
        if params.request_state:
            done = state.opened(exchange.principal, name, params.request_state)
            done += answered(params, *rounds[done])
        if done == len(rounds):
            return said("state-ok")
        return needs(rounds[done], state.sealed(exchange.principal, name, done))

    tool(name)(call)


CONFIRM = {"confirm": elicit("Please confirm", "ok", "boolean")}
remembering("test_input_required_result_request_state", CONFIRM)
remembering("test_input_required_result_tampered_state", CONFIRM)
remembering(
    "test_input_required_result_multiple_inputs",
    {"user_name": NAME, "greeting": sample("Generate a greeting", 50), "client_roots": ROOTS},
)
remembering(
    "test_input_required_result_multi_round",
    {"step1": elicit("Step 1: What is your name?", "name")},
    {"step2": elicit("Step 2: What is your favorite color?", "color")},
)


@tool("test_input_required_result_capabilities")
def capabilities(exchange: Exchange, params: Params) -> Answer:
    """Asks only what the client can do."""
    can = exchange.capabilities
    requests: dict[str, Any] = {}
    if can and can.sampling is not None:
        requests["greeting"] = sample("Generate a greeting", 50)
    if can and can.elicitation is not None:
        requests["user_name"] = NAME
    if not requests or answered(params, *requests):
        return said("Thank you.")
    return needs(requests)
