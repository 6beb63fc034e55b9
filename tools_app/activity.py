"""What was done to the tools of a tenant: who, when, what it was before and after.

`record` is called in the transaction of each change, by the services that write tools. Rows are
append-only, and each carries the hash of the one before it.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from accounts.principal import Principal
from sessions_app.chain import text_of
from tools_app.documents import Document, working_copy
from tools_app.models import Tool, ToolAction, ToolChange, ToolChangeHead
from tools_app.resolver import resolve
from tools_app.schemas.secrets import masked, redacted

COVERED = (
    *("id", "seq", "action", "tool_slug", "tool_id", "tool_name", "actor_kind", "actor_id"),
    *("actor_label", "user_id", "note", "before", "after", "revision", "draft_revision"),
    *("document", "created_at", "previous_hash"),
)
Values = Mapping[str, Any]


def record(
    *,
    principal: Principal,
    action: ToolAction,
    row: Tool,
    before: Values | None,
    after: Values | None,
    note: str = "",
) -> ToolChange:
    """Call it in the transaction of the change, after it. Keeps only the values that differ;
    secrets among the default input are masked."""
    head = ToolChangeHead.objects.select_for_update().get()
    names = _differing(before, after)
    change = ToolChange(
        seq=head.count + 1,
        action=action,
        tool_slug=row.slug,
        tool_id=row.pk,
        tool_name=_name(row),
        actor_kind=principal.kind.value,
        actor_id=principal.id,
        actor_label=principal.label,
        user_id=principal.user_id,
        note=note,
        before=_kept(row, before, names),
        after=_kept(row, after, names),
        revision=row.revision,
        draft_revision=row.draft_revision,
        document=_document(row, action),
        created_at=timezone.now(),
        previous_hash=head.head_hash,
    )
    change.hash = hash_of(change)
    change.save(force_insert=True)
    head.count, head.head_hash = change.seq, change.hash
    head.save()
    return change


def _differing(before: Values | None, after: Values | None) -> set[str]:
    names = {*(before or {}), *(after or {})}
    if before is None or after is None:
        return names
    return {name for name in names if before.get(name) != after.get(name)}


def _kept(row: Tool, values: Values | None, names: set[str]) -> dict[str, Any] | None:
    if values is None:
        return None
    return _without_secrets(row, {name: value for name, value in values.items() if name in names})


def _document(row: Tool, action: ToolAction) -> Document | None:
    if row.kind != Tool.Kind.CUSTOM or action == ToolAction.DELETED:
        return None
    return _without_secrets(row, working_copy(row))


def _without_secrets(row: Tool, values: dict[str, Any]) -> dict[str, Any]:
    given = values.get("default_input")
    if not given:
        return values
    return {**values, "default_input": redacted(masked(_schema(row, values), given))}


def _schema(row: Tool, values: dict[str, Any]) -> dict[str, Any]:
    tool = resolve(row.slug)
    own = values.get("input_schema") or working_copy(row)["input_schema"]
    return own or (tool.input_schema if tool else {})


def _name(row: Tool) -> str:
    return str((row.draft or {}).get("name") or row.name)


# -- Reading ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class ActivityFilter:
    tool: str = ""
    action: str = ""
    person: UUID | None = None
    since: datetime | None = None
    until: datetime | None = None
    before: UUID | None = None


def activity_to_see(*, principal: Principal, found: ActivityFilter) -> QuerySet[ToolChange]:
    """Newest first."""
    principal.require("tools.tenant.update")
    given = {
        "tool_slug": found.tool,
        "action": found.action,
        "user_id": found.person,
        "created_at__gte": found.since,
        "created_at__lt": found.until,
        "id__lt": found.before,
    }
    used = {name: value for name, value in given.items() if value}
    return ToolChange.objects.filter(**used).defer("document").order_by("-id")


def latest_changes() -> dict[str, ToolChange]:
    """The last thing that was done to each tool, by its slug."""
    rows = ToolChange.objects.order_by("tool_slug", "-id").distinct("tool_slug")
    return {row.tool_slug: row for row in rows.defer("document", "before", "after")}


def document_at(row: Tool, etag: str) -> Document | None:
    """What authors saw at that state; None where it is not known."""
    parts = etag.split(".")
    if len(parts) != 2 or not all(part.isdigit() and len(part) < 10 for part in parts):
        return None
    rows = ToolChange.objects.filter(
        tool_id=row.pk, revision=int(parts[0]), draft_revision=int(parts[1])
    )
    found: Document | None = rows.order_by("-seq").values_list("document", flat=True).first()
    return found


# -- The chain --------------------------------------------------------------------------------


def hash_of(change: ToolChange) -> str:
    text = text_of(getattr(change, name) for name in COVERED)
    return hashlib.sha256(text.encode()).hexdigest()


def breaks() -> Iterator[str]:
    """The first thing wrong with the chain of the tenant in use, in words."""
    before, seq = "", 0
    for change in ToolChange.objects.order_by("seq").iterator():
        seq += 1
        if change.seq != seq:
            yield f"change {seq}: it is missing"
            return
        if change.previous_hash != before:
            yield f"change {seq}: it does not follow the one before it"
            return
        if change.hash != hash_of(change):
            yield f"change {seq}: it was changed"
            return
        before = change.hash
    head = ToolChangeHead.objects.get()
    if (head.count, head.head_hash) != (seq, before):
        yield f"change {seq + 1}: changes are missing at the end"
