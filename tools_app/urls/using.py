"""Addresses of those who find and run tools."""

from django.urls import path

from tools_app.api import cancelling, runs, tools
from tools_app.api import results as results_api
from tools_app.views import components, library, pickers, results, tool
from tools_app.views import runs as run_pages

pages = [
    path("tools", library.index, name="tools"),
    path("tools/<slug:slug>", tool.page, name="tool"),
    path("runs", run_pages.index, name="runs"),
    path("runs/<uuid:run_id>", run_pages.permalink, name="run"),
    path("runs/<uuid:run_id>/cancel", run_pages.cancel, name="run-cancel"),
    path("runs/<uuid:run_id>/output.json", run_pages.output, name="run-output"),
    path("runs/<uuid:run_id>/result.pdf", run_pages.pdf, name="run-pdf"),
    path("runs/<uuid:run_id>/tables/<int:number>.csv", run_pages.table, name="run-table"),
    path("pickers/<slug:source>", pickers.search, name="picker"),
    path("dev/components", components.index, name="dev-components"),
    path("dev/components/<slug:slug>", components.attempt, name="dev-components-try"),
    path("dev/results", results.index, name="dev-results"),
]

api = [
    path("tools", tools.ToolsView.as_view(), name="api-tools"),
    path("tools/<slug:slug>", tools.ToolView.as_view(), name="api-tool"),
    path("tools/<slug:slug>/run", runs.RunToolView.as_view(), name="api-tool-run"),
    path("runs/<uuid:run_id>/result.pdf", results_api.RunPdfView.as_view(), name="api-run-pdf"),
    path("tools/<slug:slug>/test", runs.TestToolView.as_view(), name="api-tool-test"),
    path(
        "tools/<slug:slug>/test/stream",
        runs.StreamTestView.as_view(),
        name="api-tool-test-stream",
    ),
    path("runs/<uuid:run_id>/cancel", cancelling.CancelRunView.as_view(), name="api-run-cancel"),
]
