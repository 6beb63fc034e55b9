"""Fetching authorises: files, one's own or, with the right, everyone's."""

from collections.abc import Iterable
from uuid import UUID

from accounts.principal import Principal
from config.errors import NotFound
from files.links import is_valid
from files.models import StoredFile

EVERYONES = "tool_sessions.tenant.read"
OWN = "tool_sessions.own.read"
REMOVE_OWN = "tools.team.execute"
REMOVE_EVERYONES = "tool_sessions.tenant.manage"


def file_to_see(*, principal: Principal, file_id: UUID) -> StoredFile:
    """Raises `NotFound` for a file of somebody else as for one that never was."""
    file = _find(file_id)
    own = file.user_id == principal.user_id and principal.has(OWN)
    if not own and not principal.has(EVERYONES):
        raise _missing()
    return file


def files_to_see(*, principal: Principal, file_ids: Iterable[UUID]) -> dict[UUID, StoredFile]:
    """Those among them that one may see, by id, in one query."""
    found = StoredFile.objects.filter(pk__in=set(file_ids))
    if not principal.has(EVERYONES):
        found = found.filter(user_id=principal.user_id) if principal.has(OWN) else found.none()
    return {file.pk: file for file in found}


def file_to_remove(*, principal: Principal, file_id: UUID) -> StoredFile:
    file = file_to_see(principal=principal, file_id=file_id)
    own = file.user_id == principal.user_id
    principal.require(REMOVE_OWN if own else REMOVE_EVERYONES)
    return file


def file_by_link(*, file_id: UUID, expires: str, signature: str) -> StoredFile:
    """For whoever holds a link that we signed. Raises `NotFound`, whatever is wrong with it."""
    if not is_valid(file_id=file_id, expires=expires, signature=signature):
        raise _missing()
    return _find(file_id)


def _find(file_id: UUID) -> StoredFile:
    file = StoredFile.objects.filter(pk=file_id).first()
    if file is None:
        raise _missing()
    return file


def _missing() -> NotFound:
    return NotFound("There is no such file, or it is not yours.")
