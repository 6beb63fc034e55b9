from django.urls import path

from sessions_app.api import audit, runs, sessions

api = [
    path("audit", audit.AuditView.as_view(), name="api-audit"),
    path("runs", runs.RunsView.as_view(), name="api-runs"),
    path("runs/<uuid:run_id>", runs.RunView.as_view(), name="api-run"),
    path("runs/<uuid:run_id>/events", runs.RunEventsView.as_view(), name="api-run-events"),
    path("sessions", sessions.SessionsView.as_view(), name="api-sessions"),
    path("sessions/<uuid:session_id>", sessions.SessionView.as_view(), name="api-session"),
    path(
        "sessions/<uuid:session_id>/events",
        sessions.SessionEventsView.as_view(),
        name="api-session-events",
    ),
    path(
        "sessions/<uuid:session_id>/verify",
        sessions.VerifySessionView.as_view(),
        name="api-session-verify",
    ),
]
