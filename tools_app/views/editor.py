"""The editor of a tool: everything about it on one page."""

from dataclasses import asdict
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.http import SignedInRequest, requires
from tools_app import access, editing
from tools_app.drafts import draft_to_see
from tools_app.icons import icon_or_fallback
from tools_app.overrides import override_to_see
from tools_app.previews import EMPTY, sheet_of_schema
from tools_app.resolved import ResolvedTool, ToolKind
from tools_app.views.previews import form_html

OUTLINE = (
    ("identity", "Identity", "tag"),
    ("visibility", "Visibility", "eye"),
    ("schema", "Schema", "list-tree"),
    ("execution", "Execution", "workflow"),
)
EFFECTS = (
    ("read", "Reads", "Looks things up or computes. Nothing changes."),
    ("mutate", "Changes", "Writes something that can be mended."),
    ("destructive", "Destroys", "Deletes, sends or pays. Agents always ask first."),
)
POLICIES = (
    ("auto", "As its effect says", "Reading runs at once; changing is proposed first."),
    ("always_ask", "Always ask", "A human agrees before each run."),
)
DRAWN = (
    *("grip-vertical", "chevron-down", "arrow-up", "arrow-down", "copy", "trash-2", "plus", "x"),
    *("circle-x", "circle-check", "info", "triangle-alert", "eye", "lock", "history", "check"),
    *("external-link", "undo-2", "corner-down-right", "git-merge", "cloud-off", "shield-check"),
    *("code", "list-tree", "wand-sparkles", "pencil", "users"),
)


@require_safe
@requires("tools.tenant.create")
def new(request: SignedInRequest) -> HttpResponse:
    head = {"mode": "new", "slug": "", "etag": "", "published": False, "has_draft": False}
    return _page(request, head, editing.NEW, title="New tool")


@require_safe
@requires("tools.tenant.update")
def edit(request: SignedInRequest, slug: str) -> HttpResponse:
    """The draft of a tool of the tenant's own, or what it overrides of a tool of the code."""
    tool = access.tool_to_see(principal=request.principal, slug=slug)
    if tool.kind == ToolKind.CODE:
        return _override(request, tool)
    found = draft_to_see(principal=request.principal, slug=slug)
    head = {
        "mode": "edit",
        "slug": slug,
        "etag": found.etag,
        "published": found.live is not None,
        "has_draft": found.has_draft,
        "author": found.author_label,
    }
    return _page(request, head, found.document, title=found.document["name"] or slug)


def _override(request: SignedInRequest, tool: ResolvedTool) -> HttpResponse:
    principal = request.principal
    found = override_to_see(principal=principal, slug=tool.slug)
    choices = editing.choices(principal)
    fields = tool.input_schema.get("properties", {})
    data = {
        "slug": tool.slug,
        "revision": found.revision,
        "asks": found.asks,
        "definition_changed": found.definition_changed,
        "fields": [{**asdict(each), "asks": each.asks} for each in found.fields],
        "properties": {key: _words(rule) for key, rule in fields.items()},
        "choices": choices,
        "may": {"manage": principal.has("tools.tenant.manage")},
        "keep": f"{request.tenant.slug}:{principal.user_id}",
    }
    context = {
        "tool": tool,
        "data": data,
        "icons": sorted({*DRAWN, *choices["icons"]}),
        "back": reverse("admin-tools"),
        "back_label": "Manage tools",
    }
    return render(request, "editor/override.html", context)


def _words(rule: dict[str, Any]) -> dict[str, Any]:
    kept = ("title", "description", "default", "type")
    return {name: rule[name] for name in kept if name in rule}


def _page(
    request: SignedInRequest, head: dict[str, Any], values: dict[str, Any], *, title: str
) -> HttpResponse:
    principal = request.principal
    choices = editing.choices(principal)
    data = {
        **head,
        "values": values,
        "sheets": editing.sheets(values),
        "choices": choices,
        "may": {"manage": principal.has("tools.tenant.manage")},
        "keep": f"{request.tenant.slug}:{principal.user_id}",
    }
    icons = {*DRAWN, *choices["icons"]}
    icons |= {each["icon"] for each in (*choices["types"], *choices["shapes"])}
    context = {
        "title": title,
        "data": data,
        "values": values,
        "choices": choices,
        "effects": EFFECTS,
        "policies": POLICIES,
        "outline": OUTLINE,
        "icons": sorted(icons),
        "icon": icon_or_fallback(values.get("icon", "")),
        "back": reverse("admin-tools"),
        "back_label": "Manage tools",
        "form": form_html(request, sheet_of_schema(values["input_schema"] or EMPTY), {}),
    }
    return render(request, "editor/editor.html", context)
