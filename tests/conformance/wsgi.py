"""The product with the fixtures. The suite knows no tokens: here every request gets one."""

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from config.wsgi import application as product

KEY = os.environ["CONFORMANCE_KEY"]

# After the product: they register themselves with it.
for fixtures in ("tools", "asking", "prompts", "resources", "tasks"):
    import_module(f"tests.conformance.{fixtures}")


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    environ.setdefault("HTTP_AUTHORIZATION", f"Bearer {KEY}")
    return product(environ, start_response)
