"""What a form sent, as the JSON value: the way back of `form_for`."""

from typing import Any

from django.http import QueryDict

from config.errors import Fault, InvalidInput
from tools_app.forms import texts
from tools_app.forms.audience import with_defaults
from tools_app.forms.build import Mode
from tools_app.forms.conditions import pruned
from tools_app.forms.initial import MISSING, required_of
from tools_app.forms.kinds import Kind, kind_of
from tools_app.forms.names import AS_JSON, EMPTY, MORE, NULL, SHAPE, WHOLE, ZONE, Place
from tools_app.forms.sent import Sent
from tools_app.forms.spec import FormSpec, applied
from tools_app.schemas.field_definitions import FieldType
from tools_app.schemas.vocabulary import Schema


def read_form(
    *,
    schema: Schema,
    spec: FormSpec | None = None,
    data: QueryDict,
    mode: Mode = "internal",
    prefix: str = "",
) -> dict[str, Any]:
    """The value as the API would get it. Nothing is judged here: text that is no number stays
    text. Empty optional fields and what is hidden are left out; in an embed, internal fields have
    their defaults whatever was sent. Raises `InvalidInput` when the input was sent as a whole, as
    JSON (`_value`), and is no object."""
    root = applied(schema, spec)
    found = Reader(root, Sent(data, prefix)).whole()
    left = pruned(root, with_defaults(root, found) if mode == "embed" else found)
    return left if isinstance(left, dict) else {}


class Reader:
    def __init__(self, root: Schema, sent: Sent) -> None:
        self.root, self.sent = root, sent

    def whole(self) -> Any:
        kind = kind_of(self.root, self.root)
        if kind.type is not FieldType.OBJECT or kind.is_choice or self.sent.has(WHOLE):
            return self._as_json()
        found = self._object(kind, Place())
        return self._completed(kind, {}) if found is MISSING else found

    def _as_json(self) -> dict[str, Any]:
        text = self.sent.last(WHOLE)
        found = texts.read_json(text) if text.strip() else {}
        if not isinstance(found, dict):
            raise InvalidInput(faults=[Fault("", "json", "The input is not a JSON object.")])
        return found

    def read(
        self, schema: Any, place: Place, trail: tuple[str, ...] = (), *, required: bool = False
    ) -> Any:
        """The value, or MISSING."""
        kind = kind_of(self.root, schema, trail)
        found = self._by_kind(kind, place)
        if found is MISSING and self.sent.marks(NULL, place.name):
            return None
        if found is MISSING and self.sent.marks(EMPTY, place.name):
            return _nothing(kind)
        return self._needed(kind) if found is MISSING and required else found

    def _needed(self, kind: Kind) -> Any:
        """What a required field is when nothing was filled in: only lists and objects can be."""
        if kind.nullable:
            return None
        if kind.type is FieldType.OBJECT and not kind.is_choice:
            return self._completed(kind, {})
        return [] if kind.type is FieldType.ARRAY or kind.many else MISSING

    def _by_kind(self, kind: Kind, place: Place) -> Any:
        if kind.is_json or self.sent.marks(AS_JSON, place.name):
            text = self.sent.last(place.name)
            return texts.read_json(text) if text.strip() else MISSING
        if kind.is_choice:
            return self._choice(kind, place)
        if kind.is_rows:
            return self._rows(kind, place)
        if kind.type is FieldType.OBJECT:
            return self._object(kind, place)
        return self._scalar(kind, place)

    def _object(self, kind: Kind, place: Place) -> Any:
        """MISSING when nothing in it was filled in."""
        found = {
            name: self.read(inner, place.step(name), kind.trail)
            for name, inner in kind.schema["properties"].items()
        }
        more = texts.read_json(self.sent.last(MORE + place.name) or "{}")
        rest = more if isinstance(more, dict) else {}
        found = {name: value for name, value in found.items() if value is not MISSING}
        found |= {name: rest[name] for name in rest if name not in kind.schema["properties"]}
        return self._completed(kind, found) if found else MISSING

    def _completed(self, kind: Kind, found: dict[str, Any]) -> dict[str, Any]:
        """With what the schema needs and nobody fills in."""
        for name, inner in kind.schema["properties"].items():
            if name in found or name not in required_of(kind.schema):
                continue
            value = self._needed(kind_of(self.root, inner, kind.trail))
            if value is not MISSING:
                found[name] = value
        return found

    def _rows(self, kind: Kind, place: Place) -> Any:
        """By the rows that say they are there, in their order."""
        found = [self._row(kind, place.step(at)) for at in self.sent.rows(place.name)]
        return found or MISSING

    def _row(self, kind: Kind, place: Place) -> Any:
        item = kind.item
        found = self.read(item, place, kind.trail, required=True)
        return "" if found is MISSING else found

    def _choice(self, kind: Kind, place: Place) -> Any:
        token = self.sent.last(SHAPE + place.name)
        if not token.isdecimal() or int(token) >= len(kind.branches):
            return MISSING
        branch = kind.branches[int(token)]
        return self.read(branch, place.branch(int(token)), kind.trail, required=True)

    def _scalar(self, kind: Kind, place: Place) -> Any:
        if kind.many:
            return self._many(kind, place)
        text = self.sent.last(place.name)
        if text == "":
            return MISSING
        match kind.type:
            case FieldType.NUMBER:
                return texts.read_number(text)
            case FieldType.BOOLEAN:
                return {"true": True, "false": False, "on": True}.get(text, text)
            case FieldType.ENUM:
                return texts.read_token(texts.options_of(kind.schema), text)
            case FieldType.DATE:
                zone = self.sent.last(ZONE + place.name)
                return texts.join_moment(text, zone) if zone else text
            case _:
                return text

    def _many(self, kind: Kind, place: Place) -> Any:
        options = texts.options_of(kind.item)
        tokens = [text for text in self.sent.all(place.name) if text != ""]
        return [texts.read_token(options, text) for text in tokens] or MISSING


def _nothing(kind: Kind) -> Any:
    if kind.type is FieldType.ARRAY or kind.many:
        return []
    return {} if kind.type is FieldType.OBJECT and not kind.is_choice else ""
