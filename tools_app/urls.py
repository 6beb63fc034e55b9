from django.urls import path

from tools_app.api import (
    activity,
    approval_rules,
    approvals,
    drafts,
    grants,
    overrides,
    runs,
    tools,
)
from tools_app.api import results as results_api
from tools_app.mcp.view import endpoint
from tools_app.views import (
    approval_change,
    components,
    editor,
    icons,
    library,
    pickers,
    previews,
    results,
    tool,
)
from tools_app.views import approval_rules as approval_rules_page
from tools_app.views import approvals as approval_pages
from tools_app.views import runs as run_pages

pages = [
    path("tools", library.index, name="tools"),
    path("tools/<slug:slug>", tool.page, name="tool"),
    path("runs", run_pages.index, name="runs"),
    path("runs/<uuid:run_id>", run_pages.permalink, name="run"),
    path("runs/<uuid:run_id>/output.json", run_pages.output, name="run-output"),
    path("runs/<uuid:run_id>/result.pdf", run_pages.pdf, name="run-pdf"),
    path("runs/<uuid:run_id>/tables/<int:number>.csv", run_pages.table, name="run-table"),
    path("approvals", approval_pages.index, name="approvals"),
    path("approvals/rules", approval_rules_page.page, name="approval-rules"),
    path("approvals/grants/<uuid:grant_id>/revoke", approval_pages.revoke, name="grant-revoke"),
    path("approvals/<uuid:proposal_id>", approval_pages.show, name="proposal"),
    path("approvals/<uuid:proposal_id>/approve", approval_pages.approve, name="proposal-approve"),
    path("approvals/<uuid:proposal_id>/decline", approval_pages.decline, name="proposal-decline"),
    path("approvals/<uuid:proposal_id>/cancel", approval_pages.cancel, name="proposal-cancel"),
    path("approvals/<uuid:proposal_id>/change", approval_change.page, name="proposal-change"),
    path("pickers/<slug:source>", pickers.search, name="picker"),
    path("admin/tools/new", editor.new, name="tool-new"),
    path("admin/tools/preview", previews.preview, name="tool-preview"),
    path("admin/tools/results/<uuid:run_id>", previews.result, name="tool-test-result"),
    path("admin/tools/<slug:slug>/edit", editor.edit, name="tool-edit"),
    path("icons/<slug:name>.svg", icons.svg, name="icon"),
    path("mcp", endpoint, name="mcp"),
    path("dev/components", components.index, name="dev-components"),
    path("dev/components/<slug:slug>", components.attempt, name="dev-components-try"),
    path("dev/results", results.index, name="dev-results"),
]

api = [
    path("activity", activity.ActivityView.as_view(), name="api-activity"),
    path("tools", tools.ToolsView.as_view(), name="api-tools"),
    path("tools/<slug:slug>", tools.ToolView.as_view(), name="api-tool"),
    path("tools/<slug:slug>/run", runs.RunToolView.as_view(), name="api-tool-run"),
    path("runs/<uuid:run_id>/result.pdf", results_api.RunPdfView.as_view(), name="api-run-pdf"),
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
    path("approvals", approvals.ProposalsView.as_view(), name="api-approvals"),
    path("approvals/apply", approvals.ApplyView.as_view(), name="api-apply"),
    path(
        "approvals/grants", approval_rules.StandingGrantsView.as_view(), name="api-standing-grants"
    ),
    path(
        "approvals/grants/<uuid:grant_id>",
        approval_rules.StandingGrantView.as_view(),
        name="api-standing-grant",
    ),
    path("approvals/rules", approval_rules.ApprovalRulesView.as_view(), name="api-approval-rules"),
    path("approvals/<uuid:proposal_id>", approvals.ProposalView.as_view(), name="api-approval"),
    path(
        "approvals/<uuid:proposal_id>/approve",
        approvals.ApproveView.as_view(),
        name="api-approval-approve",
    ),
    path(
        "approvals/<uuid:proposal_id>/decline",
        approvals.DeclineView.as_view(),
        name="api-approval-decline",
    ),
    path(
        "approvals/<uuid:proposal_id>/cancel",
        approvals.CancelView.as_view(),
        name="api-approval-cancel",
    ),
    path(
        "approvals/<uuid:proposal_id>/counter",
        approvals.CounterView.as_view(),
        name="api-approval-counter",
    ),
]
