"""Names of files: what a person may read and a program may write, and nothing else."""

import re
import unicodedata
from pathlib import PurePosixPath

LONGEST = 200
LONGEST_SUFFIX = 20
NAMELESS = "file"

# What the name of a file of such a type may end with; the first is added where none is there.
SUFFIXES = {
    "image/jpeg": (".jpg", ".jpeg"),
    "image/png": (".png",),
    "image/webp": (".webp",),
    "image/gif": (".gif",),
    "application/pdf": (".pdf",),
}


def clean_name(name: str) -> str:
    """Without path, control characters and marks that turn the direction of reading."""
    last = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    # Category C: control, format, surrogate, private, unassigned.
    shown = "".join(" " if mark.isspace() else mark for mark in last if _is_shown(mark))
    return _cut(re.sub(r" +", " ", shown).strip(" .")) or NAMELESS


def _is_shown(mark: str) -> bool:
    return mark.isspace() or not unicodedata.category(mark).startswith("C")


def named_as(name: str, media_type: str) -> str:
    """The name with an ending that is true: a picture called `x.html` is saved as a picture."""
    allowed = SUFFIXES.get(media_type)
    if allowed is None or suffix_of(name) in allowed:
        return name
    return _cut(name + allowed[0])


def suffix_of(name: str) -> str:
    return PurePosixPath(name).suffix.lower()


def _cut(name: str) -> str:
    if len(name) <= LONGEST:
        return name
    suffix = PurePosixPath(name).suffix
    suffix = suffix if len(suffix) <= LONGEST_SUFFIX else ""
    return name[: LONGEST - len(suffix)] + suffix
