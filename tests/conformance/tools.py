"""The tools that the scenarios call."""

import time
from typing import Any

from mcp_types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    AudioContent,
    CallToolRequestParams,
    EmbeddedResource,
    ImageContent,
    LoggingMessageNotification,
    LoggingMessageNotificationParams,
    ProgressNotification,
    ProgressNotificationParams,
    TextResourceContents,
)

from tests.conformance.offering import PNG, WAV, said, tool, with_text
from tools_app.mcp.errors import ProtocolError
from tools_app.mcp.exchange import Answer, Ask, Exchange, Steps
from tools_app.mcp.features import features
from tools_app.resolver import catalogue_changed

Params = CallToolRequestParams
PAUSE = 0.05


def _resource(uri: str, kind: str, text: str) -> EmbeddedResource:
    return EmbeddedResource(resource=TextResourceContents(uri=uri, mime_type=kind, text=text))


@tool("test_simple_text")
def simple_text(_exchange: Exchange, _params: Params) -> Answer:
    """Gives a text."""
    return said("This is a simple text response for testing.")


@tool("test_image_content")
def image(_exchange: Exchange, _params: Params) -> Answer:
    """Gives an image."""
    return said(ImageContent(data=PNG, mime_type="image/png"))


@tool("test_audio_content")
def audio(_exchange: Exchange, _params: Params) -> Answer:
    """Gives a sound."""
    return said(AudioContent(data=WAV, mime_type="audio/wav"))


@tool("test_embedded_resource")
def embedded(_exchange: Exchange, _params: Params) -> Answer:
    """Gives a resource."""
    words = "This is an embedded resource content."
    return said(_resource("test://embedded-resource", "text/plain", words))


@tool("test_multiple_content_types")
def mixed(_exchange: Exchange, _params: Params) -> Answer:
    """Gives several things."""
    data = '{"test":"data","value":123}'
    return said(
        "Multiple content types test:",
        ImageContent(data=PNG, mime_type="image/png"),
        _resource("test://mixed-content-resource", "application/json", data),
    )


@tool("test_error_handling")
def error(_exchange: Exchange, _params: Params) -> Answer:
    """Fails."""
    return said("This tool intentionally returns an error for testing", failed=True)


@tool("test_tool_with_logging")
def logging(exchange: Exchange, _params: Params) -> Steps:
    """Logs three times."""
    for words in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        if exchange.log_level:
            params = LoggingMessageNotificationParams(level="info", data=words)
            yield LoggingMessageNotification(params=params)
        time.sleep(PAUSE)
    return said("Logged.")


tool("test_logging_tool")(logging)


@tool("test_tool_with_progress")
def progress(exchange: Exchange, _params: Params) -> Steps:
    """Tells how far it is."""
    for done in (0, 50, 100):
        if exchange.progress_token is not None:
            params = ProgressNotificationParams(
                progress_token=exchange.progress_token, progress=done, total=100
            )
            yield ProgressNotification(params=params)
        time.sleep(PAUSE)
    return said("Done.")


@tool("test_sampling", with_text("prompt"))
def sampling(_exchange: Exchange, params: Params) -> Steps:
    """Asks the client's model."""
    text = {"type": "text", "text": (params.arguments or {})["prompt"]}
    asked = {"messages": [{"role": "user", "content": text}], "maxTokens": 100}
    answer = yield Ask("sampling/createMessage", asked)
    return said(f"LLM response: {answer['content']['text']}")


def _elicited(message: str, properties: dict[str, Any], required: list[str]) -> Steps:
    schema = {"type": "object", "properties": properties, "required": required}
    answer = yield Ask("elicitation/create", {"message": message, "requestedSchema": schema})
    return said(
        f"Elicitation completed: action={answer['action']}, content={answer.get('content')}"
    )


@tool("test_elicitation", with_text("message"))
def elicitation(_exchange: Exchange, params: Params) -> Steps:
    """Asks the person."""
    fields = {"username": {"type": "string"}, "email": {"type": "string"}}
    return _elicited((params.arguments or {})["message"], fields, ["username", "email"])


@tool("test_elicitation_sep1034_defaults")
def defaults(_exchange: Exchange, _params: Params) -> Steps:
    """Asks with defaults."""
    fields: dict[str, Any] = {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {
            "type": "string",
            "enum": ["active", "inactive", "pending"],
            "default": "active",
        },
        "verified": {"type": "boolean", "default": True},
    }
    return _elicited("Please review", fields, [])


@tool("test_elicitation_sep1330_enums")
def enums(_exchange: Exchange, _params: Params) -> Steps:
    """Asks with every kind of choice."""
    plain = ["option1", "option2", "option3"]
    titled = [{"const": f"value{n}", "title": f"Choice {n}"} for n in (1, 2, 3)]
    fields: dict[str, Any] = {
        "untitledSingle": {"type": "string", "enum": plain},
        "titledSingle": {"type": "string", "oneOf": titled},
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": plain}},
        "titledMulti": {"type": "array", "items": {"anyOf": titled}},
    }
    return _elicited("Please choose", fields, [])


@tool("test_missing_capability")
def missing_capability(exchange: Exchange, _params: Params) -> Answer:
    """Needs a client that can sample."""
    if exchange.capabilities is None or exchange.capabilities.sampling is None:
        raise ProtocolError(
            MISSING_REQUIRED_CLIENT_CAPABILITY,
            "This needs the capability sampling.",
            data={"requiredCapabilities": {"sampling": {}}},
        )
    return said("It can.")


@tool("test_trigger_tool_change")
def tool_change(_exchange: Exchange, _params: Params) -> Answer:
    """Changes the tools."""
    catalogue_changed()
    return said("The tools changed.")


@tool("test_trigger_prompt_change")
def prompt_change(_exchange: Exchange, _params: Params) -> Answer:
    """Changes the prompts."""
    features.prompts_version += 1
    return said("The prompts changed.")


ADDRESS = {
    "$anchor": "addressDef",
    "type": "object",
    "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
}
EVERYTHING = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {"address": ADDRESS},
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}


@tool("json_schema_2020_12_tool", EVERYTHING)
def everything(_exchange: Exchange, _params: Params) -> Answer:
    """Has a schema with every keyword."""
    return said("Fine.")


MIRRORED = {
    "type": "object",
    "properties": {"region": {"type": "string", "x-mcp-header": "Region"}},
    "required": ["region"],
}


@tool("test_x_mcp_header", MIRRORED)
def mirrored(_exchange: Exchange, _params: Params) -> Answer:
    """Wants an argument repeated in a header."""
    return said("Both say the same.")
