"""What an import would do, tool by tool, before anything is written."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from accounts.principal import Principal
from config.errors import Fault
from tools_app.changes import (
    SCHEMAS,
    FieldChange,
    SchemaChange,
    field_changes,
    schema_changes,
)
from tools_app.definitions import Effect, Policy
from tools_app.documents import OVERRIDABLE, Document, complete, document_of, working_copy
from tools_app.exchange.files import Entry
from tools_app.faults import document_faults, draft_faults, publishing_faults, slug_faults
from tools_app.models import Tool
from tools_app.overrides import loosening_faults
from tools_app.resolved import ResolvedTool, ToolKind
from tools_app.resolver import catalogue, every_row, platform_rows
from tools_app.trials import blank

Tools = Mapping[str, ResolvedTool]


class ItemStatus(StrEnum):
    NEW = "new"
    UNCHANGED = "unchanged"
    CONFLICT = "conflict"
    FAULTY = "faulty"


@dataclass(frozen=True)
class Item:
    """A conflict is a tool that is here already and says something else."""

    entry: Entry
    status: ItemStatus
    after: Document
    fields: list[FieldChange] = field(default_factory=list)
    schemas: list[SchemaChange] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def slug(self) -> str:
        return self.entry.slug

    @property
    def kind(self) -> str:
        return self.entry.kind.value

    @property
    def name(self) -> str:
        return str(self.after.get("name") or self.slug)

    @property
    def breaking(self) -> bool:
        return any(change.breaking for change in self.schemas)


@dataclass(frozen=True)
class _Here:
    """What a file is judged against."""

    principal: Principal
    tools: Tools
    operators: Mapping[str, Tool]


def planned(*, principal: Principal, entries: list[Entry]) -> list[Item]:
    """In the order of the file. Tools of the file may use one another."""
    rows = {(row.slug, row.kind): row for row in every_row()}
    here = _Here(principal, {**catalogue().tools, **_tools_of(entries)}, platform_rows())
    return [
        _planned(here, index, entry, rows.get((entry.slug, entry.kind)))
        for index, entry in enumerate(entries)
    ]


def _planned(here: _Here, index: int, entry: Entry, row: Tool | None) -> Item:
    overrides = entry.kind == Tool.Kind.OVERRIDE
    after = _overridden(entry) if overrides else complete(entry.values)
    before = before_of(row)
    if before == after and _stage(row) == entry.draft:
        return Item(entry, ItemStatus.UNCHANGED, after)
    check = _override_faults if overrides else _tool_faults
    faults = [
        replace(fault, pointer=f"/tools/{index}{fault.pointer}")
        for fault in check(here, entry, after)
    ]
    if row and row.published_at and entry.draft and not overrides:
        words = "It is published here, and a draft in the file. Edit it here instead."
        faults.append(Fault(f"/tools/{index}/draft", "published", words))
    item = Item(entry, ItemStatus.NEW, after, *_differences(before, after), faults)
    if faults:
        return replace(item, status=ItemStatus.FAULTY)
    return replace(item, status=ItemStatus.CONFLICT) if before else item


def before_of(row: Tool | None) -> Document | None:
    """What a file is compared with: what is live, or the draft of what never was."""
    if row is None:
        return None
    if row.kind == Tool.Kind.OVERRIDE:
        return {name: getattr(row, name) for name in OVERRIDABLE}
    return document_of(row) if row.published_at else working_copy(row)


def _stage(row: Tool | None) -> bool:
    """Whether it is only a draft."""
    return row is not None and row.published_at is None


def _overridden(entry: Entry) -> Document:
    """The whole override; what the file leaves out is as the code has it."""
    fresh = Tool(slug=entry.slug, kind=entry.kind)
    return {name: entry.values.get(name, getattr(fresh, name)) for name in OVERRIDABLE}


def _differences(
    before: Document | None, after: Document
) -> tuple[list[FieldChange], list[SchemaChange]]:
    if before is None:
        return [], []
    if "input_schema" not in after:
        changed = [name for name in OVERRIDABLE if before[name] != after[name]]
        return [FieldChange(name, before[name], after[name]) for name in changed], []
    schemas = [
        change
        for name, role in SCHEMAS.items()
        for change in schema_changes(before[name], after[name], role)
    ]
    return field_changes(before, after), schemas


def _tool_faults(here: _Here, entry: Entry, after: Document) -> list[Fault]:
    check = document_faults if entry.draft else publishing_faults
    found = check(principal=here.principal, slug=entry.slug, document=after, tools=here.tools)
    return slug_faults(entry.slug) + found


def _override_faults(
    here: _Here,
    entry: Entry,
    after: Document,  # noqa: ARG001 - the same signature for both kinds
) -> list[Fault]:
    tool = here.tools.get(entry.slug)
    if tool is None or tool.definition is None:
        words = f"No tool of the product is called {entry.slug} here."
        return [Fault("/slug", "unknown", words)]
    faults = draft_faults(
        principal=here.principal, slug=entry.slug, saved=tool, values=entry.values
    )
    return faults + loosening_faults(tool, here.operators.get(entry.slug), entry.values)


def _tools_of(entries: list[Entry]) -> dict[str, ResolvedTool]:
    """The live tools of the file, as far as others need to know them as steps."""
    return {
        entry.slug: _resolved(entry)
        for entry in entries
        if entry.kind == Tool.Kind.CUSTOM and not entry.draft
    }


def _resolved(entry: Entry) -> ResolvedTool:
    document: dict[str, Any] = complete(entry.values)
    return replace(
        blank(entry.slug),
        kind=ToolKind.CUSTOM,
        name=document["name"],
        effect=Effect(document["effect"] or Effect.READ),
        policy=Policy(document["policy"]),
        visible=document["enabled"],
        execution=document["execution"],
        required_permissions=frozenset(document["required_permissions"]),
    )
