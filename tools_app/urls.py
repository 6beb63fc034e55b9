from django.urls import path

from tools_app.api import activity, drafts, grants, overrides, runs, tools
from tools_app.views import components, editor, library, pickers, previews, results, tool
from tools_app.views import runs as run_pages

pages = [
    path("tools", library.index, name="tools"),
    path("tools/<slug:slug>", tool.page, name="tool"),
    path("runs", run_pages.index, name="runs"),
    path("runs/<uuid:run_id>", run_pages.permalink, name="run"),
    path("runs/<uuid:run_id>/output.json", run_pages.output, name="run-output"),
    path("runs/<uuid:run_id>/tables/<int:number>.csv", run_pages.table, name="run-table"),
    path("pickers/<slug:source>", pickers.search, name="picker"),
    path("admin/tools/new", editor.new, name="tool-new"),
    path("admin/tools/preview", previews.preview, name="tool-preview"),
    path("admin/tools/results/<uuid:run_id>", previews.result, name="tool-test-result"),
    path("admin/tools/<slug:slug>/edit", editor.edit, name="tool-edit"),
    path("dev/components", components.index, name="dev-components"),
    path("dev/components/<slug:slug>", components.attempt, name="dev-components-try"),
    path("dev/results", results.index, name="dev-results"),
]

api = [
    path("activity", activity.ActivityView.as_view(), name="api-activity"),
    path("tools", tools.ToolsView.as_view(), name="api-tools"),
    path("tools/<slug:slug>", tools.ToolView.as_view(), name="api-tool"),
    path("tools/<slug:slug>/run", runs.RunToolView.as_view(), name="api-tool-run"),
    path("tools/<slug:slug>/test", runs.TestToolView.as_view(), name="api-tool-test"),
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
