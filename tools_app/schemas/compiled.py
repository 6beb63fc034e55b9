"""Compiled schemas, kept in memory by their digest."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from jsonschema_rs import Draft202012Validator

from config.errors import InvalidInput
from tools_app.schemas.canonical import digest
from tools_app.schemas.engine import build
from tools_app.schemas.limits import shape_faults, subschema_faults
from tools_app.schemas.load import Load, load_of
from tools_app.schemas.vocabulary import Schema

KEPT = 512


@dataclass(frozen=True)
class Compiled:
    validator: Draft202012Validator
    load: Load


class Cache:
    """Compiled schemas by digest; the least recently used goes first. Safe between threads."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._lock = Lock()
        self._found: OrderedDict[str, Compiled] = OrderedDict()

    def get(self, schema: Schema, key: str | None = None) -> Compiled:
        """`key` is the digest of the schema, where the caller has it. Raises `InvalidInput` for an
        unsound schema: none is ever run, whoever stored it."""
        key = key or _key(schema)
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key]
        made = _compile(schema)
        with self._lock:
            self._found[key] = made
            while len(self._found) > self._kept:
                self._found.popitem(last=False)
        return made

    def __len__(self) -> int:
        return len(self._found)


def _key(schema: Schema) -> str:
    """Hashed only when it is known to be small."""
    faults = shape_faults(schema, "")
    if faults:
        raise InvalidInput("The schema cannot be used.", faults=faults)
    return digest(schema)


def _compile(schema: Schema) -> Compiled:
    faults = subschema_faults(schema)
    if faults:
        raise InvalidInput("The schema cannot be used.", faults=faults)
    return Compiled(build(schema), load_of(schema))


cache = Cache()
