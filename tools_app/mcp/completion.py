"""`completion/complete`: of the arguments of resource templates and prompts, and of tools' fields."""

from mcp_types import (
    CompleteRequestParams,
    CompleteResult,
    Completion,
    PromptReference,
)

from tools_app.mcp import options
from tools_app.mcp.exchange import Exchange
from tools_app.mcp.features import features


def complete(exchange: Exchange, params: CompleteRequestParams) -> CompleteResult:
    name, value = params.argument.name, params.argument.value
    if isinstance(params.ref, PromptReference):
        return CompleteResult(completion=options.completed(exchange, params.ref.name, name, value))
    others = (params.context.arguments if params.context else None) or {}
    for source in features.sources.values():
        if source.complete:
            found = source.complete(exchange, params.ref.uri, name, value, others)
            if found:
                return CompleteResult(completion=found)
    return CompleteResult(completion=Completion(values=[]))
