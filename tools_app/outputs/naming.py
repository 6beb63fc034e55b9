"""What the ids in a result are called: files and entities get their names, and links that open now.

Blocks are made from the output alone; this goes over them once, for somebody who looks at them. What
they may not see keeps its id.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any
from uuid import UUID

from accounts.principal import Principal
from files.access import files_to_see
from files.links import link_to
from files.models import StoredFile
from files.sniffing import IMAGES
from tools_app.forms import pickers
from tools_app.outputs.kinds import Block, ImageBlock
from tools_app.outputs.values import FILE_ID, Shown, shown

MOST_LOOKED_UP = 500
Change = Callable[[Shown], Shown]


@dataclass(frozen=True)
class _Names:
    files: dict[UUID, StoredFile]
    entities: dict[str, dict[str, pickers.Named]]

    def of(self, value: Shown) -> Shown:
        if value.kind in ("file", "image"):
            file = self.files.get(file_id_in(value.raw) or UUID(int=0))
            return _opened(value, file) if file else value
        named = self.entities.get(value.source, {}).get(value.raw)
        return replace(value, text=named[0], href=named[1]) if named else value


def named(blocks: Sequence[Block], principal: Principal) -> list[Block]:
    """The same blocks with names. Asks nothing when they name nothing."""
    found = [value for block in blocks for value in _references(block)][:MOST_LOOKED_UP]
    if not found:
        return list(blocks)
    names = _Names(_files(found, principal), _entities(found, principal))
    return [_changed(block, names.of) for block in blocks]


def file_named(value: str, principal: Principal | None) -> Shown:
    """The file that a value names, as far as the principal may see it."""
    found = shown(value, "media")
    if principal is None or found.kind not in ("file", "image"):
        return found
    return _Names(_files([found], principal), {}).of(found)


def _references(part: Any) -> Iterator[Shown]:
    """The values in a block, however deep, that stand for something else."""
    if isinstance(part, ImageBlock):
        yield _picture(part)
    elif isinstance(part, Shown) and part.kind in ("file", "image", "entity"):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _references(each)
    elif is_dataclass(part) and not isinstance(part, type):
        for each in fields(part):
            yield from _references(getattr(part, each.name))


def _changed(part: Any, change: Change) -> Any:
    if isinstance(part, ImageBlock):
        return replace(part, src=change(_picture(part)).href)
    if isinstance(part, Shown) and part.kind in ("file", "image", "entity"):
        return change(part)
    if isinstance(part, tuple):
        return tuple(_changed(each, change) for each in part)
    if is_dataclass(part) and not isinstance(part, type):
        values = {each.name: getattr(part, each.name) for each in fields(part)}
        new = {name: _changed(value, change) for name, value in values.items()}
        differing = {name: value for name, value in new.items() if value is not values[name]}
        return replace(part, **differing) if differing else part
    return part


def _picture(block: ImageBlock) -> Shown:
    return Shown(block.alt, "image", href=block.src, raw=block.src)


def file_id_in(raw: Any) -> UUID | None:
    """Of an id or of an address of ours, which has it in it."""
    found = FILE_ID.search(raw) if isinstance(raw, str) else None
    return UUID(found[0]) if found else None


def _files(found: Iterable[Shown], principal: Principal) -> dict[UUID, StoredFile]:
    ids = {file_id_in(value.raw) for value in found if value.kind in ("file", "image")} - {None}
    return files_to_see(principal=principal, file_ids=[each for each in ids if each]) if ids else {}


def _entities(found: Iterable[Shown], principal: Principal) -> dict[str, dict[str, pickers.Named]]:
    wanted: dict[str, set[str]] = {}
    for value in found:
        if value.kind == "entity":
            wanted.setdefault(value.source, set()).add(str(value.raw))
    return {key: pickers.names(key, principal, sorted(ids)) for key, ids in wanted.items()}


def _opened(value: Shown, file: StoredFile) -> Shown:
    """Links expire; whoever may see the file gets one that does not yet."""
    kind: Any = "image" if file.media_type in IMAGES else "file"
    return replace(
        value, text=file.name, kind=kind, href=link_to(file).path, note=size_of(file.size)
    )


def size_of(size: int) -> str:
    """1536 → 1.5 KB"""
    for unit, scale in (("GB", 1024**3), ("MB", 1024**2), ("KB", 1024)):
        if size >= scale:
            return f"{size / scale:.1f} {unit}".replace(".0 ", " ")
    return f"{size} B"
