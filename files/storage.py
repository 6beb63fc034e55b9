"""Where the bytes are: `STORAGES["files"]`, a folder or a bucket, one prefix a tenant."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from django.core.files import File
from django.core.files.storage import Storage, storages

from config.errors import NotFound, Unavailable
from tenants.models import Tenant

logger = logging.getLogger("tenon.files")


def storage() -> Storage:
    return storages["files"]


@contextmanager
def answering() -> Iterator[None]:
    """A storage that is away or full is a 503, in the words of the house."""
    try:
        yield
    except FileNotFoundError as error:
        raise NotFound("The content of this file is gone.") from error
    except OSError as error:
        raise Unavailable(
            "The storage of files is not answering. Try again in a moment.", retry_after=5
        ) from error


def write(key: str, content: IO[bytes]) -> None:
    """All of it, or nothing: what was begun is removed."""
    content.seek(0)
    try:
        with answering():
            storage().save(key, File(content, name=key))
    except BaseException:
        discard(key)
        raise


def read(key: str) -> "File[bytes]":
    """Raises `NotFound`, `Unavailable`."""
    with answering():
        return storage().open(key, "rb")


def discard(key: str) -> None:
    """Gone, if it was there."""
    try:
        with answering():
            storage().delete(key)
    except (NotFound, Unavailable):
        logger.exception("A file could not be removed", extra={"key": key})


def remove_all(tenant: Tenant) -> None:
    """Everything under the tenant's prefix, whether a row knows of it or not."""
    place = storage()
    try:
        with answering():
            _folders, names = place.listdir(tenant.schema_name)
            for name in names:
                place.delete(f"{tenant.schema_name}/{name}")
            place.delete(tenant.schema_name)
    except NotFound:
        return
