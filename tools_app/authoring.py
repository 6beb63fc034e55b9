"""Creating, changing and deleting a tenant's tools: the one write path for the table.

What is written here is live at once. Work that callers must not see yet is in `drafts`; how it
becomes live, in `publishing`.
"""

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.principal import Principal
from config.errors import AppError, Conflict, Fault, InvalidInput
from tools_app import access
from tools_app.activity import record
from tools_app.documents import complete, document_of, values_of, working_copy, write
from tools_app.faults import draft_faults, publishing_faults, runner_faults, slug_faults
from tools_app.merging import merged
from tools_app.models import SchemaVersion, Tool, ToolAction
from tools_app.overrides import loosening_faults, rebase
from tools_app.resolved import ResolvedTool, ToolKind
from tools_app.resolver import catalogue_changed, override_rows
from tools_app.versions import keep_version

SUBJECT = "tool"


class StaleRevision(AppError):
    status, code, title = 412, "stale_revision", "Somebody changed this tool in the meantime"


class NeverPublished(Conflict):
    code, title = "never_published", "This tool has never been published"


class RevisionRequired(AppError):
    status, code, title = 428, "revision_required", "Say which revision you are changing"


def create_tool(*, principal: Principal, slug: str, note: str = "", **values: Any) -> Tool:
    """A tool of the tenant's own, live at once. Raises `InvalidInput` naming each faulty field."""
    principal.require("tools.tenant.create")
    document = complete(values)
    faults = slug_faults(slug)
    faults += publishing_faults(principal=principal, slug=slug, document=document)
    if faults:
        raise InvalidInput(faults=faults)
    row = Tool(slug=slug, kind=Tool.Kind.CUSTOM)
    write(row, document)
    with transaction.atomic():
        insert(row)
        keep_versions(principal, row, note)
        record(
            principal=principal,
            action=ToolAction.CREATED,
            row=row,
            before=None,
            after=document,
            note=note,
        )
        catalogue_changed()
    return row


def insert(row: Tool) -> None:
    """Raises `InvalidInput` where the slug is taken."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as error:
        fault = Fault("/slug", "taken", "A tool of this workspace has this address already.")
        raise InvalidInput(faults=[fault]) from error


def change_tool(
    *, principal: Principal, slug: str, revision: int, note: str = "", **values: Any
) -> Tool:
    """Change a tool of one's own, or override one of the code. `revision` is what the caller saw.

    A draft stays a draft, and takes over what it does not change itself."""
    principal.require("tools.tenant.update")
    tool = access.tool_to_see(principal=principal, slug=slug)
    faults = draft_faults(principal=principal, slug=slug, saved=tool, values=values)
    faults += runner_faults(values.get("execution"))
    if tool.definition:
        faults += loosening_faults(tool, override_rows(tool)[0], values)
    if faults:
        raise InvalidInput(faults=faults)
    with transaction.atomic():
        row = locked_row(tool)
        _require_published(row)
        if row.revision != revision:
            raise StaleRevision(f"It is at revision {row.revision} now. Fetch it and try again.")
        _apply(principal, tool, row, values, note)
    return row


def set_enabled(*, principal: Principal, slug: str, enabled: bool) -> Tool:
    """Turn a tool on or off, whatever else was changed meanwhile. Doing it twice does nothing."""
    principal.require("tools.tenant.update")
    tool = access.tool_to_see(principal=principal, slug=slug)
    with transaction.atomic():
        row = locked_row(tool)
        _require_published(row)
        if row.enabled is not enabled:
            _apply(principal, tool, row, {"enabled": enabled}, "")
    return row


def _apply(
    principal: Principal, tool: ResolvedTool, row: Tool, values: dict[str, Any], note: str
) -> None:
    """Write what is sound, under the row's lock."""
    before, draft_base = values_of(row), document_of(row)
    for name, value in values.items():
        setattr(row, name, value)
    row.revision += 1
    if tool.definition:
        rebase(row, tool.definition, values)
    _carry_over(row, draft_base)
    row.save()
    keep_versions(principal, row, note)
    after = values_of(row)
    action = _action(row, before, after)
    record(principal=principal, action=action, row=row, before=before, after=after, note=note)
    catalogue_changed()


def _action(row: Tool, before: dict[str, Any], after: dict[str, Any]) -> ToolAction:
    if {name for name in after if before[name] != after[name]} == {"enabled"}:
        return ToolAction.DISABLED if after["enabled"] is False else ToolAction.ENABLED
    return ToolAction.CHANGED if row.kind == Tool.Kind.CUSTOM else ToolAction.OVERRIDDEN


def _require_published(row: Tool) -> None:
    if row.published_at is None:
        raise NeverPublished("Change its draft, and publish that.")


def _carry_over(row: Tool, before: dict[str, Any]) -> None:
    """What was changed live is changed in the draft too, unless the draft changes it itself."""
    if row.draft is None:
        return
    row.draft = merged(base=before, mine=complete(row.draft), theirs=document_of(row)).value
    row.draft_revision += 1
    if row.draft == document_of(row):
        row.draft = None


def delete_tool(*, principal: Principal, slug: str) -> None:
    """A tool of one's own goes; of a code tool, only the override does."""
    principal.require("tools.tenant.delete")
    tool = access.tool_to_see(principal=principal, slug=slug)
    with transaction.atomic():
        row = locked_row(tool)
        if not row._state.adding:
            _record_end(principal, row)
            row.delete()
            catalogue_changed()


def _record_end(principal: Principal, row: Tool) -> None:
    before = values_of(row) if row.published_at else working_copy(row)
    record(principal=principal, action=ToolAction.DELETED, row=row, before=before, after=None)


def locked_row(tool: ResolvedTool) -> Tool:
    """The row to write; for a code tool without one, a new override."""
    kind = Tool.Kind.CUSTOM if tool.kind == ToolKind.CUSTOM else Tool.Kind.OVERRIDE
    row = Tool.objects.select_for_update().filter(slug=tool.slug, kind=kind).first()
    return row or Tool(slug=tool.slug, kind=kind, revision=0, published_at=timezone.now())


def keep_versions(principal: Principal, row: Tool, note: str) -> list[SchemaVersion]:
    """One for each schema that changed. Call it under the row's lock."""
    schemas = {"input": row.input_schema, "output": row.output_schema}
    kept = [
        keep_version(
            principal=principal,
            subject_type=SUBJECT,
            subject_id=row.pk,
            role=SchemaVersion.Role(role),
            schema=schema,
            note=note,
        )
        for role, schema in schemas.items()
        if schema is not None
    ]
    return [version for version in kept if version]
