"""Walks a value together with the schemas that may apply to each part of it.

Where only running the schema could tell (a branch, a pattern of names), all that may apply does:
masking and budgets want too much rather than too little.
"""

from collections.abc import Iterable
from typing import Any

from tools_app.schemas.load import keys_cost, own_load
from tools_app.schemas.vocabulary import IN_PLACE, Schema, subschemas, target

_MANY = 10_000

Schemas = tuple[Schema, ...]


class Walk:
    """Remembers what it found, so that the thousandth row of a table costs a dictionary lookup.

    With `every`, for sound schemas only, a schema counts as often as it would run.
    """

    def __init__(self, root: Any, *, every: bool = False) -> None:
        self._root = root
        self._every = every
        self._below: dict[tuple[int, str | None], Schemas] = {}
        self._names: dict[int, set[str]] = {}
        self.start: Schemas = self._closure([root])

    def below(self, schemas: Schemas, step: str | int) -> Schemas:
        """What may apply to the property or item `step` of a value that `schemas` apply to."""
        name = self._known(schemas, step) if isinstance(step, str) else None
        key = (id(schemas), name)
        if key not in self._below:
            found = [inner for schema in schemas for inner in _inside(schema, name)]
            self._below[key] = self._closure(found)
        return self._below[key]

    def _known(self, schemas: Schemas, name: str) -> str:
        """The name, or none at all for any that no schema lists: those are all alike."""
        # The id is safe as a key, because every tuple that was handed out is kept.
        if id(schemas) not in self._names:
            self._names[id(schemas)] = {name for schema in schemas for name in _listed(schema)}
        return name if name in self._names[id(schemas)] else ""

    def _closure(self, schemas: Iterable[Any]) -> Schemas:
        found: list[Schema] = []
        seen: set[int] = set()
        stack = list(schemas)
        while stack and len(found) < _MANY:
            schema = stack.pop()
            if isinstance(schema, dict) and (self._every or id(schema) not in seen):
                seen.add(id(schema))
                found.append(schema)
                stack.append(target(self._root, schema))
                stack.extend(inner for word, _, inner in subschemas(schema) if word in IN_PLACE)
        return tuple(found)


def text_cost(schema: Schema, value: Any) -> int:
    """What the texts of a value cost under the rules that look at them, each where it stands."""
    walk = Walk(schema, every=True)
    costs: dict[int, tuple[int, int]] = {}
    total = 0
    stack: list[tuple[Schemas, Any]] = [(walk.start, value)]
    while stack:
        schemas, item = stack.pop()
        if id(schemas) not in costs:
            costs[id(schemas)] = _costs(schemas)
        of_text, of_keys = costs[id(schemas)]
        total += of_text * len(item) if isinstance(item, str) else 0
        if isinstance(item, dict):
            total += of_keys * sum(map(len, item))
            stack.extend((walk.below(schemas, key), inner) for key, inner in item.items())
        elif isinstance(item, list):
            stack.extend((walk.below(schemas, 0), inner) for inner in item)
    return total


def _costs(schemas: Schemas) -> tuple[int, int]:
    loads = [(own_load(schema).text, keys_cost(schema)) for schema in schemas]
    return sum(text for text, _ in loads), sum(keys for _, keys in loads)


_ITEMS: tuple[str, ...] = ("items", "prefixItems", "contains", "unevaluatedItems")
_NAMED: tuple[str, ...] = ("patternProperties", "additionalProperties", "unevaluatedProperties")


def _listed(schema: Schema) -> Schema:
    properties = schema.get("properties")
    return properties if isinstance(properties, dict) else {}


def _inside(schema: Schema, name: str | None) -> list[Any]:
    properties = _listed(schema)
    if name is None:
        return [inner for word, _, inner in subschemas(schema) if word in _ITEMS]
    words = _NAMED[:1] if name in properties else _NAMED
    found = [inner for word, _, inner in subschemas(schema) if word in words]
    return [properties[name], *found] if name in properties else found
