"""What only browsers need: their session, its CSRF check, who is signed in, messages, htmx.

A program that brings a key to the API takes none of it: it has no session, and cannot get one.
"""

from collections.abc import Callable
from functools import reduce
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.utils.module_loading import import_string

from config.programs import is_program

Handler = Callable[[HttpRequest], HttpResponseBase]

CHAIN = (
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.authentication.PrincipalMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
)


class BrowserMiddleware:
    def __init__(self, get_response: Handler) -> None:
        self.for_programs = get_response
        self._before_view: list[Callable[..., HttpResponseBase | None]] = []
        self.for_browsers = reduce(self._wrapped, reversed(CHAIN), get_response)

    def _wrapped(self, inner: Handler, name: str) -> Handler:
        made: Any = import_string(name)(inner)
        if hasattr(made, "process_view"):
            self._before_view.insert(0, made.process_view)
        return made  # type: ignore[no-any-return]  # whatever a middleware is

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        handler = self.for_programs if is_program(request) else self.for_browsers
        return handler(request)

    def process_view(self, request: HttpRequest, *view: Any) -> HttpResponseBase | None:
        """Django asks only the middlewares that it knows of."""
        if is_program(request):
            return None
        answers = (before(request, *view) for before in self._before_view)
        return next((answer for answer in answers if answer is not None), None)
