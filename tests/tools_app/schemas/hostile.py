"""Schemas and values made to hurt: those of the corpus, and more of our own.

`refused` says what saving must do. Whatever is not refused must be harmless with every value.
"""

import json
import random
from dataclasses import dataclass
from typing import Any

from config.paths import ROOT

Schema = dict[str, Any]
WEB = "http://127.0.0.1:PORT"
"""A server that listens and must never be called; the arena puts its port here."""


@dataclass(frozen=True)
class Case:
    id: str
    schema: Any
    values: tuple[Any, ...] = ({},)
    refused: bool = True


def corpus() -> list[Case]:
    text = (ROOT / "tests" / "data" / "hostile_schemas.json").read_text()
    found = json.loads(text)
    return [
        Case(case["id"], expanded(case["schema"]), (expanded(case["trigger_instance"]),))
        for case in found
    ]


def expanded(value: Any) -> Any:
    if not (isinstance(value, dict) and "$generate" in value):
        return value
    options = dict(value["$generate"])
    return _KINDS[options.pop("kind")](**options)


def _doubled(word: str, n: int, leaf: Any) -> Schema:
    reference = [{"$ref": f"#/$defs/d{i}"} for i in range(n + 1)]
    definitions = {f"d{i}": {word: [reference[i + 1]] * 2} for i in range(n)}
    return {"$defs": {**definitions, f"d{n}": leaf}, **reference[0]}


def _nested(depth: int) -> Schema:
    schema: Schema = {"type": "object"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


_KINDS: dict[str, Any] = {
    "allof_double": lambda n: _doubled("allOf", n, {}),
    "anyof_double": lambda n, leaf: _doubled("anyOf", n, leaf),
    "str": lambda unit, n, tail: unit * n + tail,
    "key": lambda unit, n, tail: {unit * n + tail: 1},
    "nest_schema": lambda depth: _nested(depth),
    "props": lambda n: {
        "type": "object",
        "properties": {f"p{i}": {"type": "string"} for i in range(n)},
    },
    "array_obj": lambda n: [{"a": i} for i in range(n)],
}


def tool(**properties: Any) -> Schema:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def nest(value: Any, depth: int) -> Any:
    for _ in range(depth):
        value = [value]
    return value


def _letters(n: int) -> str:
    chosen = random.Random(7)
    return "".join(chosen.choice("ab") for _ in range(n))


def refused() -> list[Case]:
    """Ours that no tool may have."""
    loop = {"$defs": {"node": {"properties": {"next": {"$ref": "#/$defs/node"}}}}}
    inner = {"type": "string", "pattern": "^(?!admin).*$"}
    chain = {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(300)}
    cases = {
        "deep-arrays": tool(a=nest(1, 40)),
        "deep-default": tool(a={"default": nest(1, 5_000)}),
        "wide": tool(**{f"p{i}": {} for i in range(3_000)}),
        "huge-text": tool(a={"description": "x" * 70_000}),
        "huge-enum": tool(a={"enum": list(range(501))}),
        "huge-const": tool(a={"const": list(range(5_000))}),
        "consuming-recursion": {**tool(a={"$ref": "#/$defs/node"}), **loop},
        "root-recursion": tool(a={"$ref": "#"}),
        "three-in-a-circle": {
            **tool(a={"$ref": "#/$defs/a"}),
            "$defs": {
                "a": {"allOf": [{"$ref": "#/$defs/b"}]},
                "b": {"not": {"$ref": "#/$defs/c"}},
                "c": {"items": {"$ref": "#/$defs/a"}},
            },
        },
        "long-chain": {**tool(a={"$ref": "#/$defs/d0"}), "$defs": {**chain, "d300": {}}},
        "missing-definition": tool(a={"$ref": "#/$defs/gone"}),
        "reference-into-const": {
            **tool(a={"$ref": "#/$defs/a/const"}),
            "$defs": {"a": {"const": {"$ref": WEB}}},
        },
        "reference-http": tool(a={"$ref": f"{WEB}/a.json"}),
        "reference-file": tool(a={"$ref": "file:///etc/hostname"}),
        "reference-urn": tool(a={"$ref": "urn:example:a"}),
        "reference-network-path": tool(a={"$ref": "//127.0.0.1:PORT/a"}),
        "reference-encoded": {**tool(a={"$ref": "#/$defs/%61"}), "$defs": {"a": {}}},
        "reference-in-old-definitions": {**tool(), "definitions": {"a": {"$ref": WEB}}},
        "schema-of-elsewhere": {**tool(), "$schema": f"{WEB}/meta"},
        "schema-draft-7": {**tool(), "$schema": "http://json-schema.org/draft-07/schema#"},
        "anchor": tool(a={"$anchor": "x"}),
        "vocabulary": {**tool(), "$vocabulary": {WEB: True}},
        "recursive-ref": tool(a={"$recursiveRef": "#"}),
        "old-dependencies": tool(a={"dependencies": {"a": ["b"]}}),
        "look-ahead": tool(a=inner),
        "back-reference": tool(a={"pattern": r"(a)\1"}),
        "broken-pattern": tool(a={"pattern": "("}),
        "pattern-too-long": tool(a={"pattern": "a" * 501}),
        "pattern-huge-class": tool(a={"pattern": r"\p{L}{500}"}),
        "pattern-nested-counts": tool(a={"pattern": "((a{0,20}){0,20}){0,20}"}),
        "pattern-in-names": tool(a={"patternProperties": {"(?=a)": {}}}),
        "many-patterns": tool(**{f"p{i}": {"pattern": f"^{i}$"} for i in range(101)}),
        "unknown-format": tool(a={"format": "sql"}),
        "format-regex": tool(a={"format": "regex"}),
        "giant-number": tool(a={"maximum": 10**400}),
        "giant-float": tool(a={"minimum": -1e300}),
        "not-a-number": tool(a={"minimum": float("nan")}),
        "infinite": tool(a={"const": float("inf")}),
        "length-fraction": tool(a={"minLength": 1.5}),
        "length-true": tool(a={"maxLength": True}),
        "tiny-step": tool(a={"multipleOf": 1e-300}),
        "zero-step": tool(a={"multipleOf": 0}),
        "nul-in-key": tool(**{"a\x00": {}}),
        "nul-in-text": tool(a={"title": "a\x00b"}),
        "half-a-surrogate": tool(a={"title": "\ud83d"}),
        "half-a-surrogate-key": tool(**{"\udc00": {}}),
        "prototype": tool(__proto__={"type": "string"}),
        "unfillable": {**tool(a=False), "required": ["a"]},
        "default-secret": tool(a={"type": "string", "x-secret": True, "default": "hunter2"}),
        "branches-at-the-top": {**tool(), "anyOf": [{}, {}]},
        "negation-at-the-top": {**tool(), "not": {}},
        "array-at-the-top": {"type": "array"},
        "no-properties": {"type": "object"},
        "not-an-object": ["type", "object"],
        "a-boolean": True,
        "none": None,
        "duplicate-keys": json.loads('{"type": "object", "properties": {}, "properties": 5}'),
        "a-set": tool(a={"enum": {1, 2}}),
        "number-as-key": tool(a={1: 2}),
        "bytes": tool(a={"const": b"x"}),
        "dependent-bomb": _dependent_bomb(),
        "oneof-doubling": {**_doubled("oneOf", 14, {"type": "string"}), **tool()},
        "all-times-any": tool(a={"allOf": [{"anyOf": [{"minimum": i}] * 40} for i in range(48)]}),
    }
    return [Case(name, schema, (1, {}, {"a": "aa"})) for name, schema in cases.items()]


def _dependent_bomb() -> Schema:
    definitions: Schema = {"d12": {"required": ["z"]}}
    for i in range(12):
        inner = {"$ref": f"#/$defs/d{i + 1}"}
        definitions[f"d{i}"] = {"dependentSchemas": {"a": inner, "b": inner, "c": inner}}
    return {**tool(a={"$ref": "#/$defs/d0"}), "$defs": definitions}


def harmless() -> list[Case]:
    """Ours that are allowed, each with the worst values that we know for it."""
    letters = _letters(1_000_000)
    rows = [{"q": "x"}] * 24_000
    keys = {f"k{i}": i for i in range(49_000)}
    strings = {f"p{i}": {"type": "string"} for i in range(600)}
    union: Schema = {"type": "string"}
    for _ in range(4):
        union = {"anyOf": [union, union, union]}
    cases: dict[str, tuple[Schema, list[Any]]] = {
        "nested-quantifier": (tool(a={"pattern": "^(a+)+$"}), [{"a": "a" * 15_000 + "!"}]),
        "state-explosion": (
            tool(a={"pattern": "[ab]*a[ab]{200}c"}),
            [{"a": letters[:15_000]}, {"a": letters}],
        ),
        "nested-counts": (
            tool(a={"pattern": "[ab]*a(?:[ab]{0,10}){0,10}c"}),
            [{"a": letters[:15_000]}, {"a": letters}],
        ),
        "explosion-in-rows": (
            tool(a={"items": {"pattern": "[ab]*a[ab]{200}c"}}),
            [{"a": [letters[:150]] * n} for n in (100, 6_000)],
        ),
        "explosion-in-names": (
            tool(a={"patternProperties": {"[ab]*a[ab]{200}c": False}}),
            [{"a": {f"{letters[:900]}{i}": 1 for i in range(n)}} for n in (15, 1_000)],
        ),
        "long-text-beside-a-pattern": (
            tool(a={"type": "string", "pattern": "^[a-z]+$"}, b={"type": "string"}),
            [{"a": "abc", "b": letters[:900_000]}],
        ),
        "email-megabyte": (tool(a={"format": "email"}), [{"a": "a@" * 500_000}]),
        "uri-megabyte": (tool(a={"format": "uri"}), [{"a": "http://a/" + "%20" * 300_000}]),
        "hostname-megabyte": (tool(a={"format": "idn-hostname"}), [{"a": "xn--" * 250_000}]),
        "all-rows-wrong": (
            tool(rows={"type": "array", "items": tool(q={"type": "integer"})}),
            [{"rows": rows}, {"rows": [{}] * 49_000}, {"rows": [0] * 49_000}],
        ),
        "all-items-wrong": (tool(a={"items": {"type": "string"}}), [{"a": [0] * 49_000}]),
        "many-required-in-rows": (
            tool(a={"items": {"required": [f"r{i}" for i in range(1_500)]}}),
            [{"a": [{}] * n} for n in (5, 5_000, 49_000)],
        ),
        "many-required": (
            {**tool(**strings), "required": list(strings)},
            [{}, keys, dict.fromkeys(strings, 1), dict.fromkeys(strings, "x" * 1_000)],
        ),
        "many-unknown": (tool(), [keys]),
        "rules-that-copy-all": (
            tool(a={"allOf": [{"minProperties": 10**6 + i} for i in range(300)]}),
            [{"a": {f"k{i}": "x" * n for i in range(count)}} for n, count in ((10, 20_000), (100, 60))],
        ),
        "text-that-copies": (
            tool(a={"allOf": [{"maxLength": i + 1} for i in range(300)]}),
            [{"a": "x" * 1_000_000}, {"a": "x" * 20_000}],
        ),
        "contains-many": (
            tool(a={"allOf": [{"contains": {"const": i}} for i in range(300)]}),
            [{"a": ["x"] * n} for n in (30, 5_000, 49_000)],
        ),
        "enum-of-objects": (
            tool(a={"items": {"enum": [{"a": i} for i in range(500)]}}),
            [{"a": [{"a": -1}] * n} for n in (5, 3_000, 24_000)],
        ),
        "unevaluated": (
            tool(
                a={
                    "allOf": [
                        {"anyOf": [{"properties": {f"a{k}_{i}": {}}} for i in range(10)]}
                        for k in range(20)
                    ],
                    "unevaluatedProperties": False,
                }
            ),
            [{"a": {f"b{i}": 1 for i in range(n)}} for n in (10, 8_000, 49_000)],
        ),
        "unevaluated-items": (
            tool(a={"anyOf": [{"prefixItems": [{}] * 40}] * 20, "unevaluatedItems": False}),
            [{"a": [1] * n} for n in (50, 5_000, 49_000)],
        ),
        "union-of-unions": (tool(a=union), [{"a": {f"k{i}": i for i in range(n)}} for n in (3, 50_000)]),
        "dependent-schemas": (
            tool(a={"dependentSchemas": {f"k{i}": {"required": ["z"]} for i in range(200)}}),
            [{"a": keys}, {"a": {f"k{i}": i for i in range(200)}}],
        ),
        "many-conditions": (
            tool(
                a={
                    "allOf": [
                        {"if": {"required": [f"a{i}"]}, "then": {"required": [f"b{i}"]}, "else": {"required": [f"c{i}"]}}
                        for i in range(60)
                    ]
                }
            ),
            [{"a": {}}, {"a": {f"a{i}": 1 for i in range(60)}}],
        ),
        "unique-objects": (
            tool(a={"uniqueItems": True}),
            [{"a": [{"a": i} for i in range(24_000)]}, {"a": [[1]] * 24_000}],
        ),
        "unicode-names": (
            tool(**{"é": {"type": "string"}, "e\u0301": {"type": "integer"}, "\u202ea": {}}),
            [{"é": 1, "e\u0301": "x"}],
        ),
        "schema-words-as-names": (
            tool(**{"$ref": {"type": "string"}, "$id": {"type": "string"}, "properties": {}}),
            [{"$ref": WEB, "$id": 1}],
        ),
        "remote-words-in-values": (
            tool(a={"const": {"$ref": WEB}, "default": {"$id": WEB}, "x-note": {"$ref": WEB}}),
            [{"a": {"$ref": WEB}}],
        ),
        "dates": (
            tool(a={"type": "string", "format": "date-time"}),
            [{"a": "2020-01-01T00:00:00." + "1" * 900_000 + "Z"}, {"a": "٢٠٢٠-01-01"}],
        ),
        "small-step": (tool(a={"multipleOf": 1e-9}), [{"a": 1e308}, {"a": 5e-324}, {"a": -0.0}]),
        "strange-values": (
            tool(a={}),
            [
                {"a": float("nan")}, {"a": 10**5_000}, {"a": "\x00"}, {"a": "\ud800"}, {1: 2},
                {"a": {1}}, {"a": b"x"}, {"a": nest(1, 100_000)}, {"a": [0] * 2_000_000},
                {"a" * 2_000: 1}, {"a": "x" * 20_000_000}, {"a": "é" * 600_000},
            ],
        ),
    }  # fmt: skip
    return [
        Case(name, schema, tuple(values), refused=False) for name, (schema, values) in cases.items()
    ]
