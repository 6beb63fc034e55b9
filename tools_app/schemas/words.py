"""The engine's errors in plain words: where, which rule, what was expected and what came.

A value is repeated only where it is short and neither secret nor credential-shaped."""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from jsonschema_rs import ValidationError

from config.errors import Fault
from tools_app.schemas.keywords import is_secret
from tools_app.schemas.secrets import is_credential_name, redacted_text
from tools_app.schemas.shape import pointer_of
from tools_app.schemas.walk import Walk

Place = list[str | int]

_NAMES = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}
_FORMATS = {
    "date-time": "a date and time with an offset, such as 2026-03-31T09:30:00+02:00",
    "date": "a date, such as 2026-03-31",
    "time": "a time with an offset, such as 09:30:00Z",
    "email": "an email address",
    "uri": "a full address, such as https://example.com",
    "uuid": "a UUID",
}
_LONGEST = 40


class Words:
    """Turns errors into faults for one schema, whose secrets it knows."""

    def __init__(self, schema: Any, pointer: str) -> None:
        self._walk = Walk(schema)
        self._pointer = pointer

    def faults(
        self, errors: Iterable[ValidationError], base: Place
    ) -> Iterator[tuple[Place, Fault]]:
        """Each with its place, which begins at `base`, for sorting."""
        for error in errors:
            for inner, place, code, detail in _entries(error):
                path = [*base, *place]
                words = _named(code, path) + detail(self._shown(inner, path))
                yield path, Fault(self._pointer + pointer_of(path), code, words[:300])

    def _shown(self, error: ValidationError, path: Place) -> str:
        """The value, or only what kind it is."""
        value = error.instance
        text = kind_of(value)
        if isinstance(value, dict | list | bool | None) or self.is_secret(path):
            return text
        shown = json.dumps(value, ensure_ascii=False)
        short = len(shown) <= _LONGEST and redacted_text(shown) == shown
        if not short:
            return text
        return f"{text} ({shown})" if isinstance(value, str) else shown

    def is_secret(self, path: Place) -> bool:
        schemas = self._walk.start
        for step in path:
            schemas = self._walk.below(schemas, step)
            named = isinstance(step, str) and is_credential_name(step)
            if named or any(map(is_secret, schemas)):
                return True
        return False


def _named(code: str, path: Place) -> str:
    """Models are told which field has the wrong date: a pointer alone they overlook."""
    field = next((step for step in reversed(path) if isinstance(step, str)), "")
    return f"{clip(field)}: " if code == "format" and field else ""


Detail = Callable[[str], str]
Entry = tuple[ValidationError, Place, str, Detail]


def kind_of(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return "text"
        case dict():
            return "an object"
        case list():
            return "a list"
        case _:
            return "a number"


def _entries(error: ValidationError) -> Iterator[Entry]:
    """One error may be several faults: two unknown properties, the rules of a branch."""
    name, place = error.kind.name, list(error.instance_path)
    found = error.kind.as_dict()
    if name == "required":
        missing = [*place, found["property"]]
        yield error, missing, name, lambda _: f"“{clip(found['property'])}” is missing."
    elif "unexpected" in found:
        for step in found["unexpected"]:
            yield error, [*place, step], name, _fixed(f"“{clip(str(step))}” is not known here.")
    elif name in ("anyOf", "oneOf") and (branch := _meant(error)):
        for inner in branch:
            yield from _entries(inner)
    else:
        yield error, place, _code(error), _sentence(error)


def _fixed(text: str) -> Detail:
    return lambda _: text


def _meant(error: ValidationError) -> list[ValidationError]:
    """Of several branches the only one whose type fits: what “or nothing” comes down to."""
    branches = error.kind.as_dict().get("context", [])
    fitting = [branch for branch in branches if branch and not _mistyped(branch, error)]
    return fitting[0] if len(fitting) == 1 else []


def _mistyped(branch: list[ValidationError], error: ValidationError) -> bool:
    return any(
        inner.kind.name == "type" and inner.instance_path == error.instance_path for inner in branch
    )


def _code(error: ValidationError) -> str:
    """The keyword as the schema has it; the engine calls some by another name."""
    if error.kind.name in ("contains", "falseSchema"):
        words = [step for step in error.schema_path if isinstance(step, str)]
        return next((word for word in reversed(words) if word in _CODES), error.kind.name)
    return error.kind.name


_CODES = frozenset({"contains", "minContains", "maxContains", "properties", "items", "prefixItems",
                    "additionalProperties", "patternProperties", "not"})  # fmt: skip

_LIMITS = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
}
_SIZES = {
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "minProperties": "at least {} properties",
    "maxProperties": "at most {} properties",
}
_PLAIN = {
    "pattern": "The text does not have the expected form.",
    "uniqueItems": "The items of the list must all be different.",
    "not": "This value is not allowed.",
    "anyOf": "The value fits none of the allowed forms.",
    "oneOf": "The value must fit exactly one of the allowed forms.",
    "contains": "The list lacks an item that it must have.",
    "minContains": "The list has too few items of the kind that it must have.",
    "maxContains": "The list has too many items of one kind.",
    "propertyNames": "A property has a name that is not allowed.",
    "const": "Expected one fixed value.",
}


def _sentence(error: ValidationError) -> Detail:
    name, found = error.kind.name, error.kind.as_dict()
    if name == "type":
        return lambda got: f"Expected {_types(found['types'])}, got {got}."
    if name == "enum":
        return lambda _: f"Expected one of {_options(found['options'])}."
    if name == "format":
        return lambda got: _format(found["format"], got)
    if name in _LIMITS:
        limit = found["multiple_of" if name == "multipleOf" else "limit"]
        return lambda got: f"Expected {_LIMITS[name].format(limit)}, got {got}."
    if name in _SIZES:
        return _fixed(f"Expected {_SIZES[name].format(found['limit'])}.")
    return _fixed(_PLAIN.get(_code(error), "This is not allowed here."))


def _types(types: list[str]) -> str:
    return " or ".join(_NAMES.get(name, name) for name in types)


def _options(options: list[Any]) -> str:
    shown = ", ".join(clip(json.dumps(option, ensure_ascii=False)) for option in options[:5])
    return f"{shown} and {len(options) - 5} more" if len(options) > 5 else shown


def _format(name: str, got: str) -> str:
    return f"Expected {_FORMATS.get(name, f'text in the format {name}')}, got {got}."


def clip(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
