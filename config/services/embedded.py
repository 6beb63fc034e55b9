"""PostgreSQL, Redis and a language model for a machine that has none: started here unless the
environment names real ones."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from config import env
from config.services import model, postgres, redis
from config.services.addresses import Addresses


@contextmanager
def services(folder: Path) -> Iterator[Addresses]:
    """Run what is not given by the environment; stop it on leaving.

    The addresses are put into this process's environment, so that children inherit them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        database_url = os.environ.get("DATABASE_URL") or _postgres(stack, folder / "postgres")
        redis_url = os.environ.get("REDIS_URL") or ""
        broker_url = os.environ.get("CELERY_BROKER_URL") or redis_url
        if not redis_url:
            server = redis.start(folder / "redis")
            stack.callback(server.stop)
            redis_url, broker_url = server.url, broker_url or server.broker_url
        model_url = os.environ.get("MODEL_URL") or _model(stack, folder / "model")
        addresses = Addresses(database_url, redis_url, broker_url, model_url)
        os.environ.update(addresses.as_environment())
        yield addresses


def _postgres(stack: ExitStack, folder: Path) -> str:
    server, url = postgres.start(folder)
    stack.callback(server.cleanup)
    return url


def _model(stack: ExitStack, folder: Path) -> str:
    if env.choice("MODEL", ("embedded", "none")) == "none":
        return ""
    server = model.start(folder)
    stack.callback(server.stop)
    return server.url
