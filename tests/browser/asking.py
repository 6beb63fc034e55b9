"""Tools of IMS's own that ask first, and a program that calls them."""

import json
from typing import Any

from playwright.sync_api import Page

CRITERIA = [
    {"name": "Fit for the playgrounds of the city", "weight": 3, "score": 8},
    {"name": "Cost", "weight": 2, "score": 6},
]
NUMBERS = {
    "type": "object",
    "properties": {
        "criteria": {
            "type": "array",
            "title": "Criteria",
            "minItems": 1,
            "maxItems": 20,
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string", "title": "Name", "maxLength": 100},
                    "weight": {"type": "number", "title": "Weight", "minimum": 1, "maximum": 100},
                    "score": {"type": "number", "title": "Score", "minimum": 0, "maximum": 10},
                },
                "required": ["name", "weight", "score"],
            },
        }
    },
    "required": ["criteria"],
}
GRADE = {"type": "object", "properties": {"grade": {"type": "string"}}, "required": ["grade"]}
STEP = {"id": "score", "tool": "quick-score", "input": {"criteria": {"var": "input.criteria"}}}
GRADING = {
    "shape": "composition",
    "steps": [STEP],
    "output": {"grade": {"var": "steps.score.output.summary.grade"}},
}
ASKING = {
    "shape": "task",
    "title": "Check {{ supplier }}",
    "instructions": "Call **{{ supplier }}** and ask:\n\n1. Do they still deliver?\n2. Since when?",
    "timeout_seconds": 86_400,
}
ANSWER = {
    "type": "object",
    "properties": {
        "delivers": {"type": "boolean", "title": "They still deliver"},
        "since": {"type": "string", "title": "Since when", "format": "date"},
        "note": {"type": "string", "title": "Note", "maxLength": 500},
    },
    "required": ["delivers"],
}
SUPPLIER = {
    "type": "object",
    "properties": {"supplier": {"type": "string", "title": "Supplier", "maxLength": 100}},
    "required": ["supplier"],
}
TOOLS = {
    "regrade-vendor": {"name": "Regrade a vendor", "effect": "mutate", "execution": GRADING},
    "delete-vendor": {"name": "Delete a vendor", "effect": "destructive", "execution": GRADING},
    "check-supplier": {"name": "Check a supplier", "effect": "read", "execution": ASKING},
}


def make_tools(page: Page, key: str) -> None:
    for slug, facts in TOOLS.items():
        task = slug == "check-supplier"
        tool = {
            "slug": slug,
            "description": "Made to be looked at. Use it in tests.",
            "category": "vendors",
            "icon": "handshake",
            "input_schema": SUPPLIER if task else NUMBERS,
            "output_schema": ANSWER if task else GRADE,
            **facts,
        }
        status, body = _send(page, key, "/api/tools", tool)
        assert status == 201, body


def propose(page: Page, key: str, slug: str) -> str:
    """The id of a new proposal."""
    status, body = _send(page, key, f"/api/tools/{slug}/run", {"input": {"criteria": CRITERIA}})
    assert status == 202, body
    return str(body["proposal"]["id"])


def propose_change(page: Page, key: str, slug: str, **change: Any) -> str:
    """The id of a proposal to change a tool, as an agent makes it."""
    revision = page.evaluate(REVISION, f"/api/tools/{slug}")
    given = {"action": "update", "slug": slug, "revision": revision, **change}
    status, body = _send(page, key, "/api/tools/manage-tools/run", {"input": given})
    assert status == 202, body
    return str(body["proposal"]["id"])


def make_task(page: Page, key: str) -> None:
    given = {"input": {"supplier": "Sandbox & Sons of Featherstonehaugh"}}
    status, body = _send(page, key, "/api/tools/check-supplier/run", given)
    assert status < 300, body


def see_task(page: Page) -> None:
    """A worker makes it: wait until it is in the inbox of whoever looks at this page."""
    page.goto("/tasks")
    assert page.evaluate(APPEARS, ["/tasks", "Check Sandbox"])
    page.reload()


REVISION = "async (path) => (await (await fetch(path)).json()).revision"
APPEARS = """async ([path, words]) => {
  for (let tries = 0; tries < 300; tries++) {
    if ((await (await fetch(path)).text()).includes(words)) return true;
    await new Promise((done) => setTimeout(done, 200));
  }
  return false;
}"""
# By the browser itself: only it knows that ims.localhost is this machine.
FETCH = """async ([path, key, body]) => {
  const headers = {"Authorization": `Bearer ${key}`, "Content-Type": "application/json"};
  const answer = await fetch(path, {method: "POST", credentials: "omit", headers, body});
  return [answer.status, await answer.json()];
}"""


def _send(page: Page, key: str, path: str, body: Any) -> Any:
    if not page.url.startswith("http"):
        page.goto("/profile")
    return page.evaluate(FETCH, [path, key, json.dumps(body)])
