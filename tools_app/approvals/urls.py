from django.urls import path

from tools_app.api import approval_rules as rules_api
from tools_app.api import approvals as api_views
from tools_app.views import approval_change, approval_rules, approvals

pages = [
    path("approvals", approvals.index, name="approvals"),
    path("approvals/rules", approval_rules.page, name="approval-rules"),
    path("approvals/grants/<uuid:grant_id>/revoke", approvals.revoke, name="grant-revoke"),
    path("approvals/<uuid:proposal_id>", approvals.show, name="proposal"),
    path("approvals/<uuid:proposal_id>/approve", approvals.approve, name="proposal-approve"),
    path("approvals/<uuid:proposal_id>/decline", approvals.decline, name="proposal-decline"),
    path("approvals/<uuid:proposal_id>/cancel", approvals.cancel, name="proposal-cancel"),
    path("approvals/<uuid:proposal_id>/change", approval_change.page, name="proposal-change"),
]

ONE = "approvals/<uuid:proposal_id>"
api = [
    path("approvals", api_views.ProposalsView.as_view(), name="api-approvals"),
    path("approvals/apply", api_views.ApplyView.as_view(), name="api-apply"),
    path("approvals/grants", rules_api.StandingGrantsView.as_view(), name="api-standing-grants"),
    path(
        "approvals/grants/<uuid:grant_id>",
        rules_api.StandingGrantView.as_view(),
        name="api-standing-grant",
    ),
    path("approvals/rules", rules_api.ApprovalRulesView.as_view(), name="api-approval-rules"),
    path(ONE, api_views.ProposalView.as_view(), name="api-approval"),
    path(f"{ONE}/approve", api_views.ApproveView.as_view(), name="api-approval-approve"),
    path(f"{ONE}/decline", api_views.DeclineView.as_view(), name="api-approval-decline"),
    path(f"{ONE}/cancel", api_views.CancelView.as_view(), name="api-approval-cancel"),
    path(f"{ONE}/counter", api_views.CounterView.as_view(), name="api-approval-counter"),
]
