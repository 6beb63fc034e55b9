"""Making a draft live, and an old schema live again. Each changed schema gets one version."""

from django.db import transaction
from django.utils import timezone

from accounts.principal import Principal
from config.errors import Conflict, InvalidInput
from tools_app import access
from tools_app.activity import document_at, record
from tools_app.authoring import keep_versions, locked_row
from tools_app.documents import Document, complete, document_of, write
from tools_app.drafts import NotDrafted, StaleDraft, both_sides, draft_to_see, etag_of
from tools_app.faults import publishing_faults
from tools_app.merging import merged
from tools_app.models import Tool, ToolAction
from tools_app.resolved import ToolKind
from tools_app.resolver import catalogue_changed


class NothingToPublish(Conflict):
    code, title = "nothing_to_publish", "There is nothing to publish"


def publish_tool(
    *, principal: Principal, slug: str, note: str = "", etag: str | None = None
) -> Tool:
    """From the next request on, callers get the draft. With an `etag`, only if it is what was seen.

    Raises `InvalidInput` at each field that a live tool may not have like this, `NothingToPublish`
    and `StaleDraft`."""
    principal.require("tools.tenant.update")
    draft_to_see(principal=principal, slug=slug)
    with transaction.atomic():
        row = locked_row(access.tool_to_see(principal=principal, slug=slug))
        if row.draft is None:
            raise NothingToPublish("What callers get is what was saved last.")
        document = complete(row.draft)
        if etag is not None and etag != etag_of(row):
            facts = both_sides(row, document, base=document_at(row, etag))
            raise StaleDraft(
                "It was saved again since. Look at it before you publish.", facts=facts
            )
        _require_sound(principal, slug, document)
        before = document_of(row) if row.published_at else None
        make_live(row, document)
        row.save()
        keep_versions(principal, row, note)
        action = ToolAction.PUBLISHED
        record(
            principal=principal, action=action, row=row, before=before, after=document, note=note
        )
        catalogue_changed()
    return row


def restore_version(
    *, principal: Principal, slug: str, number: int, role: str = "", note: str = ""
) -> Tool:
    """The schemas of this version (or only one of them) are live again, as a new version. Whatever
    else the tool says stays. An unpublished change of the same schema stays a draft."""
    principal.require("tools.tenant.update")
    tool = access.tool_to_see(principal=principal, slug=slug)
    if tool.kind == ToolKind.CODE:
        raise NotDrafted("Its schemas come with the product, and so does their history.")
    versions = access.versions_to_see(principal=principal, slug=slug, number=number, role=role)
    schemas = {f"{version.role}_schema": version.schema for version in versions}
    words = note or f"Restored version {number}"
    with transaction.atomic():
        row = locked_row(tool)
        before = document_of(row)
        document = {**before, **schemas}
        _require_sound(principal, slug, document)
        draft = row.draft and merged(base=before, mine=complete(row.draft), theirs=document).value
        make_live(row, document)
        row.draft = None if draft == document else draft
        row.save()
        keep_versions(principal, row, words)
        action = ToolAction.RESTORED
        record(
            principal=principal, action=action, row=row, before=before, after=document, note=words
        )
        catalogue_changed()
    return row


def make_live(row: Tool, document: Document) -> None:
    """The caller saves, keeps the versions, and says that the catalogue changed."""
    write(row, document)
    row.revision += 1
    row.published_at = row.published_at or timezone.now()
    row.draft = None
    row.draft_revision += 1


def _require_sound(principal: Principal, slug: str, document: Document) -> None:
    faults = publishing_faults(principal=principal, slug=slug, document=document)
    if faults:
        raise InvalidInput(faults=faults)
