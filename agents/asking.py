"""One request to a model, streamed: the way every prompt, agent and test takes.

The request runs in an event loop of its own; what is done with the text as it comes (writing to
the log, looking whether the run is to stop) runs on the caller's thread, which has the tenant.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from asgiref.sync import async_to_sync, sync_to_async
from pydantic_ai.direct import model_request_stream
from pydantic_ai.messages import (
    ModelMessage,
    ModelMessagesTypeAdapter,
    ModelResponse,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition
from pydantic_ai.usage import RequestUsage

from agents.bridge import kept
from agents.failures import explained
from agents.models import ModelUse
from agents.opening import opened
from agents.providers import Chosen
from agents.spending import Cause, reserve, settle

Heard = Callable[[str], None]
"""Takes the text as it comes: pieces at first, nothing ("") when it is only asked to look up."""

PIECE_CHARACTERS = 200
PIECE_SECONDS = 0.1
CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True)
class Question:
    messages: list[ModelMessage]
    max_tokens: int = 1_000
    temperature: float | None = None
    schema: dict[str, Any] | None = None
    tools: tuple[ToolDefinition, ...] = ()


@dataclass(frozen=True)
class Answer:
    response: ModelResponse
    use: ModelUse

    @property
    def text(self) -> str:
        parts = self.response.parts
        return "".join(part.content for part in parts if isinstance(part, TextPart))


def ask(chosen: Chosen, question: Question, cause: Cause, heard: Heard) -> Answer:
    """Raises `ModelFailed`, `SpendCapReached`, and whatever `heard` raises to stop it."""
    key = chosen.connection.key()
    use = reserve(chosen, cause, most_tokens=question.max_tokens)
    pieces = Pieces(heard)
    try:
        with explained():
            response = async_to_sync(_streamed)(chosen, key, question, pieces)
    except BaseException:
        settle(use, chosen, _estimate(question, pieces))
        if pieces.stopped:
            raise pieces.stopped from None
        raise
    settle(use, chosen, response.usage, response.model_name or "")
    return Answer(response, use)


async def _streamed(
    chosen: Chosen, key: str, question: Question, pieces: "Pieces"
) -> ModelResponse:
    async with opened(chosen, key, question.schema) as model:
        request = model_request_stream(
            model,
            question.messages,
            model_settings=_settings(chosen, question),
            model_request_parameters=_parameters(chosen, question),
        )
        async with request as stream:
            async for event in stream:
                await pieces.take(_text(event))
            response = stream.get()
    await pieces.flush()
    return response


def _estimate(question: Question, pieces: "Pieces") -> RequestUsage | None:
    """Of an answer that was broken off: who stops in the middle has used what came until then."""
    if not pieces.characters:
        return None
    asked = len(ModelMessagesTypeAdapter.dump_json(question.messages))
    return RequestUsage(
        input_tokens=asked // CHARACTERS_A_TOKEN,
        output_tokens=pieces.characters // CHARACTERS_A_TOKEN,
    )


def _settings(chosen: Chosen, question: Question) -> ModelSettings:
    settings = ModelSettings(max_tokens=question.max_tokens, **kept(chosen, question.tools))
    if question.temperature is not None:
        settings["temperature"] = question.temperature
    return settings


def _parameters(chosen: Chosen, question: Question) -> ModelRequestParameters:
    if question.schema is None or not chosen.takes_schemas:
        return ModelRequestParameters(function_tools=list(question.tools))
    wanted = OutputObjectDefinition(json_schema=question.schema, name="answer", strict=False)
    return ModelRequestParameters(
        function_tools=list(question.tools), output_mode="native", output_object=wanted
    )


def _text(event: Any) -> str:
    match event:
        case PartStartEvent(part=TextPart(content=text)):
            return text
        case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
            return text
        case _:
            return ""


@dataclass
class Pieces:
    """Text on its way to the log: the first at once, then by the tenth of a second."""

    heard: Heard
    characters: int = 0
    # What `heard` raised.
    stopped: Exception | None = None
    _kept: list[str] = field(default_factory=list)
    _next: float = 0.0

    async def take(self, text: str) -> None:
        if text:
            self._kept.append(text)
            self.characters += len(text)
        now = time.monotonic()
        if now >= self._next or sum(map(len, self._kept)) >= PIECE_CHARACTERS:
            self._next = now + PIECE_SECONDS
            await self.flush()

    async def flush(self) -> None:
        text, self._kept = "".join(self._kept), []
        # On the thread that called `ask`: it has the tenant and its transaction.
        try:
            await sync_to_async(self.heard, thread_sensitive=True)(text)
        except Exception as error:
            self.stopped = error
            raise
