"""What a schema may be, so that storing, showing and running it is safe.

Cheap checks come first, and the next group runs only on what the one before let through: nothing
after the shape meets a deep or a large schema, nothing after the references an endless one.
"""

from collections.abc import Callable, Iterator
from typing import Any

from config.errors import Fault, InvalidInput
from tools_app.schemas.engine import build
from tools_app.schemas.keywords import keyword_faults
from tools_app.schemas.load import Endless, load_of
from tools_app.schemas.patterns import pattern_faults
from tools_app.schemas.references import reference_faults
from tools_app.schemas.secrets import masked
from tools_app.schemas.shape import Breach, Caps, measure, pointer_of
from tools_app.schemas.vocabulary import DIALECT, IN_PLACE, Schema, every_subschema
from tools_app.schemas.words import Words

CAPS = Caps(size=64 * 1024, depth=16, nodes=2_000)
MOST_WORK = 2_500
MOST_FAULTS = 100

Check = Callable[[Schema, str], list[Fault]]

_META = build({"$ref": DIALECT})


def require_sound(schema: Any, pointer: str = "/input_schema") -> None:
    """Raises `InvalidInput` for a schema that no tool may have."""
    faults = schema_faults(schema, pointer)
    if faults:
        raise InvalidInput("The schema cannot be used.", faults=faults)


def schema_faults(schema: Any, pointer: str = "") -> list[Fault]:
    """What keeps this from being the schema of a tool; pointers lead into the schema."""
    return subschema_faults(schema, pointer) or list(_top_faults(schema, pointer))


def subschema_faults(schema: Any, pointer: str = "") -> list[Fault]:
    """The same, without what is asked of the top level only."""
    for check in _CHECKS:
        faults = check(schema, pointer)
        if faults:
            return faults[:MOST_FAULTS]
    return []


def shape_faults(schema: Any, pointer: str) -> list[Fault]:
    if not isinstance(schema, dict):
        return [Fault(pointer, "type", "A schema is an object.")]
    try:
        measure(schema, CAPS)
    except Breach as breach:
        return [breach.fault(pointer)]
    return []


def _meta_faults(schema: Schema, pointer: str) -> list[Fault]:
    if _META.is_valid(schema):
        return []
    return [
        Fault(fault.pointer, "schema", f"This is not JSON Schema 2020-12. {fault.detail}")
        for _, fault in Words({}, pointer).faults(_META.iter_errors(schema), [])
    ]


def _leak_faults(root: Schema, pointer: str) -> list[Fault]:
    """A secret written into the schema, where everybody reads it; null gives nothing away."""
    return [
        Fault(pointer + pointer_of((*path, word)), word, "A secret may not stand in the schema.")
        for path, schema in every_subschema(root)
        for word in ("default", "const", "examples")
        for value in _written(schema, word)
        if value is not None and masked({**schema, "$defs": root.get("$defs")}, value) != value
    ]


def _written(schema: Schema, word: str) -> list[Any]:
    found = schema.get(word)
    return found if word == "examples" and isinstance(found, list) else [found]


def _load_faults(schema: Schema, pointer: str) -> list[Fault]:
    try:
        load = load_of(schema)
    except Endless:
        detail = "Schemas and references are nested too deep. Use fewer levels."
        return [Fault(pointer, "depth", detail)]
    if load.work > MOST_WORK:
        detail = "Too many rules may apply to one value. Use fewer branches, patterns or options."
        return [Fault(pointer, "work", detail)]
    return []


def _top_faults(schema: Schema, pointer: str) -> Iterator[Fault]:
    if schema.get("type") != "object":
        yield Fault(f"{pointer}/type", "type", "The top level is an object: “type”: “object”.")
    if not isinstance(schema.get("properties"), dict):
        yield Fault(f"{pointer}/properties", "properties", "The top level lists its properties.")
    for keyword in sorted({*IN_PLACE, "$ref"} & set(schema)):
        detail = f"“{keyword}” is not allowed at the top level. Use it inside of a property."
        yield Fault(f"{pointer}/{keyword}", keyword, detail)


_CHECKS: tuple[Check, ...] = (
    shape_faults,
    keyword_faults,
    reference_faults,
    _leak_faults,
    pattern_faults,
    _meta_faults,
    _load_faults,
)
