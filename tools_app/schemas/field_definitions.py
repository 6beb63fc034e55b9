"""Fields: what an admin puts together in the form builder, stored as 12 types."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic.alias_generators import to_camel

from config.errors import Fault, InvalidInput
from tools_app.schemas.keywords import LARGEST_NUMBER, MOST_OPTIONS, SMALLEST_STEP
from tools_app.schemas.shape import Breach, Caps, measure, pointer_of

KEY = r"^[A-Za-z_][A-Za-z0-9_]{0,63}$"
PHONE = r"^\+?[0-9][0-9 ()./-]{3,24}$"
RESERVED = ("__proto__", "constructor", "prototype")
CAPS = Caps(size=64 * 1024, depth=32, nodes=4_000)

Flag = Annotated[bool, Field(strict=True)]
Count = Annotated[int, Field(strict=True, ge=0, le=int(LARGEST_NUMBER))]
Number = Annotated[float | int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER, allow_inf_nan=False)]
Step = Annotated[float | int, Field(ge=SMALLEST_STEP, le=LARGEST_NUMBER, allow_inf_nan=False)]
Text = Annotated[str, Field(max_length=2_000)]


class FieldType(StrEnum):
    TEXT = "text"
    NUMBER = "number"
    BOOLEAN = "boolean"
    DATE = "date"
    ENUM = "enum"
    URL = "url"
    EMAIL = "email"
    PHONE = "phone"
    MEDIA = "media"
    RELATION = "relation"
    OBJECT = "object"
    ARRAY = "array"


class _Model(BaseModel):
    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="forbid", frozen=True
    )


class Option(_Model):
    value: Annotated[str, Field(min_length=1, max_length=200)]
    label: Text = ""


class Constraints(_Model):
    min: Number | None = None
    max: Number | None = None
    step: Step | None = None
    integer: Flag = False
    min_length: Count | None = None
    max_length: Count | None = None
    pattern: Annotated[str, Field(max_length=500)] | None = None
    options: tuple[Option, ...] = ()
    min_items: Count | None = None
    max_items: Count | None = None
    accept: tuple[Annotated[str, Field(min_length=1, max_length=100)], ...] = ()
    max_size_mb: Annotated[float | int, Field(gt=0, le=10_000)] | None = None

    @field_validator("min", "max", "step", "max_size_mb", mode="before")
    @classmethod
    def _no_booleans(cls, value: Any) -> Any:
        if isinstance(value, bool):
            raise ValueError("expected a number")
        return value

    @field_validator("options")
    @classmethod
    def _distinct_options(cls, options: tuple[Option, ...]) -> tuple[Option, ...]:
        if len({option.value for option in options}) < len(options):
            raise ValueError("two options have the same value")
        if len(options) > MOST_OPTIONS:
            raise ValueError(f"more than {MOST_OPTIONS} options")
        return options

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        pairs = ((self.min, self.max), (self.min_length, self.max_length))
        for low, high in (*pairs, (self.min_items, self.max_items)):
            if low is not None and high is not None and low > high:
                raise ValueError("a minimum is above its maximum")
        return self


_ITEMS = frozenset({"min_items", "max_items"})
CONSTRAINTS: dict[FieldType, frozenset[str]] = {
    FieldType.TEXT: frozenset({"min_length", "max_length", "pattern"}),
    FieldType.NUMBER: frozenset({"min", "max", "step", "integer"}),
    FieldType.ENUM: frozenset({"options"}) | _ITEMS,
    FieldType.URL: frozenset({"max_length"}),
    FieldType.EMAIL: frozenset({"max_length"}),
    FieldType.PHONE: frozenset({"pattern"}),
    FieldType.MEDIA: frozenset({"accept", "max_size_mb"}) | _ITEMS,
    FieldType.RELATION: _ITEMS,
    FieldType.ARRAY: _ITEMS,
}
"""Which constraints a type knows; those of items need `multiple` where the type has it."""
MULTIPLE = frozenset({FieldType.ENUM, FieldType.MEDIA, FieldType.RELATION})


class FieldDefinition(_Model):
    key: Annotated[str, Field(pattern=KEY)]
    type: FieldType
    label: Text = ""
    required: Flag = False
    default: Any = None
    help: Text = ""
    placeholder: Text = ""
    variant: Annotated[str, Field(max_length=64)] = ""
    constraints: Constraints = Constraints()
    entity_type: Annotated[str, Field(max_length=64)] = ""
    multiple: Flag = False
    fields: tuple["FieldDefinition", ...] = ()
    item: "FieldDefinition | None" = None
    visible_when: dict[str, Any] | None = None
    audience: Literal["internal", "all"] = "all"
    secret: Flag = False

    @field_validator("key")
    @classmethod
    def _not_reserved(cls, key: str) -> str:
        if key in RESERVED or not re.fullmatch(KEY, key):
            raise ValueError("this key cannot be used")
        return key

    @field_validator("fields")
    @classmethod
    def _distinct_keys(cls, fields: tuple["FieldDefinition", ...]) -> tuple["FieldDefinition", ...]:
        twice = repeated_keys(fields)
        if twice:
            raise ValueError(f"the key {fields[twice[0]].key} is used twice")
        return fields

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for problem in _problems(self):
            raise ValueError(problem)
        return self


def _problems(field: FieldDefinition) -> Iterator[str]:
    allowed = CONSTRAINTS.get(field.type, frozenset())
    if field.type in MULTIPLE and not field.multiple:
        allowed -= _ITEMS
    for name in sorted(field.constraints.model_fields_set - allowed):
        if getattr(field.constraints, name) != Constraints.model_fields[name].default:
            yield f"{to_camel(name)} means nothing for a field of type {field.type}"
    yield from _kind_problems(field)
    if field.type is FieldType.PHONE and field.constraints.pattern == PHONE:
        yield "this is the pattern of every phone already; leave it out"
    if field.secret and field.default is not None:
        yield "a secret has no default"
    if field.item and field.item.required:
        yield "an item of a list cannot be required; use minItems"


def _kind_problems(field: FieldDefinition) -> Iterator[str]:
    if field.type is FieldType.ENUM and not field.constraints.options:
        yield "an enum needs options"
    if (field.type is FieldType.RELATION) != bool(field.entity_type):
        yield "a relation, and only a relation, has an entityType"
    if (field.type is FieldType.ARRAY) != (field.item is not None):
        yield "an array, and only an array, has an item"
    if field.fields and field.type is not FieldType.OBJECT:
        yield "only an object has fields"
    if field.multiple and field.type not in MULTIPLE:
        yield "only an enum, media or a relation can be multiple"


def repeated_keys(fields: Sequence[FieldDefinition]) -> list[int]:
    """Where a key appears that one before it has."""
    seen: Counter[str] = Counter()
    found = []
    for index, field in enumerate(fields):
        if seen[field.key]:
            found.append(index)
        seen[field.key] += 1
    return found


_FIELDS = TypeAdapter(list[FieldDefinition])


def parse_fields(data: Any, pointer: str = "/fields") -> list[FieldDefinition]:
    """Raises `InvalidInput`; each fault points at the part of the field that is wrong."""
    try:
        measure(data, CAPS)
        fields = _FIELDS.validate_python(data)
    except Breach as breach:
        raise InvalidInput(faults=[breach.fault(pointer)]) from breach
    except ValidationError as error:
        raise InvalidInput(faults=list(_faults(error, pointer))) from error
    require_distinct(fields, pointer)
    return fields


def require_distinct(fields: Sequence[FieldDefinition], pointer: str = "/fields") -> None:
    faults = [
        Fault(f"{pointer}/{index}/key", "key", f"The key {fields[index].key} is used twice.")
        for index in repeated_keys(fields)
    ]
    if faults:
        raise InvalidInput(faults=faults)


def _faults(error: ValidationError, pointer: str) -> Iterator[Fault]:
    for found in error.errors(include_url=False, include_input=False, include_context=False)[:100]:
        words = found["msg"].removeprefix("Value error, ")
        detail = f"{words[:1].upper()}{words[1:200]}."
        yield Fault(pointer + pointer_of(found["loc"]), found["type"], detail)
