"""Bringing in a file: all of it or nothing, and what is here already only when told so."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from accounts.principal import Principal
from config.errors import Conflict, InvalidInput
from tools_app.activity import record
from tools_app.authoring import insert, keep_versions, locked_row
from tools_app.documents import document_of, write
from tools_app.drafts import keep_draft
from tools_app.exchange.files import read_file
from tools_app.exchange.plans import Item, ItemStatus, before_of, planned
from tools_app.merging import merged
from tools_app.models import Tool, ToolAction
from tools_app.overrides import rebase
from tools_app.resolved import ResolvedTool, ToolKind
from tools_app.resolver import catalogue_changed, resolve
from tools_app.trials import blank

NOTE = "Imported"


class ImportConflict(Conflict):
    code, title = "import_conflict", "Some of these tools are here already, and differ"


@dataclass(frozen=True)
class Import:
    """What was done, or would be."""

    items: list[Item]
    dry_run: bool

    def having(self, status: ItemStatus) -> list[Item]:
        return [item for item in self.items if item.status == status]

    @property
    def writes(self) -> int:
        return len(self.having(ItemStatus.NEW)) + len(self.having(ItemStatus.CONFLICT))


def import_tools(
    *, principal: Principal, text: str, dry_run: bool = True, replace: bool = False
) -> Import:
    """A dry run writes nothing and says everything. The same file twice changes nothing.

    Raises `InvalidInput` for a file that cannot be read and, when it is to be written, at each fault;
    `ImportConflict` where tools that differ would have to be replaced and `replace` was not said."""
    principal.require("tools.tenant.create")
    principal.require("tools.tenant.update")
    entries = read_file(text)
    with transaction.atomic():
        items = planned(principal=principal, entries=entries)
        found = Import(items, dry_run)
        if not dry_run:
            _require_clear(found, replace)
            _write_all(principal, found)
    return found


def _require_clear(found: Import, replace: bool) -> None:
    faults = [fault for item in found.items for fault in item.faults]
    if faults:
        raise InvalidInput("Nothing was imported.", faults=faults)
    differing = found.having(ItemStatus.CONFLICT)
    if differing and not replace:
        names = ", ".join(item.slug for item in differing)
        raise ImportConflict(f"Nothing was imported. Say that these may be replaced: {names}.")


def _write_all(principal: Principal, found: Import) -> None:
    items = [item for item in found.items if item.status != ItemStatus.UNCHANGED]
    for item in items:
        row = locked_row(_named(item))
        before = None if row._state.adding else before_of(row)
        if row.kind == Tool.Kind.OVERRIDE:
            _write_override(row, item)
        else:
            _write_tool(row, item, principal)
        if row._state.adding:
            insert(row)
        else:
            row.save()
        if row.published_at:
            keep_versions(principal, row, NOTE)
        action = ToolAction.IMPORTED
        record(principal=principal, action=action, row=row, before=before, after=item.after)
    if items:
        catalogue_changed()


def _named(item: Item) -> ResolvedTool:
    """Enough of a tool to find its row, or to make one."""
    kind = ToolKind.CUSTOM if item.entry.kind == Tool.Kind.CUSTOM else ToolKind.CODE
    tool = blank(item.slug)
    return tool if kind == ToolKind.CUSTOM else resolve(item.slug) or tool


def _write_override(row: Tool, item: Item) -> None:
    for name, value in item.after.items():
        setattr(row, name, value)
    row.revision += 1
    tool = resolve(row.slug)
    if tool and tool.definition:
        rebase(row, tool.definition, item.after)


def _write_tool(row: Tool, item: Item, principal: Principal) -> None:
    """What is live is replaced; a draft of somebody's stays, with what it does not change itself."""
    if item.entry.draft:
        row.published_at = None
        keep_draft(row, item.after, principal)
        return
    draft = row.draft if row.published_at and not row._state.adding else None
    if draft is not None:
        row.draft = merged(base=document_of(row), mine=draft, theirs=item.after).value
        row.draft = None if row.draft == item.after else row.draft
        row.draft_revision += 1
    elif not row._state.adding and row.published_at is None:
        row.draft = None
        row.draft_revision += 1
    write(row, item.after)
    row.revision += 1
    row.published_at = row.published_at or timezone.now()
