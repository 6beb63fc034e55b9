"""A connection as pydantic-ai's model: built for each request, because its clients belong to one
event loop, and closed with it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from ipaddress import ip_network
from typing import Any

import httpx2
from anthropic import AsyncAnthropic
from django.conf import settings
from openai import AsyncOpenAI
from pydantic_ai.models import Model
from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.anthropic import AnthropicProvider
from pydantic_ai.providers.openai import OpenAIProvider

from agents.offline import offline_model
from agents.providers import BASE_URLS, Chosen, Provider
from config.outbound import Opening, async_client, target_of
from config.outbound.limits import Limits

LIMITS = Limits(seconds=180, bytes=8 * 1024 * 1024)
NO_KEY = "none"


@asynccontextmanager
async def opened(
    chosen: Chosen, key: str, schema: dict[str, Any] | None = None
) -> AsyncIterator[Model]:
    """The model to ask. `schema` is of the answer, for the one that only makes it up."""
    if chosen.is_offline:
        yield offline_model(schema)
        return
    async with async_client(limits=LIMITS, allow=_opening(chosen)) as http:
        yield _model(chosen, key or NO_KEY, http)


def _opening(chosen: Chosen) -> tuple[Opening, ...]:
    """The installation's own model may be anywhere: its address comes from the operator."""
    if chosen.connection.provider != Provider.EMBEDDED:
        return ()
    target = target_of(settings.MODEL_URL)
    where = ip_network(target.host) if target.address else target.host
    return (Opening(where, target.port),)


def _model(chosen: Chosen, key: str, http: httpx2.AsyncClient) -> Model:
    connection = chosen.connection
    if connection.provider == Provider.ANTHROPIC:
        anthropic = AsyncAnthropic(
            api_key=key, base_url=connection.base_url, http_client=http, max_retries=0
        )
        return AnthropicModel(chosen.name, provider=AnthropicProvider(anthropic_client=anthropic))
    embedded = connection.provider == Provider.EMBEDDED
    base_url = settings.MODEL_URL if embedded else connection.base_url
    openai = AsyncOpenAI(api_key=key, base_url=base_url, http_client=http, max_retries=0)
    known = not embedded and base_url.startswith(BASE_URLS[Provider.OPENAI])
    return OpenAIChatModel(
        chosen.name,
        provider=OpenAIProvider(openai_client=openai),
        profile=None if known else _PROFILE,
    )


# Any server may stand behind the protocol: nothing is guessed from a model's name.
_PROFILE = OpenAIModelProfile(
    supports_json_schema_output=True,
    supports_json_object_output=True,
    supports_tools=True,
    openai_chat_supports_max_completion_tokens=False,
)
