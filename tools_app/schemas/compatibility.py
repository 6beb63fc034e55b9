"""What changed between two versions of a schema, and whether it breaks callers.

An input breaks when something that was valid no longer is; an output when something comes that could
not come before, except for new properties, which readers pass over. The engine proves it where it
can. What cannot be proven breaks.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from jsonschema_rs import ValidationError
from jsonschema_rs.canonical import CanonicalizationError, Containment

from tools_app.schemas.engine import canonical
from tools_app.schemas.limits import subschema_faults
from tools_app.schemas.load import every_load
from tools_app.schemas.shape import pointer_of
from tools_app.schemas.vocabulary import LISTS, MAPS, ONE, Path, Schema, target

Role = Literal["input", "output"]
Kind = Literal["added", "removed", "required", "narrowed", "widened", "retyped", "described"]

_NOTES = frozenset({"title", "description", "default", "examples", "deprecated", "readOnly",
                    "writeOnly", "$comment", "$schema"})  # fmt: skip
MOST_CHOICES = 7
MOST_CASES = 800

_STRUCTURE = frozenset({"properties", "required", "items", "$defs", "$ref"})


@dataclass(frozen=True)
class Change:
    """`pointer` leads to the place in the new schema, or in the old one for what was removed."""

    pointer: str
    kind: Kind
    detail: str
    breaking: bool


def changes(before: Schema, after: Schema, role: Role = "input") -> list[Change]:
    """In order of place. Nothing at all when the schemas are equal."""
    if before == after:
        return []
    if subschema_faults(before) or subschema_faults(after):
        return [Change("", "narrowed", "One of the two schemas is not sound.", breaking=True)]
    found = sorted(_Comparison(before, after, role).all(), key=lambda change: change.pointer)
    if any(change.breaking for change in found) or _holds(before, after, role):
        return found
    detail = "It cannot be shown that nothing breaks."
    return [*found, Change("", "narrowed", detail, breaking=True)]


def is_breaking(before: Schema, after: Schema, role: Role = "input") -> bool:
    return any(change.breaking for change in changes(before, after, role))


class _Comparison:
    """Property by property as far as both sides are plain; the engine compares the rest."""

    def __init__(self, before: Schema, after: Schema, role: Role) -> None:
        self.before, self.after, self.role = before, after, role

    def all(self) -> Iterator[Change]:
        stack: list[tuple[Path, Any, Any]] = [((), self.before, self.after)]
        while stack:
            path, before, after = stack.pop()
            old, new = _resolved(self.before, before), _resolved(self.after, after)
            if old is None or new is None:
                yield from self._whole(path, before, after)
                continue
            yield from self._notes(path, old, new)
            yield from self._own(path, old, new)
            yield from self._members(path, old, new)
            stack.extend(_pairs(path, old, new))

    def _notes(self, path: Path, old: Schema, new: Schema) -> Iterator[Change]:
        words = sorted(word for word in {*old, *new} if _is_note(word))
        changed = [word for word in words if old.get(word) != new.get(word)]
        if changed:
            yield self._change(path, "described", f"Described anew: {', '.join(changed)}.")

    def _members(self, path: Path, old: Schema, new: Schema) -> Iterator[Change]:
        had, has = old.get("properties", {}), new.get("properties", {})
        needed, needs = set(old.get("required", ())), set(new.get("required", ()))
        incoming = self.role == "input"
        for name in sorted(had.keys() - has.keys()):
            yield self._change(
                (*path, "properties", name), "removed", f"{name} is gone.", breaking=True
            )
        for name in sorted(has.keys() - had.keys()):
            words = f"{name} is new{' and required' if name in needs else ''}."
            breaking = incoming and name in needs
            yield self._change((*path, "properties", name), "added", words, breaking=breaking)
        kept = has.keys() & had.keys()
        for name in sorted((needs - needed) & kept):
            where = (*path, "properties", name)
            yield self._change(where, "required", f"{name} is now required.", breaking=incoming)
        for name in sorted((needed - needs) & kept):
            where = (*path, "properties", name)
            yield self._change(
                where, "widened", f"{name} is no longer required.", breaking=not incoming
            )

    def _own(self, path: Path, old: Schema, new: Schema) -> Iterator[Change]:
        """The rules of this very value, its members left out."""
        if _is_open(old) != _is_open(new):
            kind: Kind = "narrowed" if _is_open(old) else "widened"
            detail = f"Unknown properties are {'refused' if _is_open(old) else 'allowed'} now."
            breaking = _is_open(old) and self.role == "input"
            yield self._change(path, kind, detail, breaking=breaking)
        yield from self._judged(path, _rules(old), _rules(new), old, new)

    def _whole(self, path: Path, old: Any, new: Any) -> Iterator[Change]:
        yield from self._judged(path, old, new, old, new)

    def _judged(self, path: Path, old: Any, new: Any, whole: Any, other: Any) -> Iterator[Change]:
        same = old == new
        if same and self.before.get("$defs") == self.after.get("$defs"):
            return
        wider, narrower = self._proven(old, new)
        if not (wider and narrower):
            kind, detail = _verdict(whole, other, wider=wider, narrower=narrower)
            safe = wider if self.role == "input" else narrower
            yield self._change(path, kind, detail, breaking=not safe)
        elif not same:
            yield self._change(path, "described", "Written differently, the same values.")

    def _proven(self, old: Any, new: Any) -> tuple[bool, bool]:
        """Whether the new schema takes all that the old one did, and the other way round."""
        free = self.role == "output"
        before = _rewritten(_complete(self.before, old), free=free)
        after = _rewritten(_complete(self.after, new), free=free)
        return _covers(after, before), _covers(before, after)

    def _change(self, path: Path, kind: Kind, detail: str, *, breaking: bool = False) -> Change:
        return Change(pointer_of(path), kind, detail, breaking)


def _verdict(old: Any, new: Any, *, wider: bool, narrower: bool) -> tuple[Kind, str]:
    words = _changed_words(old, new)
    if _type_of(old) != _type_of(new) and not wider and not narrower:
        return "retyped", f"The type was {_type_of(old)} and is {_type_of(new)}."
    if wider:
        return "widened", f"More values are allowed: {words}."
    if narrower:
        return "narrowed", f"Fewer values are allowed: {words}."
    return "narrowed", f"Other values are allowed: {words}."


def _type_of(schema: Any) -> str:
    found = schema.get("type", "anything") if isinstance(schema, dict) else "anything"
    return " or ".join(found) if isinstance(found, list) else str(found)


def _changed_words(old: Any, new: Any) -> str:
    if not isinstance(old, dict) or not isinstance(new, dict):
        return "the whole schema"
    words = sorted(word for word in {*old, *new} - _STRUCTURE if not _is_note(word))
    return ", ".join(word for word in words if old.get(word) != new.get(word)) or "its branches"


def _is_note(word: str) -> bool:
    return word in _NOTES or word.startswith("x-")


def _resolved(root: Schema, schema: Any) -> Schema | None:
    """A plain schema, references followed; None for what only the engine can compare."""
    while isinstance(schema, dict) and "$ref" in schema:
        rest = {word: value for word, value in schema.items() if word != "$ref"}
        if not all(map(_is_note, rest)):
            return None
        aim = target(root, schema)
        schema = {**aim, **rest} if isinstance(aim, dict) else aim
    return schema if isinstance(schema, dict) else None


def _pairs(path: Path, old: Schema, new: Schema) -> list[tuple[Path, Any, Any]]:
    had, has = old.get("properties", {}), new.get("properties", {})
    found = [((*path, "properties", name), had[name], has[name]) for name in had if name in has]
    if "items" in old and "items" in new:
        found.append(((*path, "items"), old["items"], new["items"]))
    return found


def _rules(schema: Schema) -> Schema:
    """Without the members, which are compared one by one, and without notes."""
    rules = {word: value for word, value in schema.items() if not _is_note(word)}
    if "items" in rules:
        rules["items"] = True
    for word in ("properties", "required", "$defs"):
        rules.pop(word, None)
    if "properties" in schema and isinstance(rules.get("additionalProperties"), bool):
        del rules["additionalProperties"]
    return rules


def _is_open(schema: Schema) -> bool:
    """Whether an object that lists its properties takes others too."""
    return "properties" in schema and schema.get("additionalProperties", True) is True


def _complete(root: Schema, schema: Any) -> Schema:
    inner = schema if isinstance(schema, dict) else {"allOf": [schema]}
    return {**inner, "$defs": root.get("$defs", {})}


def _holds(before: Schema, after: Schema, role: Role) -> bool:
    if role == "input":
        return _covers(_rewritten(after, free=False), _rewritten(before, free=False))
    return _covers(_rewritten(before, free=True), _rewritten(after, free=True))


def _rewritten(schema: Any, *, free: bool) -> Any:
    """The same schema with every object that lists its properties closed, or open.

    Callers send what is listed, and readers pass over what is not: a new optional property is no
    change for either, though a schema that is silent about others says something else.
    """
    if not isinstance(schema, dict):
        return schema
    copy = {word: _inner(word, value, free) for word, value in schema.items()}
    if "properties" in copy and schema.get("additionalProperties", False) in (True, False):
        copy["additionalProperties"] = free
    return copy


def _inner(word: str, value: Any, free: bool) -> Any:
    if word in ONE:
        return _rewritten(value, free=free)
    if word in LISTS and isinstance(value, list):
        return [_rewritten(inner, free=free) for inner in value]
    if word in MAPS and isinstance(value, dict):
        return {name: _rewritten(inner, free=free) for name, inner in value.items()}
    return value


def _covers(wide: Schema, narrow: Schema) -> bool:
    """Proven by the engine; False when it is not so, or not known."""
    if not (_comparable(wide) and _comparable(narrow)):
        return False
    try:
        return canonical(wide).covers(canonical(narrow)) == Containment.YES
    except (ValidationError, CanonicalizationError):
        return False


def _comparable(root: Schema) -> bool:
    """The engine multiplies branches out: twenty `if`s at one place took it ten seconds."""
    choices = [load.choices for load in every_load(root)]
    return max(choices) <= MOST_CHOICES and sum(2**count for count in choices) <= MOST_CASES
