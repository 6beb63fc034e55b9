"""`prompts/…`: there are none in the product, until something registers one."""

from mcp_types import (
    INVALID_PARAMS,
    GetPromptRequestParams,
    ListPromptsResult,
)

from tools_app.mcp.errors import ProtocolError
from tools_app.mcp.exchange import Answer, Exchange
from tools_app.mcp.features import features
from tools_app.mcp.inbound import unknown_method


def list_prompts(_exchange: Exchange, _params: object) -> ListPromptsResult:
    if not features.prompts:
        raise unknown_method("prompts/list")
    return ListPromptsResult(prompts=[offered.prompt for offered in features.prompts.values()])


def get_prompt(exchange: Exchange, params: GetPromptRequestParams) -> Answer:
    offered = features.prompts.get(params.name)
    if offered is None:
        raise ProtocolError(INVALID_PARAMS, f"Unknown prompt: {params.name[:100]}")
    return offered.get(exchange, params)
