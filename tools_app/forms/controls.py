"""A node's control: its text, attributes and options, by type."""

from collections.abc import Callable
from typing import Any

from tools_app.forms import texts
from tools_app.forms.components import JSON
from tools_app.forms.kinds import Kind
from tools_app.forms.labels import option_label
from tools_app.forms.nodes import Node, Option
from tools_app.forms.variants import scale_of
from tools_app.schemas.field_definitions import FieldType
from tools_app.schemas.keywords import is_secret

FITTING: dict[FieldType, tuple[type, ...]] = {
    FieldType.NUMBER: (int, float, str),
    FieldType.BOOLEAN: (bool,),
    FieldType.OBJECT: (dict,),
    FieldType.ARRAY: (list,),
}


def fits(node: Node) -> bool:
    """Whether the component can hold the value as it is."""
    value, kind = node.value, node.kind
    if not node.present or value is None or kind.is_json or kind.is_choice:
        return True
    if kind.type is FieldType.ENUM:
        return _enum_fits(node)
    if kind.many:
        return isinstance(value, list) and all(isinstance(each, str) and each for each in value)
    if isinstance(value, bool):
        return kind.type is FieldType.BOOLEAN
    if isinstance(value, str):
        return _text_fits(kind, value)
    return isinstance(value, FITTING.get(kind.type, (str,)))


def _text_fits(kind: Kind, text: str) -> bool:
    """Only text has room for several lines; a number has for what is none."""
    if kind.type is FieldType.TEXT:
        return True
    fits = FieldType.NUMBER is not kind.type or texts.read_number(text) == text
    return fits and str in FITTING.get(kind.type, (str,)) and "\n" not in text


def _enum_fits(node: Node) -> bool:
    options = texts.options_of(node.kind.item if node.kind.many else node.schema)
    values = node.value if node.kind.many else [node.value]
    if not isinstance(values, list):
        return False
    if node.kind.many:
        known = all(any(texts.same(each, one) for one in options) for each in values)
        return known and not any(values.count(each) > 1 for each in values)
    plain = all(isinstance(option, str) for option in options)
    return any(texts.same(node.value, one) for one in options) or (
        plain and isinstance(node.value, str) and node.value != ""
    )


def fill(node: Node) -> None:
    """Give the node its control."""
    node.attributes |= _common(node)
    if node.variant == JSON:
        return _json(node)
    return _FILLERS.get(node.kind.type, _line)(node)


def _common(node: Node) -> dict[str, str]:
    found = {"id": node.id, "name": node.name, "data-kind": "text"}
    if node.described_by:
        found["aria-describedby"] = node.described_by
    if node.errors:
        found["aria-invalid"] = "true"
    if node.required:
        found["aria-required"] = "true"
    if node.disabled:
        found["disabled"] = "disabled"
    if placeholder := node.schema.get("x-placeholder"):
        found["placeholder"] = str(placeholder)
    return found


def _json(node: Node) -> None:
    node.text = texts.json_text(node.value) if node.present else ""
    node.attributes |= {"data-kind": "json", "spellcheck": "false", "rows": "6"}


def _line(node: Node) -> None:
    node.text = node.value if isinstance(node.value, str) else ""
    for word in ("minlength", "maxlength"):
        limit = node.schema.get(word[:3] + "Length")
        if word == "maxlength" and isinstance(limit, int):
            node.attributes[word] = str(limit)


def _text(node: Node) -> None:
    _line(node)
    if is_secret(node.schema):
        node.text, node.variant = "", "secret"
        node.attributes |= {"type": "password", "autocomplete": "off"}
    elif node.variant == "line" and "\n" in node.text:
        node.variant = "textarea"
    if node.variant == "code":
        node.attributes |= {"spellcheck": "false", "autocapitalize": "off"}


def _number(node: Node) -> None:
    whole = node.schema.get("type") == "integer"
    node.text = texts.number_text(node.value) if node.present and node.value is not None else ""
    node.attributes |= {"data-kind": "number", "inputmode": "numeric" if whole else "decimal"}
    low, high = node.schema.get("minimum"), node.schema.get("maximum")
    if node.variant == "rating" and not _scale(node):
        node.variant = "plain"
    if node.variant == "slider" and not (low is not None and high is not None):
        node.variant = "plain"
    if node.variant == "slider" and low is not None and high is not None:
        step = node.schema.get("multipleOf") or (1 if whole or high - low > 20 else 0.5)
        node.attributes |= {"data-min": f"{low:g}", "data-max": f"{high:g}", "data-step": f"{step}"}
    units = {"currency": "$", "percent": "%"}
    node.unit = node.unit or units.get(node.variant, "")


def _scale(node: Node) -> bool:
    steps = scale_of(node.schema)
    if steps is None or (node.text and node.text not in map(str, steps)):
        return False
    labels = node.schema.get("x-enum-labels") or []
    node.options = [
        Option(str(step), str(step), node.text == str(step), f"{node.id}-{step}") for step in steps
    ]
    if len(labels) == 2:
        node.attributes |= {"data-low": str(labels[0]), "data-high": str(labels[1])}
    node.options = _with_none(node, node.options)
    return True


def _with_none(node: Node, options: list[Option]) -> list[Option]:
    """What need not be answered can be left unanswered again."""
    if node.required and not (node.present and node.value is None):
        return options
    chosen = any(option.selected for option in options)
    return [Option("", "None", not chosen, f"{node.id}-none"), *options]


def _boolean(node: Node) -> None:
    node.attributes["data-kind"] = "boolean"
    if not isinstance(node.value, bool):
        # A switch is on or off; only this can say that nobody has answered.
        node.variant = "yes/no"
    if node.variant == "yes/no":
        wanted = {True: "true", False: "false"}.get(node.value) if node.present else None
        options = [
            Option(token, label, wanted == token, f"{node.id}-{token}")
            for token, label in (("true", "Yes"), ("false", "No"))
        ]
        node.options = _with_none(node, options)


def _date(node: Node) -> None:
    _line(node)
    node.attributes.pop("maxlength", None)
    node.attributes["type"] = "date"
    if node.schema.get("format") == "date-time" or node.variant == "datetime":
        _moment(node)
    elif node.text and not texts.is_date(node.text):
        node.attributes["type"] = "text"


def _moment(node: Node) -> None:
    split = texts.split_moment(node.text) if node.text else ("", "")
    if split is None:
        node.attributes |= {"type": "text", "data-kind": "text"}
        return
    node.attributes |= {"type": "datetime-local", "step": "1", "data-kind": "moment"}
    node.text, node.zone = split[0], split[1] or "UTC"


def _enum(node: Node) -> None:
    inner = node.kind.item if node.kind.many else node.schema
    values = texts.options_of(inner)
    chosen = node.value if node.kind.many else [node.value]
    chosen = chosen if node.present and isinstance(chosen, list) else []
    node.options = [
        Option(texts.token_of(values, value), label, any(texts.same(value, one) for one in chosen),
               f"{node.id}-{index}")
        for index, (value, label) in enumerate(zip(values, _labels(node, values), strict=True))
    ]  # fmt: skip
    plain = all(isinstance(value, str) and value for value in values)
    node.attributes["data-kind"] = "text" if plain else "json"
    if node.kind.many:
        return
    if node.present and isinstance(node.value, str) and node.value not in values and node.value:
        node.options.append(Option(node.value, node.value, selected=True, id=f"{node.id}-other"))
        node.variant = "select"
    if node.variant == "multi":
        node.variant = "select"
    if node.variant in ("radio", "segmented"):
        node.options = _with_none(node, node.options)


def _labels(node: Node, values: list[Any]) -> list[str]:
    written = node.schema.get("x-enum-labels")
    found = written if isinstance(written, list) and len(written) == len(values) else []
    given = [str(label or "") for label in found] or [""] * len(values)
    return [label or option_label(value) for label, value in zip(given, values, strict=True)]


def _address(node: Node) -> None:
    _line(node)
    kinds = {FieldType.URL: "url", FieldType.EMAIL: "email", FieldType.PHONE: "tel"}
    # Text that is no address stays what it is; the server says what is wrong with it.
    node.attributes |= {"type": "text", "inputmode": kinds[node.kind.type], "spellcheck": "false"}
    node.attributes["autocapitalize"] = "off"


def _media(node: Node) -> None:
    _line(node)
    if accept := node.schema.get("x-accept"):
        node.attributes["data-accept"] = ",".join(map(str, accept))
    if size := node.schema.get("x-max-size-mb"):
        node.attributes["data-max-size-mb"] = f"{size:g}"


def _relation(node: Node) -> None:
    node.variant = "many" if node.kind.many else "one"
    node.text = node.value if isinstance(node.value, str) else ""
    source = node.schema.get("x-entity-type") or node.kind.item.get("x-entity-type")
    node.attributes["data-source"] = str(source or "")
    values = node.value if node.kind.many else [node.value]
    values = values if node.present and isinstance(values, list) else []
    known: dict[str, str] = {token: label for token, label, _ in node.offers}
    node.options = [Option(each, known.get(each) or each, selected=True) for each in values if each]
    node.options += [Option(token, label) for token, label in known.items() if token not in values]


_FILLERS: dict[FieldType, Callable[[Node], None]] = {
    FieldType.TEXT: _text,
    FieldType.NUMBER: _number,
    FieldType.BOOLEAN: _boolean,
    FieldType.DATE: _date,
    FieldType.ENUM: _enum,
    FieldType.URL: _address,
    FieldType.EMAIL: _address,
    FieldType.PHONE: _address,
    FieldType.MEDIA: _media,
    FieldType.RELATION: _relation,
}
