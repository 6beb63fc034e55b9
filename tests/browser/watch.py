"""What a browser complains about while a test uses it. None of it is ever fine."""

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError

# The browser's echo of a response that `_response` judges by its status.
ECHO = "Failed to load resource: the server responded with a status of"
# The browser gives up a request when the page is left; nobody misses the answer.
LEFT = "net::ERR_ABORTED"

# What it says of a frame that its page may not show.
REFUSED = "net::ERR_BLOCKED_BY_RESPONSE"


class Watch:
    def __init__(self, context: BrowserContext) -> None:
        self.faults: list[str] = []
        self._allowed: set[int] = set()
        self._refuses_frames = False
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("requestfailed", self._failed)
        context.on("response", self._response)

    def allow(self, *statuses: int) -> None:
        """The test provokes these answers (4xx); they are what it is about."""
        assert all(400 <= status < 500 for status in statuses)
        self._allowed |= set(statuses)

    def expect_refused_frame(self) -> None:
        """The test shows a page in a frame that must not be shown there; the browser says so."""
        self._refuses_frames = True

    def _console(self, message: ConsoleMessage) -> None:
        if self._refuses_frames and "frame-ancestors" in message.text:
            return
        if message.type == "error" and not message.text.startswith(ECHO):
            self.faults.append(f"console: {message.text} {message.location}")

    def _error(self, error: WebError) -> None:
        self.faults.append(f"script: {error.error}")

    def _failed(self, request: Request) -> None:
        if self._refuses_frames and request.failure == REFUSED:
            return
        if request.failure != LEFT:
            self.faults.append(f"request: {request.url} {request.failure}")

    def _response(self, response: Response) -> None:
        if response.status >= 400 and response.status not in self._allowed:
            self.faults.append(f"response: {response.status} {response.url}")
