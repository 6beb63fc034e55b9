"""OpenAI's strict mode: what a tool's schema becomes there, and the documented rules for it.

https://platform.openai.com/docs/guides/structured-outputs#supported-schemas
"""

from collections.abc import Iterator
from typing import Any

from pydantic_ai.profiles.openai import OpenAIJsonSchemaTransformer

WORDS = {"description", "title"}
OF_A_KIND = {
    "string": {"pattern", "format"},
    "number": {"multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"},
    "integer": {"multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"},
    "boolean": set(),
    "null": set(),
    "object": {"properties", "required", "additionalProperties"},
    "array": {"items", "minItems", "maxItems"},
}
FORMATS = {
    "date-time",
    "time",
    "date",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uuid",
}
# What strict mode cannot say, and leaving it out would let through what we refuse or refuse what
# we take: the shape of an object, not the size of a value.
SHAPING = {
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "dependentRequired",
    "dependentSchemas",
    "patternProperties",
    "propertyNames",
    "unevaluatedProperties",
    "prefixItems",
}
MOST_PROPERTIES, DEEPEST, MOST_CHARACTERS, MOST_VALUES = 5_000, 10, 120_000, 1_000


def strict(schema: dict[str, Any]) -> dict[str, Any]:
    """As it is sent to OpenAI where a model is held to it."""
    made: dict[str, Any] = OpenAIJsonSchemaTransformer(schema, strict=True).walk()
    return made


def lost(schema: dict[str, Any]) -> list[str]:
    """What of the shape does not survive that."""
    return [
        f"{where}: {key}"
        for where, node in positions(schema)
        for key in node
        if key in SHAPING
        or (key == "additionalProperties" and node[key] is not False)
        or (key == "type" and node[key] == "object" and "properties" not in node)
    ]


def faults(schema: dict[str, Any]) -> list[str]:
    """Against the documented rules, by place."""
    found = [f"{where}: {fault}" for where, node in positions(schema) for fault in _faults(node)]
    if schema.get("type") != "object" or "anyOf" in schema:
        found.append("/: the root must be an object and no union")
    return [*found, *_sizes(schema)]


def positions(schema: Any, where: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema within a schema: a property that is called `not` is none of its keywords."""
    if not isinstance(schema, dict):
        return
    yield where or "/", schema
    for key, value in schema.items():
        if key in {"properties", "$defs", "patternProperties", "dependentSchemas"}:
            for name, inner in value.items():
                yield from positions(inner, f"{where}/{key}/{name}")
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                yield from positions(inner, f"{where}/{key}/{index}")
        elif key not in {"default", "const", "examples"}:
            yield from positions(value, f"{where}/{key}")


def _faults(node: dict[str, Any]) -> Iterator[str]:
    kinds = node.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    known = WORDS | {"type", "enum", "const", "anyOf", "$ref", "$defs"}
    for key in set(node) - known.union(*(OF_A_KIND[kind] for kind in kinds)):
        yield f"{key} is not supported"
    if not set(node) & {"type", "enum", "const", "anyOf", "$ref"}:
        yield "it has no type"
    if "$ref" in node and len(node) > 1:
        yield "$ref has neighbours"
    if "object" in kinds:
        if node.get("additionalProperties") is not False:
            yield "additionalProperties must be false"
        if set(node.get("required", [])) != set(node["properties"]):
            yield "all properties must be required"
    if node.get("format", "date") not in FORMATS:
        yield f"the format {node['format']} is not supported"


def _sizes(schema: dict[str, Any]) -> Iterator[str]:
    nodes = list(positions(schema))
    names = [name for _, node in nodes for name in node.get("properties", {})]
    values = [value for _, node in nodes for value in node.get("enum", [])]
    if len(names) > MOST_PROPERTIES:
        yield f"/: {len(names)} properties"
    if len(values) > MOST_VALUES:
        yield f"/: {len(values)} values"
    if sum(map(len, [*names, *map(str, values)])) > MOST_CHARACTERS:
        yield "/: too many characters in names and values"
    if _depth(schema, schema) > DEEPEST:
        yield f"/: deeper than {DEEPEST}"


def _depth(root: dict[str, Any], node: Any, seen: tuple[str, ...] = ()) -> int:
    """Levels of objects and lists; a recursive one is counted once."""
    if not isinstance(node, dict):
        return 0
    ref = node.get("$ref", "")
    if ref and ref not in seen:
        target = root.get("$defs", {}).get(ref.removeprefix("#/$defs/"))
        return _depth(root, target, (*seen, ref))
    inner = [*node.get("properties", {}).values(), node.get("items"), *node.get("anyOf", [])]
    below = max((_depth(root, each, seen) for each in inner), default=0)
    return below + (node.get("type") in {"object", "array"})
