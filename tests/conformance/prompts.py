"""The prompts that the scenarios get."""

from collections.abc import Callable
from typing import Any

from mcp_types import (
    ContentBlock,
    EmbeddedResource,
    GetPromptRequestParams,
    GetPromptResult,
    ImageContent,
    Prompt,
    PromptArgument,
    PromptMessage,
    TextContent,
    TextResourceContents,
)

from tests.conformance.asking import answered, elicit, needs
from tests.conformance.offering import PNG
from tools_app.mcp.exchange import Answer, Exchange
from tools_app.mcp.features import OfferedPrompt, features

Params = GetPromptRequestParams


def prompt(name: str, *arguments: str) -> Callable[[Any], Any]:
    def decorate(get: Any) -> Any:
        asked = [PromptArgument(name=argument, required=True) for argument in arguments]
        offered = Prompt(name=name, description=get.__doc__, arguments=asked)
        features.add_prompt(OfferedPrompt(offered, get))
        return get

    return decorate


def _messages(*content: ContentBlock) -> GetPromptResult:
    return GetPromptResult(messages=[PromptMessage(role="user", content=each) for each in content])


@prompt("test_simple_prompt")
def simple(_exchange: Exchange, _params: Params) -> Answer:
    """A text."""
    return _messages(TextContent(text="This is a simple prompt for testing."))


@prompt("test_prompt_with_arguments", "arg1", "arg2")
def with_arguments(_exchange: Exchange, params: Params) -> Answer:
    """A text with arguments."""
    given = params.arguments or {}
    words = f"Prompt with arguments: arg1='{given['arg1']}', arg2='{given['arg2']}'"
    return _messages(TextContent(text=words))


@prompt("test_prompt_with_embedded_resource", "resourceUri")
def with_resource(_exchange: Exchange, params: Params) -> Answer:
    """A resource."""
    uri = (params.arguments or {})["resourceUri"]
    contents = TextResourceContents(
        uri=uri, mime_type="text/plain", text="Embedded resource content for testing."
    )
    words = TextContent(text="Please process the embedded resource above.")
    return _messages(EmbeddedResource(resource=contents), words)


@prompt("test_prompt_with_image")
def with_image(_exchange: Exchange, _params: Params) -> Answer:
    """An image."""
    words = TextContent(text="Please analyze the image above.")
    return _messages(ImageContent(data=PNG, mime_type="image/png"), words)


@prompt("test_input_required_result_prompt")
def asking(_exchange: Exchange, params: Params) -> Answer:
    """Asks first."""
    if not answered(params, "user_context"):
        return needs({"user_context": elicit("What context should the prompt use?", "context")})
    return _messages(TextContent(text="Thank you."))
