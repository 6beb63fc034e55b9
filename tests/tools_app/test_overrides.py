"""Overrides of code tools: a patch against a version of the definition, and who wins."""

import json
from typing import Any

from django.test import Client

from tests.conftest import Person
from tests.tools_app.samples import registered, sample
from tools_app import resolver
from tools_app.api.overrides import BOTH_CHANGED

PATH = "/api/tools/sample"


def _patch(client: Client, body: Any, revision: int = 0) -> Any:
    return client.generic(
        "PATCH",
        PATH,
        json.dumps(body),
        content_type="application/json",
        headers={"if-match": f'"{revision}"'},
    )


def _fields(client: Client) -> dict[str, Any]:
    resolver._build.cache_clear()  # as a new release starts with nothing in memory
    body = client.get(f"{PATH}/override").json()
    assert set(body) == set(BOTH_CHANGED.value)
    return {field.pop("field"): field for field in body["fields"]}


def test_a_release_asks_only_where_both_changed(alice: Person) -> None:
    browser = alice.browser()
    texts = {"a": {"title": "First"}}
    with registered(sample()):
        body = {"name": "Ours", "icon": "award", "field_texts": texts, "default_input": {"b": 2}}
        assert _patch(browser, body).status_code == 200
        assert not any(field["asks"] for field in _fields(browser).values())
    with registered(sample(name="Sample 2", category="moved")):
        fields = _fields(browser)
        assert {name for name, field in fields.items() if field["asks"]} == {"name"}
        assert fields["name"] == {
            "code_then": "Sample",
            "code_now": "Sample 2",
            "platform": None,
            "tenant": "Ours",
            "effective": "Ours",
            "winner": "tenant",
            "asks": True,
        }
        assert fields["category"]["effective"] == "moved"
        assert fields["field_texts"]["tenant"] == texts
        assert browser.get(f"{PATH}/override").json()["definition_changed"] is True
        # Kept on purpose: nobody is asked again.
        assert _patch(browser, {"name": "Ours"}, 1).status_code == 200
        assert not _fields(browser)["name"]["asks"]
        # Taken from the code.
        assert _patch(browser, {"name": ""}, 2).status_code == 200
        assert _fields(browser)["name"]["winner"] == "code"
        assert browser.get(PATH).json()["name"] == "Sample 2"


def test_an_override_only_tightens(alice: Person, operator: Person) -> None:
    browser = alice.browser()
    with registered(sample(policy="always_ask", required_permissions=("tools.team.execute",))):
        refused = _patch(browser, {"policy": "auto"})
        (fault,) = refused.json()["errors"]
        assert (fault["pointer"], fault["code"]) == ("/policy", "loosens")
        saved = _patch(browser, {"required_permissions": ["usage.tenant.read"]})
        assert saved.status_code == 200
        fields = _fields(browser)
        assert fields["required_permissions"]["winner"] == "combined"
        both = ["tools.team.execute", "usage.tenant.read"]
        assert fields["required_permissions"]["effective"] == both
    with registered(sample()):
        assert _patch(operator.browser(), {"policy": "always_ask"}).status_code == 200
        refused = _patch(browser, {"policy": "auto"}, 1)
        assert "operators" in refused.json()["errors"][0]["detail"]


def test_who_denies_wins(alice: Person, operator: Person) -> None:
    with registered(sample()):
        assert _patch(operator.browser(), {"enabled": False, "name": "Theirs"}).status_code == 200
        assert _patch(alice.browser(), {"enabled": True}).status_code == 200
        fields = _fields(alice.browser())
        enabled = fields["enabled"]
        assert (enabled["platform"], enabled["tenant"]) == (False, True)
        assert (enabled["effective"], enabled["winner"]) == (False, "platform")
        assert (fields["name"]["effective"], fields["name"]["winner"]) == ("Theirs", "platform")


def test_a_tool_of_ones_own_is_not_overridden(alice: Person) -> None:
    browser = alice.browser()
    body = json.dumps({"slug": "own", "draft": True})
    browser.post("/api/tools", body, content_type="application/json")
    refused = browser.get("/api/tools/own/override")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_overridden")
