"""What a schema is to a form: which of the 12 types, which variant, and the schema with its
references followed. What fits no type is JSON, never an error."""

from dataclasses import dataclass, field
from typing import Any

from tools_app.forms.components import CHOICE, FIXED, JSON, components
from tools_app.forms.variants import variant_of
from tools_app.schemas.field_definitions import MULTIPLE, FieldType
from tools_app.schemas.vocabulary import Schema, target

DEEPEST = 8


@dataclass(frozen=True)
class Kind:
    type: FieldType
    variant: str
    schema: Schema
    nullable: bool = False
    many: bool = False
    """A list of enum values, files or entities, filled in by one component."""
    branches: tuple[Schema, ...] = ()
    trail: tuple[str, ...] = field(default=(), repr=False)
    """The references followed to get here."""

    @property
    def is_json(self) -> bool:
        return self.variant == JSON

    @property
    def is_choice(self) -> bool:
        return self.variant == CHOICE

    @property
    def is_rows(self) -> bool:
        """A list whose items each have fields of their own."""
        return self.type is FieldType.ARRAY or (self.many and self.type is FieldType.MEDIA)

    @property
    def item(self) -> Schema:
        return items_of(self.schema)


def kind_of(root: Schema, schema: Any, trail: tuple[str, ...] = ()) -> Kind:
    flat, trail = flattened(root, schema, trail)
    if flat is None or len(trail) > DEEPEST * 2:
        return Kind(FieldType.TEXT, JSON, schema if isinstance(schema, dict) else {}, trail=trail)
    flat, nullable, branches = _alternatives(root, flat)
    if len(branches) > 1:
        return Kind(FieldType.OBJECT, CHOICE, flat, nullable, branches=branches, trail=trail)
    if branches:
        merged, trail = flattened(root, branches[0], trail)
        flat = {**(merged or {}), **flat}
        if merged is None or "anyOf" in merged or "oneOf" in merged:
            return Kind(FieldType.TEXT, JSON, flat, nullable, trail=trail)
    return _plain(root, flat, nullable, trail)


def flattened(
    root: Schema, schema: Any, trail: tuple[str, ...] = ()
) -> tuple[Schema | None, tuple[str, ...]]:
    """With references and `allOf` merged in; None where that is impossible or goes in circles."""
    if not isinstance(schema, dict):
        return None, trail
    here = {word: value for word, value in schema.items() if word not in ("$ref", "allOf")}
    found: list[Any] = []
    if "$ref" in schema:
        if schema["$ref"] in trail:
            return None, trail
        trail = (*trail, str(schema["$ref"]))
        found.append(target(root, schema))
    parts = schema.get("allOf", [])
    found += parts if isinstance(parts, list) else [None]
    merged: Schema = {}
    for part in found:
        flat, trail = flattened(root, part, trail)
        if flat is None:
            return None, trail
        merged = _merged(merged, flat)
    return _merged(merged, here), trail


def _merged(one: Schema, other: Schema) -> Schema:
    merged = {**one, **other}
    for word in ("properties",):
        if isinstance(one.get(word), dict) and isinstance(other.get(word), dict):
            merged[word] = {**one[word], **other[word]}
    if isinstance(one.get("required"), list) and isinstance(other.get("required"), list):
        merged["required"] = [*one["required"], *other["required"]]
    return merged


def _alternatives(root: Schema, flat: Schema) -> tuple[Schema, bool, tuple[Schema, ...]]:
    """The schema without its alternatives, whether null is one, and the others."""
    flat = dict(flat)
    found = flat.pop("oneOf", None) or flat.pop("anyOf", None) or []
    nulls = [branch for branch in found if _is_null(root, branch)]
    others = tuple(branch for branch in found if isinstance(branch, dict) and branch not in nulls)
    kinds = flat.get("type")
    if isinstance(kinds, list) and "null" in kinds:
        rest = [kind for kind in kinds if kind != "null"]
        flat["type"] = rest[0] if len(rest) == 1 else rest
        return flat, True, others
    return flat, bool(nulls), others


def _is_null(root: Schema, branch: Any) -> bool:
    flat, _ = flattened(root, branch)
    return flat is not None and (flat.get("type") == "null" or flat.get("enum") == [None])


def _plain(root: Schema, flat: Schema, nullable: bool, trail: tuple[str, ...]) -> Kind:
    found = _type(root, flat)
    if found is None:
        return Kind(FieldType.TEXT, JSON, flat, nullable, trail=trail)
    many = found in MULTIPLE and flat.get("type") == "array"
    if many:
        inner, _ = flattened(root, items_of(flat))
        flat = {**flat, "items": inner or {}}
    fixed = found is FieldType.ENUM and "const" in flat
    wanted = flat.get("x-variant")
    known = isinstance(wanted, str) and wanted in components.get(found, "input").variants
    variant = FIXED if fixed else wanted if known else variant_of(found, flat, many)
    return Kind(found, str(variant), flat, nullable, many, trail=trail)


def items_of(schema: Schema) -> Schema:
    items = schema.get("items")
    return items if isinstance(items, dict) else {}


_BY_FORMAT = {
    "date": FieldType.DATE,
    "date-time": FieldType.DATE,
    "uri": FieldType.URL,
    "email": FieldType.EMAIL,
}
_BY_TYPE = {
    "string": FieldType.TEXT,
    "number": FieldType.NUMBER,
    "integer": FieldType.NUMBER,
    "boolean": FieldType.BOOLEAN,
}
_CARRIERS = {
    FieldType.NUMBER: ("number", "integer"),
    FieldType.BOOLEAN: ("boolean",),
    FieldType.OBJECT: ("object",),
    FieldType.ARRAY: ("array",),
}


def _type(root: Schema, flat: Schema) -> FieldType | None:
    if "const" in flat or isinstance(flat.get("enum"), list):
        return FieldType.ENUM
    kind = flat.get("type")
    if kind is None and isinstance(flat.get("properties"), dict):
        kind = "object"
    written = flat.get("x-type")
    if kind == "array":
        return _list_type(root, flat, written)
    if kind == "object":
        return FieldType.OBJECT if flat.get("properties") else None
    if written in set(FieldType) and kind in _CARRIERS.get(FieldType(written), ("string",)):
        return FieldType(written)
    return _scalar(flat, kind)


def _scalar(flat: Schema, kind: Any) -> FieldType | None:
    if kind == "string":
        if "x-entity-type" in flat:
            return FieldType.RELATION
        if "x-accept" in flat or "x-max-size-mb" in flat:
            return FieldType.MEDIA
        return _BY_FORMAT.get(str(flat.get("format")), FieldType.TEXT)
    return _BY_TYPE.get(kind) if isinstance(kind, str) else None


def _list_type(root: Schema, flat: Schema, written: Any) -> FieldType | None:
    inner, _ = flattened(root, items_of(flat))
    if "prefixItems" in flat or not inner:
        return None
    if "x-entity-type" in flat or "x-entity-type" in inner:
        return FieldType.RELATION
    if flat.get("uniqueItems") is True and isinstance(inner.get("enum"), list):
        return FieldType.ENUM
    if written == FieldType.MEDIA or "x-accept" in flat:
        return FieldType.MEDIA
    return FieldType.ARRAY
