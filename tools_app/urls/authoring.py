"""Addresses of those who make and change tools."""

from django.urls import path

from tools_app.api import activity, drafts, exchange, grants, limits, overrides, tools
from tools_app.views import activity as activity_pages
from tools_app.views import admin_tools, editor, previews, versions
from tools_app.views import exchange as exchange_pages

pages = [
    path("admin/activity", activity_pages.index, name="activity"),
    path("admin/tools", admin_tools.index, name="admin-tools"),
    path("admin/tools/import", exchange_pages.bring_in, name="tools-import"),
    path("admin/tools/export", exchange_pages.download, name="tools-export"),
    path("admin/tools/<slug:slug>/enabled", admin_tools.enabled, name="tool-enabled"),
    path("admin/tools/<slug:slug>/duplicate", admin_tools.duplicate, name="tool-duplicate"),
    path("admin/tools/<slug:slug>/delete", admin_tools.delete, name="tool-delete"),
    path("admin/tools/<slug:slug>/versions", versions.index, name="tool-versions"),
    path(
        "admin/tools/<slug:slug>/versions/<int:number>/restore",
        versions.restore,
        name="tool-version-restore",
    ),
    path("admin/tools/new", editor.new, name="tool-new"),
    path("admin/tools/preview", previews.preview, name="tool-preview"),
    path("admin/tools/results/<uuid:run_id>", previews.result, name="tool-test-result"),
    path("admin/tools/<slug:slug>/edit", editor.edit, name="tool-edit"),
]

api = [
    path("activity", activity.ActivityView.as_view(), name="api-activity"),
    path("exports/tools", exchange.ExportToolsView.as_view(), name="api-export-tools"),
    path("imports/tools", exchange.ImportToolsView.as_view(), name="api-import-tools"),
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
    path("tools/<slug:slug>/limits", limits.ToolLimitsView.as_view(), name="api-tool-limits"),
    path("tools/<slug:slug>/duplicate", exchange.DuplicateToolView.as_view(), name="api-tool-copy"),
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
