"""Which keywords a schema may use, and with which values."""

from collections.abc import Iterator
from typing import Any

from config.errors import Fault
from tools_app.schemas.engine import FORMATS
from tools_app.schemas.shape import pointer_of
from tools_app.schemas.vocabulary import DIALECT, MAPS, Path, Schema, every_subschema

MOST_OPTIONS = 500
LARGEST_NUMBER = 1e15
SMALLEST_STEP = 1e-9

_IDENTITY = ("$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$vocabulary",
             "$recursiveRef", "$recursiveAnchor", "id")  # fmt: skip
_OLD = {
    "definitions": "$defs",
    "dependencies": "dependentRequired or dependentSchemas",
    "additionalItems": "items",
}
_COUNTS = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
           "minContains", "maxContains")  # fmt: skip
_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_PROTOTYPES = ("__proto__", "constructor", "prototype")
_SECRETS = ("x-secret", "writeOnly")

Found = Iterator[tuple[Path, str, str]]
"""Where, which keyword, what is wrong."""


def keyword_faults(root: Schema, pointer: str) -> list[Fault]:
    checks = (_options, _identity, _formats, _counts, _numbers, _names, _unfillable)
    return [
        Fault(pointer + pointer_of(path + step), code, detail)
        for path, schema in every_subschema(root)
        for check in checks
        for step, code, detail in check(schema)
    ]


def is_secret(schema: Any) -> bool:
    """Marked by `x-secret`, or by `writeOnly` as OpenAPI does."""
    return isinstance(schema, dict) and any(schema.get(mark) is True for mark in _SECRETS)


def _options(schema: Schema) -> Found:
    options = schema.get("enum")
    if isinstance(options, list) and len(options) > MOST_OPTIONS:
        yield ("enum",), "enum", f"More than {MOST_OPTIONS} options."


def _identity(schema: Schema) -> Found:
    if schema.get("$schema", DIALECT) not in (DIALECT, DIALECT + "#"):
        yield ("$schema",), "$schema", f"Only JSON Schema 2020-12 is understood: {DIALECT}."
    for keyword in _IDENTITY:
        if keyword in schema:
            yield (keyword,), keyword, f"“{keyword}” is not allowed. Refer by #/$defs/name."
    for keyword, instead in _OLD.items():
        if keyword in schema:
            yield (keyword,), keyword, f"“{keyword}” is of an older JSON Schema. Use {instead}."


def _formats(schema: Schema) -> Found:
    name = schema.get("format")
    if name == "password":
        yield ("format",), "format", "Mark a secret by “x-secret”: true."
    elif "format" in schema and not (isinstance(name, str) and name in FORMATS):
        yield ("format",), "format", f"Unknown format. Use one of {', '.join(sorted(FORMATS))}."


def _counts(schema: Schema) -> Found:
    for keyword in _COUNTS:
        if keyword in schema and not _is_count(schema[keyword]):
            yield (keyword,), keyword, "This is a whole number from 0 to 10^15."


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_NUMBER


def _numbers(schema: Schema) -> Found:
    for keyword in _NUMBERS:
        if keyword in schema and not _is_number(schema[keyword]):
            yield (keyword,), keyword, "This is a number from -10^15 to 10^15."
    step = schema.get("multipleOf", 1)
    if _is_number(step) and 0 < step < SMALLEST_STEP:
        yield ("multipleOf",), "multipleOf", f"A step is at least {SMALLEST_STEP}."


def _is_number(value: Any) -> bool:
    right = isinstance(value, int | float) and not isinstance(value, bool)
    return right and abs(value) <= LARGEST_NUMBER


def _names(schema: Schema) -> Found:
    for keyword in MAPS:
        found = schema.get(keyword)
        if isinstance(found, dict):
            for name in _PROTOTYPES:
                if name in found:
                    yield (keyword, name), "name", f"“{name}” has a meaning in browsers."


def _unfillable(schema: Schema) -> Found:
    required, properties = schema.get("required"), schema.get("properties")
    if isinstance(required, list) and isinstance(properties, dict):
        for name in required:
            if isinstance(name, str) and properties.get(name) is False:
                detail = "A property that is required and never valid cannot be filled in."
                yield ("properties", name), "properties", detail
