"""When a field is there: `x-visible-when`, JSON Logic over the whole value.

The browser judges while one types (static/js/form-conditions.js), the server again: what is hidden
is neither submitted nor required.
"""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from datalogic_py import DataLogicError, Engine, Rule

from tools_app.schemas.vocabulary import LISTS, MAPS, ONE, Schema, target

WORD = "x-visible-when"
BUDGET = 10_000
"""Operations that one condition may take."""
_ENGINE = Engine()
_OPERATORS = {"eq": "==", "neq": "!=", "in": "in", "gt": ">", "lt": "<", "gte": ">=", "lte": "<="}

Judge = Callable[[Schema], bool]


def as_logic(rule: Any) -> Any:
    """JSON Logic; `{field, op, value}`, also within `all` and `any`, is translated to it."""
    if not isinstance(rule, dict):
        return rule
    if "field" in rule and "op" in rule:
        return _comparison(rule)
    for word, operator in (("all", "and"), ("any", "or")):
        members = rule.get(word)
        if isinstance(members, list) and members and all(map(_is_short, members)):
            return {operator: [as_logic(member) for member in members]}
    return rule


def _is_short(rule: Any) -> bool:
    return isinstance(rule, dict) and ("field" in rule or "all" in rule or "any" in rule)


def _comparison(rule: dict[str, Any]) -> dict[str, Any]:
    path = str(rule["field"]).lstrip("/").replace("/", ".")
    if rule["op"] == "truthy":
        return {"!!": [{"var": path}]}
    operator = _OPERATORS.get(str(rule["op"]), "==")
    return {operator: [{"var": path}, rule.get("value")]}


def is_visible(schema: Any, value: Any) -> bool:
    """By the schema's own condition. A rule that cannot be judged hides nothing."""
    if not isinstance(schema, dict) or schema.get(WORD) is None:
        return True
    try:
        rule = _compiled(json.dumps(as_logic(schema[WORD]), sort_keys=True))
        found, _operations = rule.evaluate_metered(value, BUDGET)
    except (DataLogicError, TypeError, ValueError):
        return True
    return bool(json.loads(found))


@lru_cache(maxsize=500)
def _compiled(rule: str) -> Rule:
    return _ENGINE.compile(json.loads(rule))


def pruned(schema: Schema, value: Any) -> Any:
    """The value without what is hidden. Dropping one field may hide another, so it goes on until
    nothing changes; each turn only takes away, so it ends."""
    while True:
        left = _without_hidden(schema, schema, value, value)
        if left == value:
            return left
        value = left


def effective_schema(schema: Schema, value: Any) -> Schema:
    """The schema for this value: what is hidden is not required."""
    if WORD not in json.dumps(schema):
        return schema
    left = pruned(schema, value)
    made: Schema = _relaxed(schema, lambda inner: is_visible(inner, left), schema)
    return made


def _without_hidden(root: Schema, schema: Any, part: Any, whole: Any) -> Any:
    schema = _resolved(root, schema)
    if isinstance(part, list):
        return [_without_hidden(root, schema.get("items"), item, whole) for item in part]
    if not isinstance(part, dict):
        return part
    listed = _properties(schema)
    return {
        name: _without_hidden(root, listed.get(name), inner, whole)
        for name, inner in part.items()
        if is_visible(_resolved(root, listed.get(name)), whole)
    }


def _resolved(root: Schema, schema: Any) -> Schema:
    if not isinstance(schema, dict):
        return {}
    aim = target(root, schema)
    return {**aim, **schema} if isinstance(aim, dict) else schema


def _properties(schema: Schema) -> Schema:
    found = schema.get("properties")
    return found if isinstance(found, dict) else {}


def _relaxed(schema: Any, seen: Judge, root: Schema) -> Any:
    """The condition speaks of the whole value, so it holds wherever the schema is used."""
    if not isinstance(schema, dict):
        return schema
    made = dict(schema)
    for word in set(ONE) & set(made):
        made[word] = _relaxed(made[word], seen, root)
    for word in set(LISTS) & set(made):
        if isinstance(made[word], list):
            made[word] = [_relaxed(inner, seen, root) for inner in made[word]]
    for word in set(MAPS) & set(made):
        if isinstance(made[word], dict):
            made[word] = {name: _relaxed(inner, seen, root) for name, inner in made[word].items()}
    if isinstance(made.get("required"), list):
        listed = _properties(schema)
        made["required"] = [
            name for name in made["required"] if seen(_resolved(root, listed.get(name)))
        ]
    return made
