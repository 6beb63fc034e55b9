"""Values as people read them: numbers, money, percentages, dates, texts.

Nothing here raises, whatever a tool gave: what cannot be formatted is shown as text.
"""

import json
import re
from collections.abc import Iterable
from datetime import date, datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

NOTHING = "—"
MINUS = "−"
LONGEST_PLAIN = Decimal(10) ** 15
SMALLEST_PLAIN = Decimal("0.000001")
LARGEST = Decimal("1e300")
PLAIN_NUMBER = re.compile(r"[+-]?[0-9]{1,60}(\.[0-9]{1,60})?([eE][+-]?[0-9]{1,3})?")
# Controls, overrides of the direction of writing, halves of characters: shown as what they are,
# something that cannot be shown.
UNSHOWABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
NUMERIC = frozenset({"number", "currency", "percent"})


def clean(text: str) -> str:
    """Without what could break a page or reverse what is read."""
    return UNSHOWABLE.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def number_of(value: Any) -> Decimal | None:
    """An exact, finite number, also one that is written as a text; otherwise None."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal | str):
        return None
    if isinstance(value, int) and value.bit_length() > 1000:
        return None
    written = str(value).strip() if not isinstance(value, str) or len(value) < 70 else ""
    if not PLAIN_NUMBER.fullmatch(written):
        return None
    number = Decimal(written)
    return number if abs(number) <= LARGEST else None


def text_of(value: Any) -> str:
    """Any value on one line; an object as its pairs."""
    if value is None or value == "":
        return NOTHING
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, int | float | Decimal):
        number = number_of(value)
        return NOTHING if number is None else show_number(number)
    if isinstance(value, list | tuple) and value and not any(_nested(item) for item in value):
        return ", ".join(text_of(item) for item in value)
    return written(value) if value else NOTHING


def _nested(value: Any) -> bool:
    return isinstance(value, dict | list | tuple)


def written(value: Any, *, indent: int | None = None) -> str:
    """As JSON. What JSON cannot hold is written as text; what is too deep says so."""
    try:
        made = json.dumps(value, ensure_ascii=False, default=str, indent=indent)
    except (ValueError, TypeError, RecursionError):
        return "(nested too deeply to be written out)"
    return clean(made)


def show(value: Any, form: str = "text", unit: str = "", *, places: int | None = None) -> str:
    """A value in one of the formats of a cell. `places` makes a column of numbers agree."""
    if form in NUMERIC:
        number = number_of(value)
        if number is not None:
            return _shown_number(number, form, unit, places)
    if form in {"date", "datetime"}:
        return show_date(value)
    return text_of(value)


def _shown_number(number: Decimal, form: str, unit: str, places: int | None) -> str:
    if form == "currency":
        return show_currency(number, places=places)
    if form == "percent":
        return f"{show_number(number, places=places)}%"
    return f"{show_number(number, places=places)} {clean(unit)}".rstrip()


def show_number(number: Decimal, *, places: int | None = None, grouped: bool = True) -> str:
    """`1,234.5`, `−0.004`; three figures of what is below one; powers of ten at the extremes."""
    size = abs(number)
    if size >= LONGEST_PLAIN or 0 < size < SMALLEST_PLAIN:
        return _power(number)
    digits = _places(number) if places is None else places
    rounded = number.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    made = f"{abs(rounded):,f}" if grouped else f"{abs(rounded):f}"
    if places is None and "." in made:
        made = made.rstrip("0").rstrip(".")
    return f"{MINUS}{made}" if rounded < 0 else made


def _places(number: Decimal) -> int:
    return 2 if number == 0 or abs(number) >= 1 else min(10, 2 - number.adjusted())


def _power(number: Decimal) -> str:
    mantissa, exponent = f"{number:.2e}".split("e")
    sign = MINUS if mantissa.startswith("-") else ""
    power = exponent.lstrip("+").replace("-", MINUS)
    return f"{sign}{mantissa.lstrip('-')} × 10^{power}"


def show_currency(number: Decimal, *, places: int | None = None) -> str:
    """US dollars; cents only where there are any."""
    digits = places if places is not None else (0 if number == number.to_integral_value() else 2)
    made = show_number(abs(number), places=digits)
    rounded_away = abs(number) < Decimal("0.005") or number > 0
    return f"${made}" if rounded_away else f"{MINUS}${made}"


def show_signed(number: Decimal, form: str, unit: str = "") -> str:
    made = show(number, form, unit)
    return f"+{made}" if number > 0 else made


def places_of(numbers: Iterable[Decimal | None]) -> int | None:
    """How many places a column needs, at most two; None when its numbers differ too much."""
    found = [number for number in numbers if number is not None]
    if any(abs(number) >= LONGEST_PLAIN or 0 < abs(number) < Decimal("0.1") for number in found):
        return None
    exponents = (number.normalize().as_tuple().exponent for number in found)
    return max(
        (min(2, -each) for each in exponents if isinstance(each, int) and each < 0), default=0
    )


def show_date(value: Any) -> str:
    """`5 March 2026`, with the time if there is one; a text that is no date stays a text."""
    moment = date_of(value)
    if moment is None:
        return text_of(value)
    made = f"{moment.day} {moment:%B %Y}"
    if not isinstance(moment, datetime):
        return made
    zone = f" {moment.tzname()}" if moment.tzinfo else ""
    return f"{made}, {moment:%H:%M}{zone}"


def date_of(value: Any) -> date | datetime | None:
    if isinstance(value, date):
        return value
    if not isinstance(value, str) or not 10 <= len(value) <= 40:
        return None
    try:
        return date.fromisoformat(value) if len(value) == 10 else datetime.fromisoformat(value)
    except ValueError:
        return None
