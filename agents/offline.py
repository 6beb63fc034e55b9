"""The model that is none: it answers without a network, always the same to the same question, and
says what it is."""

import json
from typing import Any

from pydantic_ai.messages import ModelMessage, ModelRequest, UserPromptPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from agents.providers import OFFLINE
from agents.simplest import simplest

WORDS = (
    "This is the offline model: no language model is connected, so nobody has read your request. "
    "It began: “{start}”"
)
SHOWN = 200


def offline_model(schema: dict[str, Any] | None = None) -> FunctionModel:
    """With a schema, the answer is the simplest JSON that the schema allows."""

    async def answer(messages: list[ModelMessage], _info: AgentInfo):  # type: ignore[no-untyped-def]
        text = json.dumps(simplest(schema)) if schema else _words(messages)
        for start in range(0, len(text), 40):
            yield text[start : start + 40]

    return FunctionModel(stream_function=answer, model_name=OFFLINE)


def _words(messages: list[ModelMessage]) -> str:
    prompts = [
        str(part.content)
        for message in messages
        if isinstance(message, ModelRequest)
        for part in message.parts
        if isinstance(part, UserPromptPart)
    ]
    start = " ".join(prompts[-1].split()) if prompts else ""
    return WORDS.format(start=start if len(start) <= SHOWN else f"{start[:SHOWN]}…")
