"""What a file is, by its content. The claim of whoever sent it is not asked.

Text is the one case that content cannot tell apart: a table is a text whose name ends with `.csv`.
"""

import re
import zipfile
from collections.abc import Sequence
from typing import IO

import puremagic

from files.names import suffix_of

HEAD = 64 * 1024
UNKNOWN = "application/octet-stream"
TEXT = "text/plain"
ZIP = "application/zip"
IMAGES = frozenset({"image/jpeg", "image/png", "image/webp", "image/gif"})

SIGNATURES = (
    (re.compile(rb"\xff\xd8\xff"), "image/jpeg"),
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "image/png"),
    (re.compile(rb"GIF8[79]a"), "image/gif"),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), "image/webp"),
    (re.compile(rb"%PDF-"), "application/pdf"),
)
TEXTS = {
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".md": "text/markdown",
    ".json": "application/json",
}
OFFICE = "application/vnd.openxmlformats-officedocument."
PACKAGES = {
    "word/document.xml": OFFICE + "wordprocessingml.document",
    "xl/workbook.xml": OFFICE + "spreadsheetml.sheet",
    "ppt/presentation.xml": OFFICE + "presentationml.presentation",
}
# What an ending in a list of accepted ones stands for, besides the texts above.
ENDINGS = {
    ".txt": TEXT,
    ".log": TEXT,
    ".pdf": "application/pdf",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".png": "image/png",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".zip": ZIP,
    ".docx": PACKAGES["word/document.xml"],
    ".xlsx": PACKAGES["xl/workbook.xml"],
    ".pptx": PACKAGES["ppt/presentation.xml"],
    **TEXTS,
}
CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
UTF16 = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}


def sniff(content: IO[bytes], name: str) -> str:
    """The media type. HTML, SVG and XML are never told: they are bytes like any other."""
    content.seek(0)
    head = content.read(HEAD)
    for pattern, media_type in SIGNATURES:
        if pattern.match(head):
            return media_type
    text = _as_text(head)
    if text is None:
        return _package(content) if head.startswith(b"PK\x03\x04") else _binary(head)
    return UNKNOWN if text.lstrip().startswith("<") else TEXTS.get(suffix_of(name), TEXT)


def _as_text(head: bytes) -> str | None:
    if encoding := UTF16.get(head[:2]):
        return head[2:].decode(encoding, "replace")
    if CONTROL.search(head):
        return None
    return head.decode("utf-8-sig", "replace")


def _package(content: IO[bytes]) -> str:
    """Office documents are archives; what is inside tells which."""
    content.seek(0)
    try:
        with zipfile.ZipFile(content) as archive:
            inside = set(archive.namelist())
    except (zipfile.BadZipFile, ValueError, OSError):
        return UNKNOWN
    return next((kind for part, kind in PACKAGES.items() if part in inside), ZIP)


def _binary(head: bytes) -> str:
    try:
        found = puremagic.from_string(head, mime=True)
    except (puremagic.PureError, ValueError):
        return UNKNOWN
    return UNKNOWN if not found or _is_active(found) else found[:150]


def _is_active(media_type: str) -> bool:
    """What a browser could run, or what only the treatment of images may call an image."""
    return media_type in IMAGES or bool(re.search(r"html|xml$|svg|script", media_type))


def is_accepted(*, media_type: str, name: str, accept: Sequence[str]) -> bool:
    """Whether the list has it: `image/*`, `application/pdf`, `.csv`. An empty one has all."""
    return not accept or any(_matches(rule.strip().lower(), media_type, name) for rule in accept)


def _matches(rule: str, media_type: str, name: str) -> bool:
    if rule.startswith("."):
        # By the ending, and only if the content is what the ending says.
        return suffix_of(name) == rule and ENDINGS.get(rule, UNKNOWN) == media_type
    if rule.endswith("/*"):
        return media_type.startswith(rule[:-1])
    return rule in {media_type, "*/*"}
