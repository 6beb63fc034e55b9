"""Blocks from the output schema alone: what a tool without sections shows."""

from collections.abc import Iterator, Mapping
from typing import Any

from tools_app.outputs import markdown
from tools_app.outputs.cells import Cell, humanised
from tools_app.outputs.formatting import clean
from tools_app.outputs.kinds import (
    Block,
    CalloutBlock,
    FileBlock,
    ImageBlock,
    JsonBlock,
    MarkdownBlock,
    PairsBlock,
)
from tools_app.outputs.tables import table_of
from tools_app.outputs.values import SEVERAL, is_our_file, is_picture, shown

Schema = Mapping[str, Any]
FORMATS = {"date": "date", "date-time": "datetime", "uri": "url", "email": "email"}
VARIANTS = {"currency": "currency", "percent": "percent", "code": "code", "relative": "relative"}
TYPES = {"url": "url", "email": "email", "phone": "phone", "enum": "badge", "media": "media"}
MOST_COLUMNS = 30


def blocks_by_schema(output: Any, schema: Schema) -> list[Block]:
    """Empty when the schema says nothing that helps."""
    if isinstance(output, Mapping):
        return list(_of_object(output, schema))
    return [_block(output, schema, schema, "Result", "")] if _is_told(output, schema) else []


def _is_told(output: Any, schema: Schema) -> bool:
    return (isinstance(output, str) and schema.get("type") == "string") or _is_rows(output)


def resolved(node: Any, root: Schema) -> Schema:
    """Through references within the schema and past `or null`; a few steps at most."""
    for _ in range(8):
        if not isinstance(node, Mapping):
            return {}
        if isinstance(node.get("$ref"), str):
            node = _referred(node, root)
        elif isinstance(node.get("anyOf"), list):
            node = {**node, **_first_real(node["anyOf"]), "anyOf": None}
        else:
            return node
    return {}


def _referred(node: Schema, root: Schema) -> Schema:
    definitions = root.get("$defs")
    name = str(node["$ref"]).rsplit("/", 1)[-1]
    found = definitions.get(name) if isinstance(definitions, Mapping) else None
    rest = {key: value for key, value in node.items() if key != "$ref"}
    return {**found, **rest} if isinstance(found, Mapping) else rest


def _first_real(options: list[Any]) -> Schema:
    real = [each for each in options if isinstance(each, Mapping) and each.get("type") != "null"]
    return real[0] if real else {}


def properties_of(node: Schema) -> dict[str, Schema]:
    """In the order that the author chose."""
    found = node.get("properties")
    if not isinstance(found, Mapping):
        return {}
    order = [key for key in node.get("x-order") or () if isinstance(key, str) and key in found]
    return {key: found[key] for key in dict.fromkeys([*order, *found])}


def cell_for(key: str, node: Schema, root: Schema) -> Cell:
    """How a field of the schema is shown."""
    field = resolved(node, root)
    title = field.get("title")
    label = title if isinstance(title, str) and title else humanised(key)
    form, source = _form(field), _source(field)
    return Cell(key, clean(label)[:200], form, words=_words(field), source=source)


def _source(field: Schema) -> str:
    """What kind of entity a relation names; of a list, its items may say it."""
    items = field.get("items")
    inner = items if isinstance(items, Mapping) else {}
    return str(field.get("x-entity-type") or inner.get("x-entity-type") or "")[:64]


def _form(field: Schema) -> str:
    if _source(field):
        return "relation"
    if "x-accept" in field:
        return "media"
    for table, word in ((VARIANTS, "x-variant"), (TYPES, "x-type"), (FORMATS, "format")):
        found = field.get(word)
        if isinstance(found, str) and found in table:
            return table[found]
    if field.get("enum"):
        return "badge"
    return "number" if field.get("type") in {"number", "integer"} else "text"


def _words(field: Schema) -> tuple[tuple[str, str], ...]:
    values, labels = field.get("enum"), field.get("x-enum-labels")
    if not isinstance(values, list) or not isinstance(labels, list):
        return ()
    pairs = zip(values, labels, strict=False)
    return tuple((v, w) for v, w in pairs if isinstance(v, str) and isinstance(w, str) and w)


def _of_object(output: Mapping[str, Any], schema: Schema) -> Iterator[Block]:
    """Plain values that follow each other share a card."""
    fields = properties_of(schema)
    plain: dict[str, Any] = {}
    for key in [*(key for key in fields if key in output), *(k for k in output if k not in fields)]:
        node = resolved(fields.get(key), schema)
        if _is_plain(output[key], node):
            plain[key] = output[key]
            continue
        if plain:
            yield _card(plain, schema, schema, "")
            plain = {}
        yield _block(output[key], node, schema, cell_for(key, node, schema).label, key)
    if plain:
        yield _card(plain, schema, schema, "")


def _is_plain(value: Any, node: Schema) -> bool:
    if isinstance(value, str):
        return node.get("x-variant") != "markdown" and not is_our_file(value)
    if _form(node) in SEVERAL and isinstance(value, list):
        return all(isinstance(each, str) for each in value)
    return not isinstance(value, Mapping | list) or not value


def _is_rows(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(r, Mapping) for r in value)


def _card(
    value: Mapping[str, Any], node: Schema, root: Schema, label: str, key: str = ""
) -> PairsBlock:
    fields = properties_of(node)
    cells = [cell_for(key, fields.get(key, {}), root) for key in value]
    pairs = tuple((cell.label, cell.shown(value)) for cell in cells)
    return PairsBlock(pairs=pairs, label=label, key=key)


def _block(value: Any, node: Schema, root: Schema, label: str, key: str) -> Block:
    if isinstance(value, str):
        return _of_text(value, node, label, key)
    if isinstance(value, Mapping) and all(_is_plain(part, {}) for part in value.values()):
        return _card(value, node, root, label, key)
    if _is_rows(value):
        return _of_rows(value, node, root, label, key)
    return JsonBlock(value=value, label=label, key=key)


def _of_text(value: str, node: Schema, label: str, key: str) -> Block:
    if is_our_file(value):
        if is_picture(value):
            return ImageBlock(src=value, alt=label, label=label, key=key)
        return FileBlock(file=shown(value, "media"), label=label, key=key)
    if node.get("x-variant") == "markdown":
        return MarkdownBlock(html=markdown.render(value), label=label, key=key)
    return CalloutBlock(text=value[:50_000], label=label, key=key)


def _of_rows(rows: list[Any], node: Schema, root: Schema, label: str, key: str) -> Block:
    item = resolved(node.get("items"), root)
    fields = properties_of(item)
    keys = list(fields) or list(dict.fromkeys(key for row in rows[:100] for key in row))
    if not keys or len(keys) > MOST_COLUMNS:
        return JsonBlock(value=rows, label=label, key=key)
    cells = [cell_for(name, fields.get(name, {}), root) for name in keys]
    return table_of(rows, cells, label=label, key=key)
