"""One value, ready to be shown: its words, what it is, where it leads."""

import re
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from pathlib import PurePosixPath
from typing import Any, Literal
from urllib.parse import unquote, urlsplit

from tools_app.outputs import formatting
from tools_app.outputs.formatting import NOTHING, NUMERIC, clean, date_of, number_of, text_of

Kind = Literal[
    "text", "number", "boolean", "badge", "date", "link", "image", "file", "entity", "many", "code",
    "nothing",
]  # fmt: skip
LONGEST_TEXT = 20_000
CLAMP = 240
OUR_FILE = re.compile(r"/files/[A-Za-z0-9][A-Za-z0-9_./~=%-]{0,500}(\?[A-Za-z0-9_.~=&%:-]{0,500})?")
FILE_ID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
PICTURE = re.compile(r"\.(png|jpe?g|webp|gif)", re.IGNORECASE)
MOST_PARTS = 100
EMAIL = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,253}")
PHONE = re.compile(r"\+?[0-9][0-9 ()./-]{3,24}")


@dataclass(frozen=True)
class Shown:
    text: str
    kind: Kind = "text"
    number: Decimal | None = None
    href: str = ""
    note: str = ""
    # The value as it was, for files.
    raw: Any = None
    # What kind of entity it names.
    source: str = ""
    parts: tuple["Shown", ...] = ()
    # A moment is told as so long ago; the words are its absolute time.
    moment: str = ""

    @property
    def is_long(self) -> bool:
        return len(self.text) > CLAMP or self.text.count("\n") > 8

    @property
    def start(self) -> str:
        return self.text[:CLAMP].rsplit(" ", 1)[0]

    @property
    def sort_key(self) -> str:
        """For sorting in the browser: the number, the date, or the words."""
        if self.number is not None:
            return (
                f"{self.number:f}"
                if abs(self.number) < formatting.LONGEST_PLAIN
                else f"{float(self.number)!r}"
            )
        moment = date_of(self.raw) if self.kind == "date" else None
        return moment.isoformat() if moment else self.text[:200]


def shown(
    value: Any, form: str = "text", unit: str = "", *, places: int | None = None, source: str = ""
) -> Shown:
    """Never raises; what does not fit its format is shown as text. `source` is what kind of entity
    a relation names."""
    if value is None or value in ("", [], {}):
        return Shown(NOTHING, "nothing", raw=value)
    if form in SEVERAL and isinstance(value, list) and all(isinstance(each, str) for each in value):
        parts = tuple(shown(each, form, source=source) for each in value[:MOST_PARTS])
        return Shown(_cut(text_of(value)), "many", parts=parts, raw=value)
    if form == "relation" and isinstance(value, str):
        return Shown(_cut(clean(value)), "entity", source=source, raw=value)
    if form in NUMERIC or (form == "text" and isinstance(value, int | float | Decimal)):
        number = None if isinstance(value, bool) else number_of(value)
        if number is not None:
            form = "number" if form == "text" else form
            text = formatting.show(value, form, unit, places=places)
            return Shown(text, "number", number, raw=value)
    return _shown_other(value, form)


def _shown_other(value: Any, form: str) -> Shown:
    if isinstance(value, bool):
        return Shown(text_of(value), "boolean", raw=value)
    if form in MAKERS and isinstance(value, str):
        return MAKERS[form](value)
    nested = isinstance(value, dict) or (
        isinstance(value, list) and any(isinstance(item, dict | list) for item in value)
    )
    return Shown(_cut(text_of(value)), "code" if nested else "text", raw=value)


def _cut(text: str) -> str:
    if len(text) <= LONGEST_TEXT:
        return text
    return f"{text[:LONGEST_TEXT]}… and {len(text) - LONGEST_TEXT:,} characters more"


def _date(value: str) -> Shown:
    """A moment is told relative to now; a day of the calendar stays one."""
    found = date_of(value)
    if found is None:
        return Shown(_cut(clean(value)), raw=value)
    aware = isinstance(found, datetime) and found.tzinfo is not None
    moment = found.isoformat() if aware else ""
    return Shown(formatting.show_date(value), "date", raw=value, moment=moment)


def _relative(value: str) -> Shown:
    made, found = _date(value), date_of(value)
    return replace(made, moment=found.isoformat()) if found else made


def _badge(value: str) -> Shown:
    return Shown(_cut(clean(value)), "badge", raw=value)


def _link(value: str) -> Shown:
    """Only to the web. A host in letters that only look Latin is written as it really is."""
    href = web_address(value)
    text = _cut(clean(value))
    return Shown(href or text, "link", href=href, raw=value) if href else Shown(text, raw=value)


def _mail(value: str) -> Shown:
    href = f"mailto:{value}" if EMAIL.fullmatch(value) else ""
    return Shown(_cut(clean(value)), "link" if href else "text", href=href, raw=value)


def _phone(value: str) -> Shown:
    href = "tel:" + re.sub(r"[^0-9+]", "", value) if PHONE.fullmatch(value) else ""
    return Shown(_cut(clean(value)), "link" if href else "text", href=href, raw=value)


def _media(value: str) -> Shown:
    """A file of ours, by its address or its id (`naming` finds out what that is), or of the web."""
    if is_our_file(value):
        kind: Kind = "image" if is_picture(value) else "file"
        return Shown(file_name(value), kind, href=value, raw=value)
    if FILE_ID.fullmatch(value):
        return Shown(value, "file", raw=value)
    return _link(value)


def _image(value: str) -> Shown:
    if is_our_file(value) or FILE_ID.fullmatch(value):
        return _media(value)
    return Shown(_cut(clean(value)), note="Shown as text: not a file of this workspace.", raw=value)


def _code(value: str) -> Shown:
    return Shown(_cut(clean(value)), "code", raw=value)


SEVERAL = frozenset({"relation", "media", "image"})
MAKERS = {
    "date": _date,
    "datetime": _date,
    "relative": _relative,
    "media": _media,
    "badge": _badge,
    "url": _link,
    "email": _mail,
    "phone": _phone,
    "image": _image,
    "code": _code,
}


def web_address(value: str) -> str:
    """The address in ASCII if it is a plain one of the web, else empty."""
    if len(value) > 2_000 or clean(value) != value or re.search(r"[\s\\<>\"'`]", value):
        return ""
    try:
        parts = urlsplit(value)
        host = (parts.hostname or "").encode("idna").decode("ascii")
        port = f":{parts.port}" if parts.port else ""
    except (ValueError, UnicodeError):
        return ""
    if parts.scheme not in {"http", "https"} or not host or "@" in parts.netloc:
        return ""
    return parts._replace(netloc=f"{host}{port}").geturl()


def file_name(address: str) -> str:
    return unquote(address.split("?")[0].rsplit("/", 1)[-1])


def is_picture(address: str) -> bool:
    """By the ending, which our files have from their content."""
    return bool(PICTURE.fullmatch(PurePosixPath(address.split("?")[0]).suffix))


def is_our_file(value: str) -> bool:
    """A signed address of a file of ours: a path, no other host, no steps upwards."""
    return bool(OUR_FILE.fullmatch(value)) and ".." not in value and "//" not in value
