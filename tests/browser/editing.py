"""What authors do in the editor, one act a function."""

from playwright.sync_api import Locator, Page, expect

SCALES = ("Integrations", "Data quality", "Process variability", "Stakeholders", "Compliance", "Novelty")  # fmt: skip


def open_new(page: Page, name: str) -> None:
    page.goto("/admin/tools/new")
    expect(page.get_by_role("radio", name="Chain of tools")).to_be_visible()
    page.get_by_label("Name", exact=True).fill(name)


def open_saved(page: Page, slug: str) -> None:
    page.goto(f"/admin/tools/{slug}/edit")
    expect(page.locator("execution-editor .choice").first).to_be_visible()


def add_field(page: Page, kind: str, label: str, within: Locator | None = None) -> Locator:
    """Add a field by the menu of types; return its row, which is open."""
    fields = within or page.locator("schema-editor:not([hidden]) .schema__place > field-list")
    fields.locator("> .flist__add").get_by_role("button", name="Add a field").click()
    fields.locator("> .flist__add .type-menu__item", has_text=kind).first.click()
    row = fields.locator("> .flist__rows > field-row").last
    row.get_by_label("Label", exact=True).first.fill(label)
    return row


def row_of(page: Page, name: str) -> Locator:
    """The row of a field by the name on its line."""
    line = page.locator(".frow__open", has=page.locator(".frow__name", has_text=name)).first
    return page.locator("field-row").filter(has=line).last


def add_step(page: Page, tool: str) -> None:
    page.get_by_role("button", name="Add a step").click()
    card = page.locator(".step-card").last
    card.get_by_role("combobox", name="Tool").fill(tool)
    page.get_by_role("option", name=tool).click()
    expect(card.locator("strong").first).to_have_text(tool)


def rate(form: Locator, score: str) -> None:
    """Fill in what the complexity estimator asks for."""
    for name in SCALES:
        form.get_by_role("group", name=name).get_by_label(score, exact=True).check()


def save(page: Page) -> None:
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator("[data-saved]")).to_have_text("All changes saved")


def publish(page: Page, note: str, *, answer: str = "Publish") -> None:
    page.get_by_role("button", name="Publish…").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Note for the history").fill(note)
    dialog.get_by_role("button", name=answer, exact=True).click()
    expect(page.locator("[data-notices]")).to_contain_text("Published.")


def make_simple(page: Page, name: str) -> None:
    """A published tool: the complexity estimator as a chain of one."""
    open_new(page, name)
    add_step(page, "Complexity estimator")
    page.get_by_role("button", name="Ask for 6 values in the form").click()
    page.get_by_role("button", name="Use its output as the output schema").click()
    expect(page.locator("[data-fields=output]")).to_have_text("2")
    save(page)
    publish(page, "First")


AUTHORED = {
    "slug": "site-survey",
    "name": "Site survey",
    "description": "Rates a site before work begins.",
    "category": "planning",
    "icon": "map-pin",
    "effect": "read",
    "draft": True,
    "input_schema": {
        "type": "object",
        "properties": {
            "kind": {"x-type": "enum", "type": "string", "title": "Kind", "enum": ["roof", "yard"]},
            "area": {"x-type": "number", "type": "number", "title": "Area", "minimum": 1},
            "access": {
                "x-type": "object",
                "title": "Access",
                "type": "object",
                "properties": {"lift": {"x-type": "boolean", "type": "boolean", "title": "Lift"}},
                "additionalProperties": False,
                "x-visible-when": {"field": "kind", "op": "eq", "value": "roof"},
            },
        },
        "required": ["kind"],
        "additionalProperties": False,
        "x-order": ["kind", "area", "access"],
    },
    "output_schema": {"type": "object", "properties": {}},
    "execution": {
        "shape": "composition",
        "steps": [{"id": "score", "tool": "quick-score", "input": {"criteria": []}}],
    },
}
SEND = """async ([path, body]) => {
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  const sent = { method: "POST", headers: { ...headers, "Content-Type": "application/json" } };
  const answer = await fetch(path, { ...sent, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
}"""


def author(page: Page) -> None:
    """A tool of the workspace's own with a published version and unpublished changes."""
    page.goto("/tools")
    page.evaluate(SEND, ["/api/tools", AUTHORED])
    page.evaluate(SEND, ["/api/tools/site-survey/publish", {"note": "First"}])


def show_open(page: Page, _scene: object) -> None:
    """A field, a group with what is in it, and a condition, all open."""
    page.goto("/admin/tools/site-survey/edit")
    for name in ("Kind", "Access"):
        page.locator(".frow__open", has_text=name).first.click()
    expect(page.get_by_role("group", name="Shown").first).to_be_visible()
    expect(page.locator("[data-grants]")).to_contain_text("Only some people")
    expect(page.locator(".maps__row").first).to_be_visible()


def show_publishing(page: Page, _scene: object) -> None:
    page.goto("/admin/tools/site-survey/edit")
    page.get_by_label("Category").fill(f"width {page.evaluate('innerWidth')}")
    page.get_by_role("button", name="Publish…").click()
    expect(page.get_by_role("dialog")).to_contain_text("Used in the last 30 days")
