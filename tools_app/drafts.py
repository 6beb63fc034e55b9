"""What authors work on beside what is live. Saving a draft changes nothing that callers get.

A save names the state that its author saw (an ETag of the live revision and the draft's). Whoever is
late gets both sides and their merge, so that nothing typed is lost.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.principal import Principal
from config.errors import AppError, Conflict, InvalidInput
from tools_app import access
from tools_app.activity import document_at, record
from tools_app.authoring import NeverPublished, insert, locked_row
from tools_app.documents import Document, changed_fields, complete, document_of, working_copy
from tools_app.faults import document_faults, slug_faults
from tools_app.merging import Merged, merged
from tools_app.models import Tool, ToolAction
from tools_app.resolved import ResolvedTool, ToolKind
from tools_app.resolver import row_of


class StaleDraft(AppError):
    """`facts` has both sides: mine, theirs, their common base where it is known, and the merge."""

    status, code, title = 412, "stale_draft", "Somebody saved this draft in the meantime"


class NotDrafted(Conflict):
    code, title = "not_drafted", "A tool that comes with the product has no draft"


@dataclass(frozen=True)
class Draft:
    """The state of a tool for its authors."""

    slug: str
    document: Document
    live: Document | None
    etag: str
    has_draft: bool
    author_label: str
    saved_at: datetime | None

    @property
    def changed(self) -> list[str]:
        return changed_fields(self.live, self.document) if self.has_draft else []


def draft_of(row: Tool) -> Draft:
    return Draft(
        slug=row.slug,
        document=working_copy(row),
        live=document_of(row) if row.published_at else None,
        etag=etag_of(row),
        has_draft=row.draft is not None,
        author_label=row.draft_author_label,
        saved_at=row.draft_saved_at,
    )


def etag_of(row: Tool) -> str:
    return f"{row.revision}.{row.draft_revision}"


def draft_to_see(*, principal: Principal, slug: str) -> Draft:
    """Raises `NotFound`, and `NotDrafted` for a tool of the code."""
    principal.require("tools.tenant.update")
    tool = access.tool_to_see(principal=principal, slug=slug)
    row = row_of(tool)
    if tool.kind == ToolKind.CODE or row is None:
        raise NotDrafted("Change its override instead: that takes effect at once.")
    return draft_of(row)


def standing(*, principal: Principal, tool: ResolvedTool) -> dict[str, bool]:
    """What authors are told of a tool beyond its descriptor; others nothing."""
    if not principal.has("tools.tenant.update"):
        return {}
    row = row_of(tool) if tool.kind == ToolKind.CUSTOM else None
    unpublished = row is not None and row.draft is not None
    return {"published": tool.published, "unpublished_changes": unpublished}


def create_draft(
    *,
    principal: Principal,
    slug: str,
    note: str = "",
    action: ToolAction = ToolAction.CREATED,
    **values: Any,
) -> Tool:
    """A tool that callers do not get until it is published. It may still lack anything."""
    principal.require("tools.tenant.create")
    document = complete(values)
    faults = slug_faults(slug)
    faults += document_faults(principal=principal, slug=slug, document=document)
    if faults:
        raise InvalidInput(faults=faults)
    row = Tool(slug=slug, kind=Tool.Kind.CUSTOM, published_at=None, revision=0)
    keep_draft(row, document, principal)
    with transaction.atomic():
        insert(row)
        record(principal=principal, action=action, row=row, before=None, after=document, note=note)
    return row


def save_draft(*, principal: Principal, slug: str, etag: str, values: Mapping[str, Any]) -> Tool:
    """The whole document. Raises `StaleDraft`, and `InvalidInput` at each faulty field.

    What is live already is no draft: saving that again leaves none."""
    draft_to_see(principal=principal, slug=slug)
    document = complete(values)
    faults = document_faults(principal=principal, slug=slug, document=document)
    with transaction.atomic():
        row = _locked(principal, slug)
        # What somebody else did comes first: faults are judged against the present state.
        _require_current(row, etag, document)
        if faults:
            raise InvalidInput(faults=faults)
        before = working_copy(row)
        if document != before:
            keep_draft(row, document, principal)
            row.save()
            action = ToolAction.DRAFT_SAVED
            record(principal=principal, action=action, row=row, before=before, after=document)
    return row


def discard_draft(*, principal: Principal, slug: str, etag: str | None) -> None:
    """Back to what is live."""
    draft_to_see(principal=principal, slug=slug)
    with transaction.atomic():
        row = _locked(principal, slug)
        if row.published_at is None:
            raise NeverPublished(
                "Without its draft nothing would be left. Delete the tool instead."
            )
        if etag is not None:
            _require_current(row, etag, working_copy(row))
        if row.draft is None:
            return
        before = working_copy(row)
        row.draft = None
        row.draft_revision += 1
        row.save()
        after, action = document_of(row), ToolAction.DRAFT_DISCARDED
        record(principal=principal, action=action, row=row, before=before, after=after)


def merge_draft(
    *, principal: Principal, slug: str, base: Mapping[str, Any] | None, mine: Mapping[str, Any]
) -> tuple[Merged, Draft]:
    """What would come of saving `mine`, which began as `base`, over what is there now. Writes
    nothing."""
    found = draft_to_see(principal=principal, slug=slug)
    start = complete(base) if base is not None else None
    return merged(base=start, mine=complete(mine), theirs=found.document), found


def _locked(principal: Principal, slug: str) -> Tool:
    return locked_row(access.tool_to_see(principal=principal, slug=slug))


def keep_draft(row: Tool, document: Document, principal: Principal) -> None:
    """The caller saves. What is live already is no draft."""
    same = row.published_at is not None and document == document_of(row)
    row.draft = None if same else document
    row.draft_revision += 1
    row.draft_author_id = principal.user_id
    row.draft_author_label = principal.label
    row.draft_saved_at = timezone.now()


def _require_current(row: Tool, etag: str, mine: Document) -> None:
    if etag != etag_of(row):
        raise StaleDraft(
            f"{row.draft_author_label or 'Somebody'} was first. Nothing was saved; the answer has "
            "both sides.",
            facts=both_sides(row, mine, base=document_at(row, etag)),
        )


def both_sides(row: Tool, mine: Document, base: Document | None) -> dict[str, Any]:
    theirs = working_copy(row)
    result = merged(base=base, mine=mine, theirs=theirs)
    return {
        "etag": etag_of(row),
        "author_label": row.draft_author_label,
        "saved_at": row.draft_saved_at.isoformat() if row.draft_saved_at else None,
        "base": base,
        "mine": mine,
        "theirs": theirs,
        "merged": result.value,
        "conflicts": [vars(conflict) for conflict in result.conflicts],
    }
