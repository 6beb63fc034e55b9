"""Files for tools: `with open_file(principal=…, file_id=…) as (file, stream): …`"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO
from uuid import UUID

from accounts.principal import Principal
from files import storage
from files.access import file_to_see
from files.models import StoredFile


@contextmanager
def open_file(*, principal: Principal, file_id: UUID) -> Iterator[tuple[StoredFile, IO[bytes]]]:
    """What the principal may see, and its bytes. Raises `NotFound`, `Unavailable`."""
    file = file_to_see(principal=principal, file_id=file_id)
    with storage.read(file.key) as stream:
        yield file, stream
