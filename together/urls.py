from django.urls import path

from together.api import embeds as embeds_api
from together.api import exports, sessions, shares, submissions
from together.views import embedded, embeds, export, join, manage, session, start
from together.views import sessions as session_pages

ROOM = "tools/<slug:slug>/session/<uuid:session_id>"
GROUP = "group-sessions/<uuid:session_id>"

pages = [
    path("tools/<slug:slug>/session/new", start.new, name="group-new"),
    path(ROOM, session.page, name="group"),
    path(f"{ROOM}/live", session.live, name="group-live"),
    path(f"{ROOM}/stream", session.stream, name="group-stream"),
    path(f"{ROOM}/complete", manage.complete, name="group-complete"),
    path(f"{ROOM}/cancel", manage.cancel, name="group-cancel"),
    path(f"{ROOM}/share", manage.share, name="group-share"),
    path(f"{ROOM}/share/revoke", manage.revoke, name="group-share-revoke"),
    path(f"{ROOM}/answers.csv", export.answers, name="group-answers-csv"),
    path(f"{ROOM}/result.pdf", export.pdf, name="group-pdf"),
    path("sessions", session_pages.index, name="sessions"),
    path("sessions/<uuid:session_id>", session_pages.one, name="session"),
    path("sessions/<uuid:session_id>/verify", session_pages.verify, name="session-verify"),
    path("join/<token>", join.page, name="join"),
    path("join/<token>/live", join.live, name="join-live"),
    path("join/<token>/stream", join.stream, name="join-stream"),
    path("embeds", embeds.index, name="embeds"),
    path("embeds/new", embeds.new, name="embed-new"),
    path("embeds/<uuid:embed_id>", embeds.one, name="embed-edit"),
    path("embeds/<uuid:embed_id>/enable", embeds.enable, name="embed-enable"),
    path("embeds/<uuid:embed_id>/disable", embeds.disable, name="embed-disable"),
    path("embeds/<uuid:embed_id>/revoke", embeds.revoke, name="embed-revoke"),
    path("embed/<token>", embedded.page, name="embed"),
    path("embed.js", embedded.host_script, name="embed-host"),
]

api = [
    path("group-sessions", sessions.GroupsView.as_view(), name="api-groups"),
    path(GROUP, sessions.GroupView.as_view(), name="api-group"),
    path(f"{GROUP}/complete", sessions.CompleteView.as_view(), name="api-group-complete"),
    path(f"{GROUP}/cancel", sessions.CancelView.as_view(), name="api-group-cancel"),
    path(f"{GROUP}/share", shares.ShareView.as_view(), name="api-group-share"),
    path(
        f"{GROUP}/submissions", submissions.SubmissionsView.as_view(), name="api-group-submissions"
    ),
    path(f"{GROUP}/aggregate", submissions.AggregateView.as_view(), name="api-group-aggregate"),
    path(f"{GROUP}/answers.csv", exports.AnswersCsvView.as_view(), name="api-group-answers-csv"),
    path(f"{GROUP}/result.pdf", exports.ResultPdfView.as_view(), name="api-group-pdf"),
    path("embeds", embeds_api.EmbedsView.as_view(), name="api-embeds"),
    path("embeds/<uuid:embed_id>", embeds_api.EmbedView.as_view(), name="api-embed"),
]
