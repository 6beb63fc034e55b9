"""The history of a tool's schemas: who changed what, side by side, and back again."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponseBase, QueryDict
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.http import SignedInRequest, requires
from config.errors import InvalidInput
from tools_app import access, publishing
from tools_app.changes import SCHEMAS, schema_changes
from tools_app.diffs import side_by_side
from tools_app.models import SchemaVersion

AUTHORS = "tools.tenant.update"


@require_safe
@requires(AUTHORS)
def index(request: SignedInRequest, slug: str) -> HttpResponseBase:
    """With `role`, `from` and `to`, also those two side by side."""
    tool = access.tool_to_see(principal=request.principal, slug=slug)
    versions = list(access.versions_to_see(principal=request.principal, slug=slug))
    newest = {version.role: version.version_no for version in reversed(versions)}
    rows = [
        {"version": version, "is_live": version.version_no == newest[version.role]}
        for version in versions
    ]
    context = {"tool": tool, "rows": rows, "compared": _compared(versions, request.GET)}
    return render(request, "admin_tools/versions.html", context)


def _compared(versions: list[SchemaVersion], query: QueryDict) -> dict[str, Any] | None:
    found = {
        name: _find(versions, query.get("role", ""), query.get(name, "")) for name in ("from", "to")
    }
    before, after = found["from"], found["to"]
    if before is None or after is None:
        return None
    role = SchemaVersion.Role(before.role)
    return {
        "role": role,
        "before": before,
        "after": after,
        "changes": schema_changes(before.schema, after.schema, SCHEMAS[f"{role}_schema"]),
        "lines": side_by_side(before.schema, after.schema),
    }


def _find(versions: list[SchemaVersion], role: str, number: str) -> SchemaVersion | None:
    for version in versions:
        if (version.role, str(version.version_no)) == (role, number):
            return version
    return None


@require_POST
@requires(AUTHORS)
def restore(request: SignedInRequest, slug: str, number: int) -> HttpResponseBase:
    role = request.POST.get("role", "")
    try:
        publishing.restore_version(
            principal=request.principal,
            slug=slug,
            number=number,
            role=role if role in SchemaVersion.Role.values else "",
            note=request.POST.get("note", "")[:500],
        )
    except InvalidInput as error:
        words = " ".join(f"{fault.pointer}: {fault.detail}" for fault in error.faults)
        messages.error(request, f"Nothing was restored, the tool would not work. {words}")
    else:
        messages.success(request, f"Version {number} is live again, as a new version.")
    return redirect("tool-versions", slug)
