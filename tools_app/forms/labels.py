"""Names as people read them."""

import re

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W_]+")
_UNIT = re.compile(r"(?P<label>.*\S) \((?P<unit>[^()]{1,14})\)")
_SCALE = re.compile(r"[0-9]+ ?[–-] ?[0-9]+")
_CAPITALS = frozenset({"id", "url", "sku", "api", "fte", "roi", "ai", "json", "html", "ip"})


def humanised(name: str) -> str:
    """`annualBenefit` and `annual_benefit` are Annual Benefit."""
    words = _WORDS.findall(name)
    return " ".join(_capital(word) for word in words) or name


def _capital(word: str) -> str:
    return word.upper() if word.lower() in _CAPITALS else word[:1].upper() + word[1:]


def split_unit(title: str) -> tuple[str, str]:
    """“Area (ft²)” is labelled Area and has the unit ft²; “Score (0–10)” says a scale."""
    found = _UNIT.fullmatch(title)
    if not found or _SCALE.fullmatch(found["unit"]):
        return title, ""
    return found["label"], found["unit"]


def option_label(value: object) -> str:
    """A slug reads as words; anything else as it is."""
    if value is None:
        return "None"
    if isinstance(value, bool):
        return "Yes" if value else "No"
    text = str(value)
    if re.fullmatch(r"[a-z][a-z0-9]*([-_ ][a-z0-9]+)*", text):
        words = re.sub(r"[-_]", " ", text)
        return words[:1].upper() + words[1:]
    return text
