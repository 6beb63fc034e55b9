"""Taking and removing files: the one write path for the table and the storage."""

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import IO, Protocol

from django.conf import settings
from django.db import transaction

from accounts.principal import Principal
from accounts.throttles import MINUTE, count
from config.ids import uuid7
from files import storage
from files.errors import FileEmpty, FileTooLarge, FileTypeNotAllowed
from files.images import redraw
from files.models import StoredFile
from files.names import clean_name, named_as
from files.sniffing import IMAGES, is_accepted, sniff
from tenants.context import current_tenant

RIGHT = "tools.team.execute"
PIECE = 256 * 1024
MEGABYTE = 1024 * 1024


class Readable(Protocol):
    def read(self, size: int, /) -> bytes: ...


def most_bytes(narrowed: int | None = None) -> int:
    """The size that is allowed; a caller may lower it, never raise it."""
    most = settings.FILES_MAX_MB * MEGABYTE
    return most if narrowed is None else min(most, narrowed)


def store(
    *,
    principal: Principal,
    name: str,
    stream: Readable,
    accept: Sequence[str] = (),
    max_bytes: int | None = None,
) -> StoredFile:
    """Keep what the stream gives, for whoever may run tools. It passes through a file on the disk,
    never as a whole through memory.

    Raises `PermissionDenied`, `RateLimited`, or one of `files.errors`; then nothing is kept.
    """
    principal.require(RIGHT)
    _count(principal)
    with _spooled(stream, most_bytes(max_bytes)) as content:
        clean = clean_name(name)
        media_type = sniff(content, clean)
        if not is_accepted(media_type=media_type, name=clean, accept=accept):
            raise FileTypeNotAllowed(f"This is {media_type}; accepted: {', '.join(accept)}.")
        row = StoredFile(
            name=named_as(clean, media_type),
            media_type=media_type,
            user_id=principal.user_id,
            actor_label=principal.label[:300],
        )
        return _keep_image(row, content) if media_type in IMAGES else _keep(row, content)


def remove(file: StoredFile) -> None:
    """The row now, the bytes once that is committed."""
    key = file.key
    file.delete()
    transaction.on_commit(partial(storage.discard, key))


def _count(principal: Principal) -> None:
    count(
        "files",
        str(principal.user_id),
        limit=settings.FILES_PER_MINUTE,
        window=MINUTE,
        what="Too many files at once.",
    )


@contextmanager
def _spooled(stream: Readable, limit: int) -> Iterator[IO[bytes]]:
    with tempfile.TemporaryFile() as content:
        size = 0
        while piece := stream.read(PIECE):
            size += len(piece)
            if size > limit:
                raise too_large(limit)
            content.write(piece)
        if not size:
            raise FileEmpty("There is nothing in it. Choose another file.")
        yield content


def too_large(limit: int) -> FileTooLarge:
    return FileTooLarge(f"A file may have {limit / MEGABYTE:.4g} MB here.")


def _keep_image(row: StoredFile, content: IO[bytes]) -> StoredFile:
    redrawn = redraw(content, row.media_type)
    row.width, row.height = redrawn.width, redrawn.height
    with redrawn.content:
        return _keep(row, redrawn.content)


def _keep(row: StoredFile, content: IO[bytes]) -> StoredFile:
    content.seek(0)
    row.sha256 = hashlib.file_digest(content, "sha256").hexdigest()  # type: ignore[arg-type]  # any file
    row.size = content.tell()
    row.key = f"{current_tenant().schema_name}/{uuid7()}"
    storage.write(row.key, content)
    try:
        row.save(force_insert=True)
    except BaseException:
        storage.discard(row.key)
        raise
    return row
