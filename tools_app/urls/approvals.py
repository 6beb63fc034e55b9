"""Addresses of what waits for a person."""

from django.urls import path

from tools_app.api import approval_rules, approvals
from tools_app.views import approval_change
from tools_app.views import approval_rules as approval_rules_page
from tools_app.views import approvals as approval_pages

pages = [
    path("approvals", approval_pages.index, name="approvals"),
    path("approvals/rules", approval_rules_page.page, name="approval-rules"),
    path("approvals/grants/<uuid:grant_id>/revoke", approval_pages.revoke, name="grant-revoke"),
    path("approvals/<uuid:proposal_id>", approval_pages.show, name="proposal"),
    path("approvals/<uuid:proposal_id>/approve", approval_pages.approve, name="proposal-approve"),
    path("approvals/<uuid:proposal_id>/decline", approval_pages.decline, name="proposal-decline"),
    path("approvals/<uuid:proposal_id>/cancel", approval_pages.cancel, name="proposal-cancel"),
    path("approvals/<uuid:proposal_id>/change", approval_change.page, name="proposal-change"),
]

api = [
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
