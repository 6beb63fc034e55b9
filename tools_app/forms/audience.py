"""Who a field is for. `x-audience: internal` is for colleagues: an embed neither shows such a field
nor takes it from whoever fills in the form."""

from typing import Any

from tools_app.forms.initial import MISSING, initial, required_of
from tools_app.forms.kinds import Kind, kind_of
from tools_app.schemas.vocabulary import Schema


def is_internal(schema: Schema) -> bool:
    return schema.get("x-audience") == "internal"


def with_defaults(root: Schema, value: dict[str, Any]) -> dict[str, Any]:
    """The value with the defaults of internal fields in place of whatever was sent for them, however
    deep, and by whatever way it came in."""
    return Closing(root, defaults=True).of(value)


def without_internal(root: Schema, value: dict[str, Any]) -> dict[str, Any]:
    """The value as whoever must not know of internal fields may see it."""
    return Closing(root, defaults=False).of(value)


class Closing:
    def __init__(self, root: Schema, *, defaults: bool) -> None:
        self._root, self._defaults = root, defaults

    def of(self, value: dict[str, Any]) -> dict[str, Any]:
        made = self._closed(self._root, value, ())
        return made if isinstance(made, dict) else value

    def _closed(self, schema: Any, value: Any, trail: tuple[str, ...]) -> Any:
        kind = kind_of(self._root, schema, trail)
        # Of several shapes one cannot say which was meant: what is internal in any is closed.
        for branch in kind.branches:
            value = self._closed(branch, value, kind.trail)
        if isinstance(value, list):
            return [self._closed(kind.item, item, kind.trail) for item in value]
        return self._object(kind, value) if isinstance(value, dict) else value

    def _object(self, kind: Kind, value: dict[str, Any]) -> dict[str, Any]:
        listed = kind.schema.get("properties", {})
        made = {
            name: self._closed(listed[name], inner, kind.trail) if name in listed else inner
            for name, inner in value.items()
        }
        for name, inner in listed.items():
            if is_internal(kind_of(self._root, inner, kind.trail).schema):
                made.pop(name, None)
                default = self._default(kind, name, inner)
                made |= {} if default is MISSING else {name: default}
        return made

    def _default(self, kind: Kind, name: str, schema: Any) -> Any:
        if not self._defaults:
            return MISSING
        needed = name in required_of(kind.schema)
        return initial(self._root, schema, kind.trail, needed=needed)
