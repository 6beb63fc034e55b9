"""A draft against what is live, in words: what changes, what breaks, and whom it concerns."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.principal import Principal
from sessions_app.usage import ToolUser, users_of
from tools_app.documents import Document, changed_fields
from tools_app.drafts import Draft, draft_to_see
from tools_app.schemas.compatibility import Change, Role, changes
from tools_app.schemas.vocabulary import Schema

RECENTLY = timedelta(days=30)
SCHEMAS: dict[str, Role] = {"input_schema": "input", "output_schema": "output"}


@dataclass(frozen=True)
class SchemaChange:
    """One change of one schema; `pointer` leads into that schema."""

    role: Role
    pointer: str
    kind: str
    detail: str
    breaking: bool


@dataclass(frozen=True)
class FieldChange:
    """Any other value, before and after; None before, for a tool that was never published."""

    field: str
    before: Any
    after: Any


@dataclass(frozen=True)
class Changes:
    first: bool
    schemas: list[SchemaChange]
    fields: list[FieldChange]
    used_since: datetime
    used_by: list[ToolUser]

    @property
    def breaking(self) -> bool:
        return any(change.breaking for change in self.schemas)


def changes_to_see(*, principal: Principal, slug: str) -> Changes:
    """What publishing would change, and who ran the tool in the last 30 days."""
    draft = draft_to_see(principal=principal, slug=slug)
    since = timezone.now() - RECENTLY
    used_by = users_of(slug, since=since) if draft.live else []
    return Changes(draft.live is None, *_compared(draft), used_since=since, used_by=used_by)


def _compared(draft: Draft) -> tuple[list[SchemaChange], list[FieldChange]]:
    if not draft.has_draft:
        return [], []
    live = draft.live or {}
    schemas = [
        found
        for name, role in SCHEMAS.items()
        for found in schema_changes(live.get(name), draft.document[name], role)
    ]
    return schemas, field_changes(draft.live, draft.document)


def schema_changes(before: Schema | None, after: Schema | None, role: Role) -> list[SchemaChange]:
    """Nothing to compare where there was none before, or is none yet."""
    if before is None or after is None:
        return []
    return [_of(role, change) for change in changes(before, after, role)]


def _of(role: Role, change: Change) -> SchemaChange:
    return SchemaChange(role, change.pointer, change.kind, change.detail, change.breaking)


def field_changes(before: Document | None, after: Document) -> list[FieldChange]:
    return [
        FieldChange(name, before[name] if before else None, after[name])
        for name in changed_fields(before, after)
        if name not in SCHEMAS
    ]
