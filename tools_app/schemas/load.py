"""How much work a schema can make of one place in a value: bounds cost before anything runs.

A reference counts as the schema that it leads to, so that what doubles at every step shows its true
size. The bound holds because a place in a value is judged by the schemas of its own property only,
and by every pattern, every branch and every `items` above it at most once each.
"""

from dataclasses import astuple, dataclass, replace
from typing import Any

from tools_app.schemas.vocabulary import Schema, every_subschema, subschemas, target

PATTERN_COST = 500
"""A byte under a pattern against a byte under a format, measured with the worst patterns allowed."""

_ALTERNATIVES = frozenset({"properties", "prefixItems"})
_UNUSED = frozenset({"$defs", "contentSchema"})
_SIZED = ("enum", "required", "type")
_TEXTUAL = ("format", "minLength", "maxLength")
_FAR = 10**9
DEEPEST = 32


class Endless(Exception):
    """References lead in a circle, or through more schemas than `DEEPEST`."""


@dataclass(frozen=True)
class Load:
    work: int
    """Keywords that may judge one place."""
    text: int
    """Cost of one byte of text."""
    depth: int = 0
    """Schemas inside of each other, references followed."""
    choices: int = 0
    """The logarithm (base 2) of how many combinations of branches there are at one place."""

    def __add__(self, other: "Load") -> "Load":
        return Load(
            min(self.work + other.work, _FAR),
            min(self.text + other.text, _FAR),
            max(self.depth, other.depth),
            min(self.choices + other.choices, _FAR),
        )

    def __or__(self, other: "Load") -> "Load":
        return Load(*map(max, astuple(self), astuple(other)))


NOTHING = Load(0, 0)


def load_of(root: Schema) -> Load:
    """Raises `Endless`; that also bounds the recursion here and in the engine."""
    return _Loads(root).of(root)


def every_load(root: Schema) -> list[Load]:
    """Of the schema and of each inside of it."""
    loads = _Loads(root)
    return [loads.of(schema) for _, schema in every_subschema(root)]


class _Loads:
    def __init__(self, root: Schema) -> None:
        self.root = root
        self.known: dict[int, Load] = {}
        self.open: set[int] = set()

    def of(self, schema: Any) -> Load:
        if not isinstance(schema, dict):
            return Load(1, 0)
        if id(schema) in self.open or len(self.open) > DEEPEST:
            raise Endless
        if id(schema) not in self.known:
            self.open.add(id(schema))
            self.known[id(schema)] = self._sum(schema)
            self.open.discard(id(schema))
        if self.known[id(schema)].depth > DEEPEST:
            raise Endless
        return self.known[id(schema)]

    def _sum(self, schema: Schema) -> Load:
        total = own_load(schema)
        best = dict.fromkeys(_ALTERNATIVES, NOTHING)
        for keyword, _, inner in subschemas(schema):
            if keyword in _ALTERNATIVES:
                best[keyword] |= self.of(inner)
            elif keyword not in _UNUSED:
                total += self.of(inner)
        if "$ref" in schema:
            total += self.of(target(self.root, schema))
        total += best["properties"] + best["prefixItems"]
        return replace(total, depth=total.depth + 1)


def own_load(schema: Schema) -> Load:
    work = 1 + len(schema)
    for keyword in _SIZED:
        if isinstance(schema.get(keyword), list):
            work += len(schema[keyword])
    work += _nodes(schema.get("const")) + sum(_nodes(item) for item in _list(schema, "enum"))
    work += sum(len(names) for names in schema.get("dependentRequired", {}).values())
    text = PATTERN_COST * ("pattern" in schema) + sum(keyword in schema for keyword in _TEXTUAL)
    return Load(work, text + keys_cost(schema), choices=_choices(schema))


def _choices(schema: Schema) -> int:
    branches = (len(schema.get("anyOf", ())), 2 * len(schema.get("oneOf", ())))
    single = sum(word in schema for word in ("not", "if", "then", "else", "contains", "multipleOf"))
    return (
        sum(max(count - 1, 0).bit_length() for count in branches)
        + single
        + len(schema.get("dependentSchemas", ()))
    )


def keys_cost(schema: Schema) -> int:
    """What a byte of a property's name costs."""
    return PATTERN_COST * len(schema.get("patternProperties", ())) + ("propertyNames" in schema)


def _list(schema: Schema, keyword: str) -> list[Any]:
    found = schema.get(keyword)
    return found if isinstance(found, list) else []


def _nodes(value: Any) -> int:
    """How many values are inside of one."""
    count, stack = 0, [value]
    while stack:
        item = stack.pop()
        if isinstance(item, dict | list):
            count += len(item)
            stack.extend(item.values() if isinstance(item, dict) else item)
    return count
