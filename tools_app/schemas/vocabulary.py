"""Where a JSON Schema keeps other schemas."""

from collections.abc import Iterable, Iterator
from typing import Any

Schema = dict[str, Any]
Path = tuple[str | int, ...]

DIALECT = "https://json-schema.org/draft/2020-12/schema"

ONE = ("if", "then", "else", "not", "items", "contains", "additionalProperties", "propertyNames",
       "unevaluatedProperties", "unevaluatedItems", "contentSchema")  # fmt: skip
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
MAPS = ("properties", "patternProperties", "dependentSchemas", "$defs")

IN_PLACE = frozenset({"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"})
"""These judge the very value that their schema judges; the others judge a part of it."""

REFERENCE = "#/$defs/"


def subschemas(schema: Any) -> Iterator[tuple[str, Path, Any]]:
    """The schemas directly inside of one: keyword, path, schema. Tolerates any garbage."""
    if isinstance(schema, dict):
        yield from ((keyword, (keyword,), schema[keyword]) for keyword in ONE if keyword in schema)
        for keyword in (*LISTS, *MAPS):
            for step, inner in _members(schema.get(keyword), keyword in MAPS):
                yield keyword, (keyword, step), inner


def _members(found: Any, by_name: bool) -> Iterable[tuple[str | int, Any]]:
    if by_name:
        return found.items() if isinstance(found, dict) else ()
    return enumerate(found) if isinstance(found, list) else ()


def every_subschema(root: Any) -> Iterator[tuple[Path, Schema]]:
    """The schema and all the schemas inside of it, parents first. References are not followed."""
    stack: list[tuple[Path, Any]] = [((), root)]
    while stack:
        path, schema = stack.pop()
        if isinstance(schema, dict):
            yield path, schema
            inner = [(path + step, found) for _, step, found in subschemas(schema)]
            stack.extend(reversed(inner))


def target(root: Any, schema: Schema) -> Any:
    """What the `$ref` of a schema leads to; None without one, or where it leads nowhere."""
    reference = schema.get("$ref")
    if not isinstance(reference, str) or not isinstance(root, dict):
        return None
    definitions = root.get("$defs")
    if reference.startswith(REFERENCE) and isinstance(definitions, dict):
        return definitions.get(reference.removeprefix(REFERENCE))
    return root if reference == "#" else None
