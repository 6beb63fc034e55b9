"""Addresses of those who make and change tools."""

from django.urls import path

from tools_app.api import activity, drafts, grants, overrides, tools
from tools_app.views import editor, previews

pages = [
    path("admin/tools/new", editor.new, name="tool-new"),
    path("admin/tools/preview", previews.preview, name="tool-preview"),
    path("admin/tools/results/<uuid:run_id>", previews.result, name="tool-test-result"),
    path("admin/tools/<slug:slug>/edit", editor.edit, name="tool-edit"),
]

api = [
    path("activity", activity.ActivityView.as_view(), name="api-activity"),
    path("tools/<slug:slug>/draft", drafts.ToolDraftView.as_view(), name="api-tool-draft"),
    path(
        "tools/<slug:slug>/draft/merge",
        drafts.ToolDraftMergeView.as_view(),
        name="api-tool-draft-merge",
    ),
    path("tools/<slug:slug>/publish", drafts.ToolPublishView.as_view(), name="api-tool-publish"),
    path("tools/<slug:slug>/changes", drafts.ToolChangesView.as_view(), name="api-tool-changes"),
    path(
        "tools/<slug:slug>/override", overrides.ToolOverrideView.as_view(), name="api-tool-override"
    ),
    path("tools/<slug:slug>/grants", grants.ToolGrantsView.as_view(), name="api-tool-grants"),
    path("tools/<slug:slug>/versions", tools.ToolVersionsView.as_view(), name="api-tool-versions"),
    path(
        "tools/<slug:slug>/versions/<int:number>",
        tools.ToolVersionView.as_view(),
        name="api-tool-version",
    ),
    path(
        "tools/<slug:slug>/versions/<int:number>/restore",
        tools.ToolVersionRestoreView.as_view(),
        name="api-tool-version-restore",
    ),
]
