"""Every page there is, and how to get to it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Page, expect

from accounts.catalogue import Role
from tests.browser import asking, editing, groups
from tests.browser.scene import Scene, make_key, open_dialog, tools_file

Way = Callable[[Page, Scene], None]


@dataclass(frozen=True)
class Spot:
    """A page as somebody sees it. `way` leads there, `status` is what it may answer with;
    `not_ours` is markup that we can neither change nor replace."""

    name: str
    way: Way
    role: Role | None = None
    slug: str = "ims"
    status: int = 200
    not_ours: str = ""
    # Of our own CSS and JS. The editor is a program of its own, for authors.
    most_bytes: int = 150_000


def at(path: str) -> Way:
    def way(page: Page, _scene: Scene) -> None:
        page.goto(path)

    return way


def _refused(page: Page, _scene: Scene) -> None:
    page.goto("/sign-in")
    page.get_by_label("E-mail").fill("nobody@ims.example")
    page.get_by_label("Password", exact=True).fill("wrong")
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_role("alert")).to_be_focused()


def _invitation(page: Page, scene: Scene) -> None:
    page.goto(scene.invitation)


def _person_menu(page: Page, _scene: Scene) -> None:
    page.goto("/")
    if page.get_by_role("button", name="Menu").is_visible():
        page.get_by_role("button", name="Menu").click()
    page.locator("summary", has_text="Your menu").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def _rights(page: Page, _scene: Scene) -> None:
    page.goto("/")
    page.get_by_text("What you may do here").click()


def _palette(page: Page, _scene: Scene) -> None:
    page.goto("/people")
    page.keyboard.press("Control+k")
    options = page.get_by_role("dialog").get_by_role("option")
    expect(options.first).to_have_attribute("aria-selected", "true")


def _asks(path: str, label: str) -> Way:
    def way(page: Page, _scene: Scene) -> None:
        page.goto(path)
        open_dialog(page, label)

    return way


def _unusable_name(page: Page, _scene: Scene) -> None:
    page.goto("/tenants/new")
    page.get_by_label("Name").fill("Somebody")
    page.get_by_label("Address").fill("acme")
    page.get_by_label("Owner's e-mail").fill("somebody@example.com")
    page.get_by_role("button", name="Create workspace").click()
    expect(page.get_by_role("alert")).to_be_focused()


def _key_created(page: Page, _scene: Scene) -> None:
    make_key(page, "Shown once", "tools:read", "tools:execute")


# By the address that was asked: registering is limited.
_programs: dict[str, str] = {}
REGISTER = """async (described) => {
  const headers = {"Content-Type": "application/json"};
  const body = JSON.stringify(described);
  return (await fetch("/oauth/register", {method: "POST", headers, body})).json();
}"""


def _key_in_place(page: Page, _scene: Scene) -> None:
    page.goto("/connect")
    page.get_by_role("button", name="Make a key and fill it in").click()
    page.get_by_label("API key", exact=True).wait_for()


def _consent(page: Page, _scene: Scene) -> None:
    where = "https://assistant.example/callback"
    page.goto("/connect")
    host = urlsplit(page.url).netloc
    if host not in _programs:
        described = {"client_name": "An assistant", "redirect_uris": [where]}
        _programs[host] = page.evaluate(REGISTER, described)["client_id"]
    asked = {
        "response_type": "code",
        "client_id": _programs[host],
        "redirect_uri": where,
        "code_challenge": "x" * 43,
        "code_challenge_method": "S256",
        "scope": "tools:execute tools:write offline_access",
    }
    page.goto(f"/oauth/authorize?{urlencode(asked)}")
    expect(page.get_by_role("button", name="Connect", exact=True)).to_be_visible()


def _api_reference(page: Page, _scene: Scene) -> None:
    page.goto("/api/docs/")
    expect(page.locator(".opblock").first).to_be_visible()


def _admin(model: str, row: str) -> Way:
    def way(page: Page, _scene: Scene) -> None:
        page.goto(f"/admin/{model}/")
        page.get_by_role("link", name=row).first.click()
        page.wait_for_url("**/change/")

    return way


def _ran(view: str) -> Way:
    """The page of a tool after a run of its example."""

    def way(page: Page, _scene: Scene) -> None:
        page.goto(f"/tools/quick-score?example=1&view={view}")
        page.get_by_role("button", name="Run", exact=True).click()
        expect(page.locator("#tool-result")).to_contain_text("Succeeded")

    return way


def _refused_input(page: Page, _scene: Scene) -> None:
    page.goto("/tools/quick-score?view=json")
    page.get_by_label("Input as JSON").fill('{"criteria": []}')
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_role("alert")).to_be_focused()


def _run_of_example(page: Page, scene: Scene) -> None:
    _ran("form")(page, scene)
    page.get_by_role("link", name="Link to this run").click()
    page.wait_for_url("**/runs/**")


def _results(page: Page, _scene: Scene) -> None:
    """Every kind of block, with everything in it opened."""
    page.goto("/dev/results")
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")


def _snippets(page: Page, _scene: Scene) -> None:
    page.goto("/tools/quick-score?example=1")
    page.get_by_text("Use it elsewhere").click()


def _inbox(page: Page, scene: Scene) -> None:
    for slug in ("regrade-vendor", "delete-vendor"):
        asking.propose(page, scene.key, slug)
    page.goto("/approvals")


def _proposal(slug: str, after: str = "") -> Way:
    def way(page: Page, scene: Scene) -> None:
        page.goto(f"/approvals/{asking.propose(page, scene.key, slug)}{after}")

    return way


def _at(name: str) -> Way:
    """A page whose address the scene knows."""

    def way(page: Page, scene: Scene) -> None:
        page.goto(getattr(scene, name))

    return way


def _tool_menu(page: Page, _scene: Scene) -> None:
    page.goto("/admin/tools")
    page.locator("summary", has_text="More for Vendor grade").click()
    expect(page.get_by_role("link", name="Duplicate…")).to_be_visible()


def _automation(page: Page, _scene: Scene) -> None:
    """With a schedule, a webhook whose secret is shown, and limits."""
    page.goto("/admin/tools/quick-score/automation")
    if not page.get_by_role("table").is_visible():
        page.get_by_label("When").fill("30 7 * * 1-5")
        page.get_by_role("button", name="Add schedule").click()
    expect(page.get_by_role("table")).to_be_visible()
    page.get_by_role("button", name=re.compile("Make a webhook|New secret")).click()
    expect(page.get_by_text("The secret is shown this once.")).to_be_visible()


def _plan(text: str) -> Way:
    """The page of imports after a look at a file."""

    def way(page: Page, _scene: Scene) -> None:
        page.goto("/admin/tools/import")
        page.get_by_label("Or its text").fill(text)
        page.get_by_role("button", name="Look at what would change").click()
        expect(page.get_by_role("heading", name="What would change")).to_be_visible()

    return way


def _denied(page: Page, scene: Scene) -> None:
    _proposal("regrade-vendor")(page, scene)
    page.get_by_label("Reason").fill("The vendor has appealed.")
    page.get_by_role("button", name="Deny").click()
    page.wait_for_url("**/approvals")
    page.get_by_role("link", name="Run Regrade a vendor").last.click()
    page.wait_for_url("**/approvals/**")


def _open_task(page: Page, _scene: Scene) -> None:
    asking.see_task(page)
    page.get_by_role("link", name="Open Check").first.click()
    page.wait_for_url("**/tasks/**")


def _activity(page: Page, _scene: Scene) -> None:
    page.goto("/admin/activity?tool=vendor-grade")
    page.locator("summary", has_text="value").last.click()


def _unusable_address(page: Page, _scene: Scene) -> None:
    page.goto("/connections/new")
    page.get_by_label("Name", exact=True).fill("Ours")
    page.get_by_label("Short name").fill("ours")
    page.get_by_label("Address").fill("http://10.0.0.1/v1")
    page.get_by_label("Default model").fill("small")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_be_focused()


def _used(page: Page, _scene: Scene) -> None:
    """The first question in a process reads the providers' libraries: that takes a while."""
    page.goto("/connections/built-in")
    page.get_by_role("button", name="Try it").click(timeout=60_000)
    expect(page.get_by_text("answered in")).to_be_visible()
    page.goto("/usage")


def _as_guest(page: Page, scene: Scene) -> None:
    page.goto(scene.link)
    if page.get_by_label("Your name").is_visible():
        groups.join(page, scene.link, "Gus")


def _log(page: Page, scene: Scene) -> None:
    page.goto(f"/sessions/{scene.group.rsplit('/', 1)[1]}")
    page.get_by_role("button", name="Verify").click()
    page.get_by_text("Ran Quick score").first.click()


def _sent(page: Page, scene: Scene) -> None:
    page.goto(scene.frame)
    page.get_by_label("Criterion").first.fill("Fit")
    page.get_by_label("Weight").first.fill("1")
    page.get_by_role("textbox", name="Score").fill("8")
    page.get_by_role("button", name="Send").last.click()
    expect(page.get_by_text("Once more")).to_be_visible()


OWNER, OPERATOR = Role.OWNER, Role.OWNER

SPOTS = [
    Spot("sign-in", at("/sign-in")),
    Spot("sign-in-refused", _refused, status=400),
    Spot("password-reset", at("/password/reset")),
    Spot("password-reset-sent", at("/password/reset/sent")),
    Spot("password-reset-dead", at("/password/reset/x/y"), status=410),
    Spot("invitation", _invitation),
    Spot("invitation-dead", at("/invitations/nothing"), status=410),
    Spot("home", at("/"), OWNER),
    Spot("home-guest", at("/"), Role.VIEWER),
    Spot("home-rights", _rights, OWNER),
    Spot("person-menu", _person_menu, OWNER),
    Spot("tools", at("/tools"), OWNER),
    Spot("tools-nothing", at("/tools?q=xyzzy"), OWNER),
    Spot("tools-filtered", at("/tools?category=assessment"), OWNER),
    Spot("tool", at("/tools/quick-score"), OWNER),
    Spot("tool-viewer", at("/tools/quick-score"), Role.VIEWER),
    Spot("tool-ran", _ran("form"), OWNER),
    Spot("tool-refused", _refused_input, OWNER, status=400),
    Spot("tool-snippets", _snippets, OWNER),
    Spot("runs", at("/runs"), OWNER),
    Spot("runs-none", at("/runs"), Role.VIEWER),
    Spot("run", _run_of_example, OWNER),
    Spot("tool-new", at("/admin/tools/new"), OWNER, most_bytes=300_000),
    Spot("tool-edit", editing.show_open, OWNER, most_bytes=300_000),
    Spot("tool-publish", editing.show_publishing, OWNER, most_bytes=300_000),
    Spot("tool-override", at("/admin/tools/quick-score/edit"), OWNER, most_bytes=300_000),
    Spot("approvals", _inbox, OWNER),
    Spot("approvals-none", at("/approvals"), Role.VIEWER),
    Spot("approval-rules", at("/approvals/rules"), OWNER),
    Spot("proposal", _proposal("regrade-vendor"), OWNER),
    Spot("proposal-deletes", _proposal("delete-vendor"), OWNER),
    Spot("proposal-change", _proposal("regrade-vendor", "/change"), OWNER),
    Spot("proposal-denied", _denied, OWNER),
    Spot("tasks", at("/tasks"), OWNER),
    Spot("task", _open_task, OWNER),
    Spot("group-new", at("/tools/quick-score/session/new"), OWNER),
    Spot("group", _at("group"), OWNER),
    Spot("group-welcome", _at("link")),
    Spot("group-guest", _as_guest),
    Spot("group-link-dead", at("/join/nothing"), status=404),
    Spot("sessions", at("/sessions"), OWNER),
    Spot("sessions-none", at("/sessions?status=failed"), Role.VIEWER),
    Spot("session", _log, OWNER),
    Spot("embeds", at("/embeds"), OWNER),
    Spot("embed", _at("embed"), OWNER),
    Spot("embed-frame", _at("frame")),
    Spot("embed-result", _sent),
    Spot("people", at("/people"), OWNER),
    Spot("people-remove", _asks("/people", "Remove Mina Member"), OWNER),
    Spot("people-viewer", at("/people"), Role.VIEWER),
    Spot("invite", at("/people/invite"), OWNER),
    Spot("keys", at("/keys"), OWNER),
    Spot("keys-rotate", _asks("/keys", "Rotate Nightly"), OWNER),
    Spot("keys-empty", at("/keys"), Role.MEMBER),
    Spot("keys-viewer", at("/keys"), Role.VIEWER),
    Spot("key-new", at("/keys/new"), OWNER),
    Spot("key-created", _key_created, Role.ADMIN),
    Spot("connections", at("/connections"), OWNER),
    Spot("connections-editor", at("/connections"), Role.EDITOR),
    Spot("connection-new", at("/connections/new"), OWNER),
    Spot("connection", at("/connections/built-in"), OWNER),
    Spot("connection-refused", _unusable_address, OWNER, status=400),
    Spot("agents", at("/agents"), OWNER),
    Spot("agent", at("/agents/assistant"), OWNER),
    Spot("skills", at("/skills"), OWNER),
    Spot("skill-new", at("/skills/new"), OWNER),
    Spot("usage", _used, OWNER),
    Spot("components", at("/dev/components"), OWNER),
    Spot("form-rows", at("/dev/components/quick-score"), OWNER),
    Spot("profile", at("/profile"), OWNER),
    Spot("password", at("/password"), OWNER),
    Spot("palette", _palette, OWNER),
    Spot("palette-page", at("/palette"), OWNER),
    Spot("palette-page-nothing", at("/palette?q=xyzzy"), OWNER),
    Spot("dev-results", _results, OWNER),
    Spot("tenants", at("/tenants"), OPERATOR, "platform"),
    Spot("tenants-nothing", at("/tenants?q=xyzzy"), OPERATOR, "platform"),
    Spot("tenant-new", at("/tenants/new"), OPERATOR, "platform"),
    Spot("tenant-new-refused", _unusable_name, OPERATOR, "platform", 400),
    Spot("tenant", at("/tenants/ims"), OPERATOR, "platform"),
    Spot("tenant-delete", _asks("/tenants/ims", "Delete"), OPERATOR, "platform"),
    Spot("tenant-suspended", at("/tenants/oci"), OPERATOR, "platform"),
    # Swagger UI's own markup nests links in buttons and sets small targets; the shell is ours.
    Spot("connect-a-client", at("/connect"), OWNER),
    Spot("connect-with-a-key", _key_in_place, OWNER),
    Spot("connected-clients", at("/clients"), OWNER),
    Spot("consent", _consent, OWNER),
    Spot("api-reference", _api_reference, OWNER, not_ours="#swagger-ui"),
    Spot("manage-tools", _tool_menu, OWNER),
    Spot("manage-tools-code", at("/admin/tools?tab=code"), OWNER),
    Spot("manage-tools-nothing", at("/admin/tools?q=xyzzy"), OWNER),
    Spot("tool-copy", at("/admin/tools/vendor-grade/duplicate"), OWNER),
    Spot("tool-delete", at("/admin/tools/vendor-grade/delete"), OWNER),
    Spot("tool-import", _plan(tools_file(country={"type": "string"})), OWNER),
    Spot(
        "tool-versions",
        at("/admin/tools/vendor-grade/versions?role=input&from=1&to=2"),
        OWNER,
    ),
    Spot("activity", _activity, OWNER),
    Spot("automation", _automation, OWNER),
    Spot("admin", at("/admin/"), OWNER),
    Spot("admin-members", at("/admin/accounts/user/"), OWNER),
    Spot("admin-member", _admin("accounts/user", "Mina Member"), OWNER),
    Spot("admin-member-self", _admin("accounts/user", "Olivia Owner"), OWNER),
    Spot("admin-roles", at("/admin/auth/group/"), OWNER),
    Spot("admin-role", _admin("auth/group", "editor"), OWNER),
    Spot("admin-keys", at("/admin/accounts/apikey/"), OWNER),
    Spot("admin-key", _admin("accounts/apikey", "Nightly"), OWNER),
    Spot("admin-invitations", at("/admin/accounts/invitation/"), OWNER),
    Spot("403", at("/people/invite"), Role.MEMBER, status=403),
    Spot("404", at("/nowhere"), OWNER, status=404),
    Spot("unknown-host", at("/"), slug="nowhere", status=404),
    Spot("suspended", at("/"), slug="oci", status=403),
]
