"""What inputs are made of: bounded numbers and texts, and faults that name their field."""

from collections.abc import Callable, Hashable, Sequence
from typing import Annotated, Any, TypeVar

from pydantic import Field, ValidationError
from pydantic.config import JsonDict
from pydantic_core import PydanticCustomError

from toolbox.figures import Number

T = TypeVar("T")

LARGEST_AMOUNT = 1_000_000_000
LONGEST_LIST = 200

Amount = Annotated[Number, Field(ge=0, le=LARGEST_AMOUNT)]
PositiveAmount = Annotated[Number, Field(ge=0.01, le=LARGEST_AMOUNT)]
Share = Annotated[Number, Field(ge=0, le=100)]
Rating = Annotated[int, Field(ge=1, le=5)]
Name = Annotated[str, Field(min_length=1, max_length=200, pattern=r"\S")]


def _plain(schema: JsonDict) -> None:
    """A field that may be left out is described as its value alone: null is no value of it."""
    schema.pop("default", None)
    kinds = schema.pop("anyOf", [])
    for kind in kinds if isinstance(kinds, list) else []:
        if isinstance(kind, dict) and kind.get("type") != "null":
            schema.update(kind)


def by_default(value: float, **options: Any) -> Any:
    """A decimal field with its default as the schema shows it: `rate: Share = by_default(10, …)`."""
    return Field(default=value, **options)


def optional(**options: Any) -> Any:
    """A field that may be left out: `area: Amount | None = optional(title="Area (ft²)")`."""
    return Field(default=None, json_schema_extra=_plain, **options)


def fault(message: str, *location: str | int, value: Any = None) -> ValidationError:
    """The error of a rule over several fields, at the field (by its JSON name) to correct."""
    error = PydanticCustomError("rule", "{message}", {"message": message})
    return ValidationError.from_exception_data(
        "rule", [{"type": error, "loc": location, "input": value}]
    )


def refuse_repeats(
    items: Sequence[T], key: Callable[[T], Hashable], *, within: str, field: str
) -> None:
    """Raises a `fault` at the first item whose key was there before."""
    seen: set[Hashable] = set()
    for index, item in enumerate(items):
        if key(item) in seen:
            raise fault("This was listed before: name it once.", within, index, field)
        seen.add(key(item))


def same_name(name: str) -> str:
    """What two spellings of one name have in common."""
    return " ".join(name.split()).casefold()
