"""Values as the text of a control, and back, without loss."""

import json
import re
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from tools_app.schemas.vocabulary import Schema

NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
MOMENT = re.compile(
    r"([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2})(Z|[+-][0-9]{2}:[0-9]{2})"
)
LOCAL = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?")
OFFSET = re.compile(r"Z|[+-][0-9]{2}:[0-9]{2}")
LONGEST_NUMBER = 400


def number_text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def read_number(text: str) -> Any:
    """A whole number is an int; what is no number stays text, for the validator to judge."""
    found = text.strip()
    if len(found) > LONGEST_NUMBER or not NUMBER.fullmatch(_plain(found)):
        return text
    found = _plain(found)
    return int(found) if re.fullmatch(r"-?[0-9]+", found) else _finite(found, text)


def _plain(text: str) -> str:
    """As people also write it: +5, .5, 007, 5."""
    signless = text[1:] if text.startswith("+") else text
    signless = re.sub(r"^(-?)\.", r"\g<1>0.", signless)
    signless = re.sub(r"^(-?)0+(?=[0-9])", r"\1", signless)
    return re.sub(r"\.$", "", signless)


def _finite(number: str, text: str) -> Any:
    found = float(number)
    return text if found in (float("inf"), float("-inf")) else found


def json_text(value: Any) -> str:
    """Text that is no JSON stands for itself, so that half-typed JSON comes back as typed."""
    if isinstance(value, str) and value.strip() and read_json(value) is value:
        return value
    return json.dumps(value, ensure_ascii=False, indent=2)


def read_json(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return text


def _refuse(_constant: str) -> Any:
    raise ValueError("no JSON")


def token_of(options: list[Any], value: Any) -> str:
    """What an option sends. Texts send themselves, unless other kinds of values are among them."""
    if all(isinstance(option, str) and option for option in options) and isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def read_token(options: list[Any], text: str) -> Any:
    return next((option for option in options if token_of(options, option) == text), text)


def options_of(schema: Schema) -> list[Any]:
    found = [schema["const"]] if "const" in schema else schema.get("enum")
    return list(found) if isinstance(found, list) else []


def same(one: Any, other: Any) -> bool:
    """Equal as JSON: true is not 1."""
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)


def split_moment(value: str) -> tuple[str, str] | None:
    """Local time and offset, where a control for local time can hold it."""
    found = MOMENT.fullmatch(value)
    if not found:
        return None
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return None
    return found[1], found[2]


def is_date(value: str) -> bool:
    try:
        return bool(DATE.fullmatch(value) and datetime.fromisoformat(value))
    except ValueError:
        return False


def join_moment(local: str, zone: str) -> str:
    """RFC 3339 with the offset that the zone has at that time; as typed where it is no local time."""
    found = LOCAL.fullmatch(local)
    if not found:
        return local
    local = local if found[1] else f"{local}:00"
    return local + _offset(local, zone)


def _offset(local: str, zone: str) -> str:
    if OFFSET.fullmatch(zone):
        return zone
    if zone not in available_timezones():
        return ""
    try:
        return datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone)).isoformat()[-6:]
    except ValueError:
        return ""
