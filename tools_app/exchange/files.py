"""The file: JSON or YAML, the tools of a workspace with their values, and what it overrides.

What is live is in it; a tool that was never published is marked as a draft. People, grants, runs and
versions are not: they belong to the workspace.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import yaml
from rest_framework.serializers import ValidationError

from accounts.principal import Principal
from config.errors import Fault, InvalidInput, known
from tools_app.documents import OVERRIDABLE, document_of, working_copy
from tools_app.models import Tool
from tools_app.overrides import said
from tools_app.resolver import every_row
from tools_app.schemas.shape import Breach, Caps, measure

VERSION = 1
MOST_TOOLS = 500
CAPS = Caps(size=4 * 1024 * 1024, depth=48, nodes=200_000)


@dataclass(frozen=True)
class Entry:
    """One tool of a file. `values` is a whole document, or what an override says."""

    slug: str
    kind: Tool.Kind
    draft: bool
    values: dict[str, Any]


# -- Writing ----------------------------------------------------------------------------------


def exported(*, principal: Principal, slugs: Iterable[str] = ()) -> dict[str, Any]:
    """All tools of the workspace's own and its overrides, or only those named."""
    principal.require("tools.tenant.update")
    wanted = set(slugs)
    rows = [row for row in every_row() if not wanted or row.slug in wanted]
    return {"tenon": VERSION, "tools": [entry for row in rows if (entry := _entry(row))]}


def _entry(row: Tool) -> dict[str, Any] | None:
    if row.kind == Tool.Kind.OVERRIDE:
        spoken = {name: said(row, name) for name in OVERRIDABLE}
        values = {name: value for name, value in spoken.items() if value is not None}
        return {"slug": row.slug, "kind": row.kind, **values} if values else None
    if row.published_at is None:
        return {"slug": row.slug, "kind": row.kind, "draft": True, **working_copy(row)}
    return {"slug": row.slug, "kind": row.kind, **document_of(row)}


def as_json(file: dict[str, Any]) -> str:
    return json.dumps(file, ensure_ascii=False, indent=2) + "\n"


def as_yaml(file: dict[str, Any]) -> str:
    return yaml.dump(file, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)


class _Dumper(yaml.CSafeDumper):
    def ignore_aliases(self, _data: Any) -> bool:
        """What is there twice is written twice."""
        return True


# -- Reading ----------------------------------------------------------------------------------


def read_file(text: str) -> list[Entry]:
    """Raises `InvalidInput`; faults point into the file."""
    data = _parsed(text)
    try:
        measure(data, CAPS)
    except Breach as breach:
        raise InvalidInput(faults=[breach.fault("")]) from breach
    entries, faults = [], _outer_faults(data)
    for index, item in enumerate(data["tools"] if not faults else ()):
        try:
            entries.append(_read(item))
        except (InvalidInput, ValidationError) as error:
            found = known(error)
            faults += _moved(found.faults if found else (), index)
    if faults:
        raise InvalidInput(faults=faults)
    return entries


class _Loader(yaml.CSafeLoader):
    """Plain values only: what looks like a date stays text."""

    yaml_implicit_resolvers = {
        first: [(tag, regexp) for tag, regexp in pairs if not tag.endswith(":timestamp")]
        for first, pairs in yaml.CSafeLoader.yaml_implicit_resolvers.items()
    }


def _from_yaml(text: str) -> Any:
    """Without aliases: a short file with them may stand for an endless one."""
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.AliasEvent):
            line = event.start_mark.line + 1 if event.start_mark else 0
            raise yaml.YAMLError(f"aliases are not taken, line {line}")
    return yaml.load(text, Loader=_Loader)  # noqa: S506 - a safe loader, made safer


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass  # then it is YAML, of which JSON is nearly a part
    try:
        return _from_yaml(text)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        words = " ".join(str(error).split())[:300] or "It is nested too deeply."
        fault = Fault("", "unreadable", f"This is neither JSON nor YAML: {words}")
        raise InvalidInput(faults=[fault]) from error


def _outer_faults(data: Any) -> list[Fault]:
    if not isinstance(data, dict) or not isinstance(data.get("tools"), list):
        return [Fault("/tools", "required", "The file needs a list “tools”.")]
    if data.get("tenon") != VERSION:
        return [Fault("/tenon", "version", f"This reads files of version {VERSION}.")]
    if len(data["tools"]) > MOST_TOOLS:
        return [Fault("/tools", "too_many", f"At most {MOST_TOOLS} tools at once.")]
    return list(_repeats(data["tools"]))


def _repeats(items: list[Any]) -> Iterator[Fault]:
    seen = set()
    for index, item in enumerate(items):
        name = str([item.get("slug"), item.get("kind")]) if _is_object(item) else ""
        if name and name in seen:
            words = "This tool is in the file already."
            yield Fault(f"/tools/{index}/slug", "twice", words)
        seen.add(name)


def _is_object(item: Any) -> bool:
    return isinstance(item, dict) and all(isinstance(key, str) for key in item)


def _read(item: Any) -> Entry:
    from tools_app.api.serializers import FileOverrideSerializer, FileToolSerializer

    if not _is_object(item):
        raise InvalidInput(faults=[Fault("", "type", "Expected an object.")])
    kind = item.get("kind", Tool.Kind.CUSTOM)
    if kind not in set(Tool.Kind):
        words = f"One of {', '.join(Tool.Kind)}."
        raise InvalidInput(faults=[Fault("/kind", "unknown", words)])
    overrides = kind == Tool.Kind.OVERRIDE
    data = (FileOverrideSerializer if overrides else FileToolSerializer)(data=item)
    data.is_valid(raise_exception=True)
    values = dict(data.validated_data)
    slug, draft = values.pop("slug"), values.pop("draft", False)
    values.pop("kind", None)
    return Entry(slug, Tool.Kind(kind), draft, values)


def _moved(faults: Iterable[Fault], index: int) -> list[Fault]:
    return [Fault(f"/tools/{index}{fault.pointer}", fault.code, fault.detail) for fault in faults]
