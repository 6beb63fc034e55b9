"""Every address, every method, and who gets what.

A row says what three kinds of visitors get: nobody (not signed in, signed in elsewhere, or
deactivated), somebody whose role is too low, and everyone from the least role upwards. A method
without a row is refused with 405 to whoever is allowed in at all.
"""

from dataclasses import dataclass, field

from accounts.catalogue import Role

O, A, E, M, V, G = Role  # noqa: E741 - the table below is read by column


@dataclass(frozen=True)
class Row:
    route: str
    method: str
    least: Role
    allowed: int
    nobody: int = 302
    denied: int = 403
    data: dict[str, str] = field(default_factory=dict)
    host: str = "acme"


def page(route: str, least: Role, allowed: int = 200) -> Row:
    return Row(route, "GET", least, allowed)


def form(route: str, least: Role, allowed: int = 302, **data: str) -> Row:
    return Row(route, "POST", least, allowed, data=data)


def public(route: str, method: str, nobody: int, signed_in: int) -> Row:
    return Row(route, method, G, signed_in, nobody=nobody)


def api(route: str, method: str, least: Role, allowed: int, **data: str) -> Row:
    return Row(route, method, least, allowed, nobody=401, data=data)


def platform(route: str, method: str, least: Role, allowed: int, **data: str) -> Row:
    return Row(route, method, least, allowed, data=data, host="platform")


def elsewhere(route: str, method: str) -> Row:
    """The operators' pages do not exist on other hosts, whoever asks."""
    return Row(route, method, G, 404, nobody=404)


METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
WELL_KNOWN = (
    "oauth-protected-resource",
    "oauth-protected-resource/mcp",
    "oauth-authorization-server",
)
TENANT_PAGES = ["tenants", "tenants/new", "tenants/<slug:slug>"]
TENANT_ACTS = [f"tenants/<slug:slug>/{act}" for act in ("suspend", "resume", "retry", "delete")]

ADMIN_MODELS = {
    "admin/accounts/user/": 200,
    "admin/auth/group/": 403,
    "admin/accounts/apikey/": 403,
    "admin/accounts/invitation/": 403,
}


def admin_rows() -> list[Row]:
    rows = []
    for prefix, change in ADMIN_MODELS.items():
        rows += [
            page(prefix, A),
            form(prefix, A, 200),
            page(prefix + "add/", A, 403),
            form(prefix + "add/", A, 403),
            page(prefix + "<path:object_id>/history/", A),
            form(prefix + "<path:object_id>/history/", A, 200),
            page(prefix + "<path:object_id>/delete/", A, 403),
            form(prefix + "<path:object_id>/delete/", A, 403),
            page(prefix + "<path:object_id>/change/", A),
            # An empty form: refused by the form itself, or because nothing may be changed here.
            form(prefix + "<path:object_id>/change/", A, change),
            page(prefix + "<path:object_id>/", A, 302),
            form(prefix + "<path:object_id>/", A, 302),
        ]
    return rows


TABLE = [
    # -- Signing in -----------------------------------------------------------------------------
    public("sign-in", "GET", 200, 302),
    public("sign-in", "POST", 400, 302),
    public("sign-out", "POST", 302, 302),
    public("password/reset", "GET", 200, 200),
    public("password/reset", "POST", 400, 400),
    public("password/reset/sent", "GET", 200, 200),
    public("password/reset/<uid>/<token>", "GET", 410, 410),
    public("password/reset/<uid>/<token>", "POST", 410, 410),
    public("invitations/<token>", "GET", 410, 410),
    public("invitations/<token>", "POST", 410, 410),
    # -- One's own pages ------------------------------------------------------------------------
    page("", G),
    page("palette", G),
    page("profile", G),
    form("profile", G, name="Somebody"),
    page("password", G),
    form("password", G, 400),
    # -- People ---------------------------------------------------------------------------------
    page("people", V),
    page("people/invite", A),
    form("people/invite", A, email="new@example.com", role="guest"),
    form("people/invitations/<uuid:invitation_id>/renew", A),
    form("people/invitations/<uuid:invitation_id>/withdraw", A),
    form("people/<uuid:person_id>/role", A, role="viewer"),
    form("people/<uuid:person_id>/deactivate", A),
    form("people/<uuid:person_id>/reactivate", A),
    form("people/<uuid:person_id>/remove", A),
    # -- API keys -------------------------------------------------------------------------------
    page("keys", V),
    page("keys/new", M),
    form("keys/new", M, 200, name="x", scopes="tools:read", expires="90"),
    form("keys/<uuid:key_id>/rotate", M, 200, grace_hours="0"),
    form("keys/<uuid:key_id>/revoke", M),
    # -- Developers: not there outside of a demo, whoever asks ----------------------------------
    page("dev/results", E, 404),
    # -- Tools and runs: there is no tool `acme`, and the run is nobody's --------------------------
    page("tools", G),
    page("tools/<slug:slug>", G, 404),
    page("admin/tools/new", E),
    page("admin/tools/<slug:slug>/edit", E, 404),
    # An empty body: no JSON.
    form("admin/tools/preview", E, 400),
    form("admin/tools/results/<uuid:run_id>", E, 400),
    form("tools/<slug:slug>", G, 404),
    # -- Managing tools -------------------------------------------------------------------------
    page("admin/activity", E),
    page("admin/tools", E),
    page("admin/tools/import", E),
    form("admin/tools/import", E, 400),
    page("admin/tools/export", E),
    form("admin/tools/<slug:slug>/enabled", E, 404),
    page("admin/tools/<slug:slug>/duplicate", E, 404),
    form("admin/tools/<slug:slug>/duplicate", E, 404),
    page("admin/tools/<slug:slug>/delete", A, 404),
    form("admin/tools/<slug:slug>/delete", A, 404),
    page("admin/tools/<slug:slug>/versions", E, 404),
    form("admin/tools/<slug:slug>/versions/<int:number>/restore", E, 404),
    page("runs", G),
    page("runs/<uuid:run_id>", G, 404),
    page("runs/<uuid:run_id>/output.json", G, 404),
    page("runs/<uuid:run_id>/result.pdf", G, 404),
    page("runs/<uuid:run_id>/tables/<int:number>.csv", G, 404),
    # -- Groups: there is no tool `acme` and no such session ---------------------------------------
    page("tools/<slug:slug>/session/new", M, 404),
    form("tools/<slug:slug>/session/new", M, 404),
    page("tools/<slug:slug>/session/<uuid:session_id>", V, 404),
    form("tools/<slug:slug>/session/<uuid:session_id>", V, 404),
    page("tools/<slug:slug>/session/<uuid:session_id>/live", V, 404),
    page("tools/<slug:slug>/session/<uuid:session_id>/stream", V, 404),
    page("tools/<slug:slug>/session/<uuid:session_id>/answers.csv", V, 404),
    page("tools/<slug:slug>/session/<uuid:session_id>/result.pdf", V, 404),
    form("tools/<slug:slug>/session/<uuid:session_id>/complete", M, 404),
    form("tools/<slug:slug>/session/<uuid:session_id>/cancel", M, 404),
    form(
        "tools/<slug:slug>/session/<uuid:session_id>/share",
        M,
        404,
        expires="7",
        submission_limit="200",
    ),
    form("tools/<slug:slug>/session/<uuid:session_id>/share/revoke", M, 404),
    public("join/<token>", "GET", 404, 404),
    public("join/<token>", "POST", 404, 404),
    public("join/<token>/live", "GET", 404, 404),
    public("join/<token>/stream", "GET", 404, 404),
    # -- Embeds: this one is nobody's ---------------------------------------------------------------
    page("embeds", A),
    page("embeds/new", A),
    form("embeds/new", A, 200),
    page("embeds/<uuid:embed_id>", A, 404),
    form("embeds/<uuid:embed_id>", A, 404),
    form("embeds/<uuid:embed_id>/enable", A, 404),
    form("embeds/<uuid:embed_id>/disable", A, 404),
    form("embeds/<uuid:embed_id>/revoke", A, 404),
    public("embed/<token>", "GET", 404, 404),
    public("embed/<token>", "POST", 404, 404),
    public("embed.js", "GET", 200, 200),
    page("sessions", G),
    page("sessions/<uuid:session_id>", G, 404),
    form("sessions/<uuid:session_id>/verify", G, 404),
    # -- Approvals: this proposal is nobody's ---------------------------------------------------
    page("approvals", G),
    page("approvals/rules", A),
    form("approvals/rules", A, 400),
    form("approvals/grants/<uuid:grant_id>/revoke", G, 404),
    page("approvals/<uuid:proposal_id>", G, 404),
    form("approvals/<uuid:proposal_id>/approve", M, 404),
    form("approvals/<uuid:proposal_id>/decline", M, 404),
    form("approvals/<uuid:proposal_id>/cancel", M, 404),
    page("approvals/<uuid:proposal_id>/change", M, 404),
    form("approvals/<uuid:proposal_id>/change", M, 404),
    # -- Tasks: this one is nobody's ------------------------------------------------------------
    page("tasks", V),
    page("tasks/<uuid:task_id>", V, 404),
    Row("tasks/<uuid:task_id>", "POST", M, 404),
    form("tasks/<uuid:task_id>/claim", M, 404),
    form("tasks/<uuid:task_id>/release", M, 404),
    form("tasks/<uuid:task_id>/decline", M, 404),
    form("tasks/<uuid:task_id>/cancel", V, 404),
    # -- The API --------------------------------------------------------------------------------
    api("api/me", "GET", G, 200),
    api("api/keys", "GET", V, 200),
    api("api/keys", "POST", M, 400),
    api("api/keys/<uuid:key_id>", "GET", V, 200),
    api("api/keys/<uuid:key_id>", "DELETE", M, 204),
    api("api/keys/<uuid:key_id>/rotate", "POST", M, 201),
    # -- Tools: `sample` is none, so whoever is let in is told that it does not exist ------------
    api("api/activity", "GET", E, 200),
    api("api/tools", "GET", G, 200),
    api("api/tools", "POST", E, 400),
    api("api/tools/<slug:slug>", "GET", G, 404),
    api("api/tools/<slug:slug>", "PATCH", E, 428),
    api("api/tools/<slug:slug>", "DELETE", A, 404),
    api("api/tools/<slug:slug>/run", "POST", M, 400),
    api("api/tools/<slug:slug>/test", "POST", E, 400),
    api("api/tools/<slug:slug>/test/stream", "POST", E, 400),
    api("api/tools/<slug:slug>/grants", "GET", A, 404),
    api("api/tools/<slug:slug>/grants", "PUT", A, 400),
    api("api/tools/<slug:slug>/draft", "GET", E, 404),
    api("api/tools/<slug:slug>/draft", "PUT", E, 428),
    api("api/tools/<slug:slug>/draft", "DELETE", E, 404),
    api("api/tools/<slug:slug>/draft/merge", "POST", E, 400),
    api("api/tools/<slug:slug>/publish", "POST", E, 404),
    api("api/tools/<slug:slug>/changes", "GET", E, 404),
    api("api/tools/<slug:slug>/override", "GET", E, 404),
    api("api/tools/<slug:slug>/duplicate", "POST", E, 400),
    api("api/exports/tools", "GET", E, 200),
    api("api/imports/tools", "POST", E, 400),
    api("api/tools/<slug:slug>/versions/<int:number>/restore", "POST", E, 404),
    api("api/tools/<slug:slug>/versions", "GET", G, 404),
    api("api/tools/<slug:slug>/versions/<int:number>", "GET", G, 404),
    # -- Approvals: this proposal is nobody's, and some bodies need more than {} -----------------
    api("api/approvals", "GET", G, 200),
    api("api/approvals/apply", "POST", M, 400),
    api("api/approvals/grants", "GET", G, 200),
    api("api/approvals/grants/<uuid:grant_id>", "DELETE", G, 404),
    api("api/approvals/rules", "GET", A, 200),
    api("api/approvals/rules", "PUT", A, 400),
    api("api/approvals/<uuid:proposal_id>", "GET", G, 404),
    api("api/approvals/<uuid:proposal_id>/approve", "POST", M, 404),
    api("api/approvals/<uuid:proposal_id>/decline", "POST", M, 404),
    api("api/approvals/<uuid:proposal_id>/cancel", "POST", M, 404),
    api("api/approvals/<uuid:proposal_id>/counter", "POST", M, 400),
    # -- Tasks ----------------------------------------------------------------------------------
    api("api/tasks", "GET", V, 200),
    api("api/tasks/<uuid:task_id>", "GET", V, 404),
    api("api/tasks/<uuid:task_id>/claim", "POST", M, 404),
    api("api/tasks/<uuid:task_id>/release", "POST", M, 404),
    api("api/tasks/<uuid:task_id>/complete", "POST", M, 400),
    api("api/tasks/<uuid:task_id>/decline", "POST", M, 404),
    api("api/tasks/<uuid:task_id>/cancel", "POST", V, 404),
    # -- Generated forms. What is for developers does not exist here, whoever asks ---------------
    page("pickers/<slug:source>", G),
    Row("dev/components", "GET", A, 404, denied=404),
    Row("dev/components/<slug:slug>", "GET", A, 404, denied=404),
    Row("dev/components/<slug:slug>", "POST", A, 404, denied=404),
    # -- Runs and sessions: one's own; this one is nobody's -------------------------------------
    api("api/audit", "GET", A, 200),
    api("api/runs", "GET", G, 200),
    api("api/runs/<uuid:run_id>", "GET", G, 404),
    api("api/runs/<uuid:run_id>/events", "GET", G, 404),
    api("api/runs/<uuid:run_id>/result.pdf", "GET", G, 404),
    api("api/runs/<uuid:run_id>/cancel", "POST", M, 404),
    form("runs/<uuid:run_id>/cancel", M, 404),
    api("api/schedules", "GET", E, 200),
    api("api/schedules", "POST", E, 400),
    api("api/schedules/<uuid:schedule_id>", "GET", E, 404),
    api("api/schedules/<uuid:schedule_id>", "PATCH", E, 404),
    api("api/schedules/<uuid:schedule_id>", "DELETE", E, 404),
    api("api/tools/<slug:slug>/webhook", "GET", A, 404),
    api("api/tools/<slug:slug>/webhook", "POST", A, 404),
    api("api/tools/<slug:slug>/webhook", "DELETE", A, 404),
    api("api/tools/<slug:slug>/webhook/rotate", "POST", A, 404),
    public("api/hooks/<uuid:hook_id>", "POST", 401, 401),
    page("admin/tools/<slug:slug>/automation", E, 404),
    form("admin/tools/<slug:slug>/automation", E, 404),
    form("admin/tools/<slug:slug>/webhook", A, 404),
    form("admin/schedules/<uuid:schedule_id>/delete", E, 404),
    form("admin/schedules/<uuid:schedule_id>/switch", E, 404),
    api("api/tools/<slug:slug>/limits", "GET", E, 404),
    api("api/tools/<slug:slug>/limits", "PUT", A, 400),
    api("api/sessions", "GET", G, 200),
    api("api/sessions/<uuid:session_id>", "GET", G, 404),
    api("api/sessions/<uuid:session_id>/events", "GET", G, 404),
    api("api/sessions/<uuid:session_id>/verify", "GET", G, 404),
    api("api/group-sessions", "GET", V, 200),
    api("api/group-sessions", "POST", M, 400),
    api("api/group-sessions/<uuid:session_id>", "GET", V, 404),
    api("api/group-sessions/<uuid:session_id>/complete", "POST", M, 404),
    api("api/group-sessions/<uuid:session_id>/cancel", "POST", M, 404),
    api("api/group-sessions/<uuid:session_id>/share", "GET", M, 404),
    api("api/group-sessions/<uuid:session_id>/share", "POST", M, 404),
    api("api/group-sessions/<uuid:session_id>/share", "DELETE", M, 404),
    api("api/group-sessions/<uuid:session_id>/submissions", "GET", V, 404),
    api("api/group-sessions/<uuid:session_id>/submissions", "POST", M, 400),
    api("api/group-sessions/<uuid:session_id>/aggregate", "GET", V, 404),
    api("api/group-sessions/<uuid:session_id>/answers.csv", "GET", V, 404),
    api("api/group-sessions/<uuid:session_id>/result.pdf", "GET", V, 404),
    api("api/embeds", "GET", A, 200),
    api("api/embeds", "POST", A, 400),
    api("api/embeds/<uuid:embed_id>", "GET", A, 404),
    api("api/embeds/<uuid:embed_id>", "PATCH", A, 404),
    api("api/embeds/<uuid:embed_id>", "DELETE", A, 404),
    # -- Files: JSON is no file, and this one is nobody's ---------------------------------------
    api("api/files", "POST", M, 415),
    api("api/files/<uuid:file_id>", "GET", G, 404),
    api("api/files/<uuid:file_id>", "DELETE", M, 404),
    public("files/<uuid:file_id>/<str:name>", "GET", 404, 404),
    api("api/schema/", "GET", G, 200),
    api("api/docs/", "GET", G, 200),
    # -- Models: there is no connection `acme` --------------------------------------------------
    page("connections", E),
    page("connections/new", A),
    form("connections/new", A, 400),
    page("connections/<slug:slug>", A, 404),
    form("connections/<slug:slug>", A, 404),
    form("connections/<slug:slug>/try", A, 404),
    form("connections/<slug:slug>/delete", A, 404),
    form("connections/<slug:slug>/forget-key", A, 404),
    api("api/connections", "GET", E, 200),
    api("api/connections", "POST", A, 400),
    api("api/connections/<slug:slug>", "GET", E, 404),
    api("api/connections/<slug:slug>", "PATCH", A, 404),
    api("api/connections/<slug:slug>", "DELETE", A, 404),
    api("api/connections/<slug:slug>/test", "POST", A, 404),
    # -- Agents and skills: there is none called `acme` --------------------------------------------
    page("usage", A),
    api("api/usage", "GET", A, 200),
    page("agents", V),
    page("agents/new", E),
    form("agents/new", E, 400),
    page("agents/<slug:slug>", E, 404),
    form("agents/<slug:slug>", E, 404),
    form("agents/<slug:slug>/delete", A, 404),
    api("api/agents", "GET", V, 200),
    api("api/agents", "POST", E, 400),
    api("api/agents/<slug:slug>", "GET", V, 404),
    api("api/agents/<slug:slug>", "PATCH", E, 404),
    api("api/agents/<slug:slug>", "DELETE", A, 404),
    api("api/agents/<slug:slug>/versions", "GET", V, 404),
    page("skills", V),
    page("skills/new", E),
    form("skills/new", E, 400),
    page("skills/<slug:slug>", E, 404),
    form("skills/<slug:slug>", E, 404),
    form("skills/<slug:slug>/delete", E, 404),
    api("api/skills", "GET", V, 200),
    api("api/skills", "POST", E, 400),
    api("api/skills/<slug:slug>", "GET", V, 404),
    api("api/skills/<slug:slug>", "PATCH", E, 404),
    api("api/skills/<slug:slug>", "DELETE", E, 404),
    api("api/skills/<slug:slug>/versions", "GET", V, 404),
    # -- MCP: no session counts, only a token; icons are for everybody -----------------------------
    *(Row("mcp", method, G, 401, nobody=401) for method in METHODS),
    public("icons/<slug:name>.svg", "GET", 200, 200),
    page("connect", G),
    form("connect", M, 200, name="x", expires="90"),
    # -- OAuth: nobody has asked for anything here ----------------------------------------------
    page("oauth/authorize", G, 400),
    form("oauth/authorize", G, 400),
    *(public(f"oauth/{act}", "POST", 400, 400) for act in ("token", "register", "revoke")),
    *(public(f".well-known/{name}", "GET", 200, 200) for name in WELL_KNOWN),
    page("clients", G),
    form("clients/<uuid:connection_id>/revoke", G, 404),
    # -- Operators ------------------------------------------------------------------------------
    *(elsewhere(route, "GET") for route in TENANT_PAGES),
    elsewhere("tenants/new", "POST"),
    *(elsewhere(route, "POST") for route in TENANT_ACTS),
    platform("tenants", "GET", A, 200),
    platform("tenants/new", "GET", A, 200),
    platform("tenants/new", "POST", A, 400),
    platform("tenants/<slug:slug>", "GET", A, 200),
    platform("tenants/<slug:slug>/suspend", "POST", A, 302),
    # Acme is neither suspended nor failed.
    platform("tenants/<slug:slug>/resume", "POST", A, 409),
    platform("tenants/<slug:slug>/retry", "POST", A, 409),
    # Its name was not typed.
    platform("tenants/<slug:slug>/delete", "POST", A, 400),
    Row("metrics", "GET", A, 200, nobody=401, host="platform"),
    # Nobody holds the operators' rights elsewhere.
    Row("metrics", "GET", O, 403, nobody=401),
    # -- The back office ------------------------------------------------------------------------
    page("admin/", A),
    form("admin/", A, 200),
    public("admin/login/", "GET", 302, 302),
    public("admin/login/", "POST", 302, 302),
    *admin_rows(),
    page("admin/logout/", A, 302),
    form("admin/logout/", A, 302),
    page("admin/password_change/", A, 302),
    form("admin/password_change/", A, 302),
    page("admin/password_change/done/", A, 302),
    form("admin/password_change/done/", A, 302),
    page("admin/autocomplete/", A, 403),
    page("admin/jsi18n/", A),
    page("admin/r/<path:content_type_id>/<path:object_id>/", A, 404),
    form("admin/r/<path:content_type_id>/<path:object_id>/", A, 404),
    page("admin/^(?P<app_label>accounts|auth)/$", A),
    form("admin/^(?P<app_label>accounts|auth)/$", A, 200),
    page("admin/(?P<url>.*)$", A, 404),
    form("admin/(?P<url>.*)$", A, 404),
]
