"""One page on a server of its own, with the headers that the product sends."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from pathlib import Path
from threading import Thread

from django.contrib.staticfiles import finders

from config.middleware import CONTENT_SECURITY_POLICY


@contextmanager
def serving(
    html: str | Callable[[], str], *, policy: str = CONTENT_SECURITY_POLICY
) -> Iterator[tuple[str, list[str]]]:
    """The address of the page, and a list that fills with what was asked for."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            text = html if isinstance(html, str) else html()
            body, kind = text.encode(), "text/html; charset=utf-8"
            inside = self.path.startswith("/static/")
            found = finders.find(self.path.removeprefix("/static/")) if inside else None
            if self.path != "/":
                body = Path(str(found)).read_bytes() if found else b""
                kind = guess_type(self.path)[0] or "text/plain"
            self.send_response(200 if self.path == "/" or found else 404)
            self.send_header("Content-Type", kind)
            if policy:
                self.send_header("Content-Security-Policy", policy)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_args: object) -> None:
            """In silence."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/", asked
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
