"""The SDK's client, from a thread with an event loop of its own: Playwright's is the test's."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from queue import Queue
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthToken
from mcp.shared.dispatcher import ProgressFnT
from playwright.sync_api import Page

from tests.serving import serving

SECONDS = 60


class ByName(httpx2.AsyncHTTPTransport):
    """Only browsers know by themselves where *.localhost is."""

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.host.endswith(".localhost"):
            request.url = request.url.copy_with(host="127.0.0.1")
        return await super().handle_async_request(request)


def begun(work: Coroutine[Any, Any, Any]) -> Future[Any]:
    """At work, while the test does something else."""
    pool = ThreadPoolExecutor(1)
    future = pool.submit(asyncio.run, work)
    pool.shutdown(wait=False)
    return future


@asynccontextmanager
async def connected(url: str, *, mode: Any = "auto", **options: Any) -> AsyncIterator[Client]:
    async with (
        httpx2.AsyncClient(transport=ByName(), timeout=SECONDS, **options) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


@dataclass
class Kept:
    """What a client keeps of itself."""

    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None

    async def get_tokens(self) -> OAuthToken | None:
        return self.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        return self.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        self.client = client_info


class SigningIn:
    """A client that sends a person to a page and waits for what they come back with."""

    def __init__(self, url: str, name: str, back: str) -> None:
        self.back = back
        self.asked: Queue[str] = Queue()
        self.came_back: Queue[str] = Queue()
        self.kept = Kept()
        metadata = OAuthClientMetadata.model_validate(
            {"client_name": name, "redirect_uris": [back]}
        )
        self.provider = OAuthClientProvider(url, metadata, self.kept, self._sent, self._returned)

    async def _sent(self, address: str) -> None:
        self.asked.put(address)

    async def _returned(self) -> AuthorizationCodeResult:
        address = await asyncio.to_thread(self.came_back.get, timeout=SECONDS)
        found = {key: value[0] for key, value in parse_qs(urlsplit(address).query).items()}
        return AuthorizationCodeResult(code=found["code"], state=found["state"], iss=found["iss"])

    def let_in(self, page: Page) -> str:
        """The person's part, at their browser; what the page said."""
        page.goto(self.asked.get(timeout=SECONDS))
        words = page.locator("main").inner_text()
        page.get_by_role("button", name="Connect", exact=True).click()
        page.wait_for_url(f"{self.back}**")
        self.came_back.put(page.url)
        return words


@contextmanager
def signing_in(url: str, name: str) -> Iterator[SigningIn]:
    """With the address on this machine that people come back to."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        body = b"Back in the program."
        handler.send_response(200)
        handler.send_header("Content-Type", "text/plain")
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    with serving(answer) as (port, _):
        yield SigningIn(url, name, f"http://127.0.0.1:{port}/callback")


def hearing(heard: "Queue[str]") -> ProgressFnT:
    async def said(progress: float, total: float | None, message: str | None) -> None:
        heard.put(message or "")

    return said
