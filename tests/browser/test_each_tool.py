"""Every tool of the toolbox, by its page and over REST: the same input gives the same output, the
same events and, where it is wrong, the same faults."""

import http.client
import json
import re
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.catalogue import Role
from tests.browser import axe
from tests.browser.scene import make_key
from tests.browser.visitors import Visitors
from tests.tools_app.wrong import wrong_inputs
from tools_app.definitions import ToolDefinition
from tools_app.registry import load_toolbox, registry

pytestmark = pytest.mark.browser

load_toolbox()
TOOLS = [pytest.param(definition, id=definition.slug) for definition in registry]


def _home(definition: ToolDefinition) -> str:
    """A workspace that has the tool."""
    return min(definition.tenant_slugs, default="acme")


@dataclass
class Program:
    """Somebody's program, with a key made on the pages."""

    port: int
    slug: str
    key: str

    def ask(self, path: str, body: Any = None) -> Any:
        # By address: not every system knows where *.localhost is.
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        headers = {
            "Host": f"{self.slug}.localhost",
            "Authorization": f"Bearer {self.key}",
            "Content-Type": "application/json",
        }
        text = None if body is None else json.dumps(body)
        connection.request("GET" if body is None else "POST", path, text, headers)
        answer = json.loads(connection.getresponse().read())
        connection.close()
        return answer

    def kinds(self, run_id: str) -> list[str]:
        return [each["type"] for each in self.ask(f"/api/runs/{run_id}/events")]


@pytest.fixture(scope="module")
def made() -> dict[str, Program]:
    return {}


@pytest.fixture
def program(visitors: Visitors, made: dict[str, Program], definition: ToolDefinition) -> Program:
    slug = _home(definition)
    if slug not in made:
        key = make_key(visitors.person(Role.ADMIN, slug), "Parity", "tools:execute")
        made[slug] = Program(visitors.server.port, slug, key)
    return made[slug]


@pytest.mark.parametrize("definition", TOOLS)
def test_the_page_and_the_api_agree(
    visitors: Visitors, definition: ToolDefinition, program: Program
) -> None:
    page = visitors.person(Role.ADMIN, program.slug)
    visitors.allow(page, 400)
    page.goto(f"/tools/{definition.slug}?example=1")
    page.locator("#tool-run").click()
    expect(page.locator("#tool-result")).to_contain_text("Succeeded")
    link = page.locator("#tool-result").get_by_role("link", name="Link to this run")
    run_id = re.sub(r".*/runs/", "", link.get_attribute("href") or "")
    shown = program.ask(f"/api/runs/{run_id}")
    called = program.ask(f"/api/tools/{definition.slug}/run", {"input": shown["input"]})
    assert (called["status"], called["output"]) == ("success", shown["output"])
    assert program.kinds(run_id) == program.kinds(called["run_id"])
    examples = [_complete(definition, each) for each in definition.examples]
    assert _complete(definition, shown["input"]) in examples
    assert axe.violations(page) == []
    page.get_by_role("button", name="JSON", exact=True).click()
    for _, wrong in wrong_inputs(definition)[:2]:
        _is_refused_alike(page, definition.slug, wrong, program)


def _is_refused_alike(page: Page, slug: str, wrong: dict[str, Any], program: Program) -> None:
    """In the same words. tests/tools_app/test_parity.py tries every way to be wrong."""
    faults = program.ask(f"/api/tools/{slug}/run", {"input": wrong})["errors"]
    page.get_by_label("Input as JSON").fill(json.dumps(wrong))
    page.locator("#tool-run").click()
    said = [f"{fault['pointer'] or 'Input'}: {fault['detail']}" for fault in faults]
    expect(page.locator("#tool-errors li")).to_have_text(said)


def _complete(definition: ToolDefinition, example: dict[str, Any]) -> dict[str, Any]:
    """With the defaults: a form sends some of them, and an example leaves them out."""
    model = definition.input_model.model_validate(example)
    return model.model_dump(mode="json", exclude_none=True)


def test_a_condition_shows_and_hides(visitors: Visitors) -> None:
    page = visitors.person(Role.OWNER, "oci")
    page.goto("/tools/oci-comparison-generator")
    name = page.get_by_label("Name", exact=False)
    expect(name).to_be_hidden()
    page.get_by_label("Product").select_option("protoast-fine")
    page.get_by_label("Competitor").select_option("custom")
    expect(name).to_be_visible()
    name.fill("Theirs")
    page.get_by_label("Competitor").select_option("cedar-mulch")
    expect(name).to_be_hidden()
    page.locator("#tool-run").click()
    expect(page.locator("#tool-result")).to_contain_text("Succeeded")
    page.get_by_role("tab", name="Input").click()
    shown = page.locator("#tool-result").get_by_role("tabpanel").filter(visible=True)
    expect(shown).to_contain_text("cedar-mulch")
    expect(shown).not_to_contain_text("customName")
