"""Every change of a tool is written down: who, what it was before and after; and stays so."""

import json
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, transaction
from django.test import Client

from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.samples import keep, registered, sample
from tools_app.api.activity import PUBLISHED
from tools_app.api.examples import NEW_TOOL

PATH = "/api/tools/vendor-grade"


def _send(client: Client, method: str, path: str, body: Any = None, etag: str = "") -> Any:
    headers = {"if-match": f'"{etag}"'} if etag else {}
    answer = client.generic(
        method, path, json.dumps(body or {}), content_type="application/json", headers=headers
    )
    assert answer.status_code < 300, answer.content
    return answer


def _story(client: Client) -> None:
    """All that can happen to a tool, in ten steps."""
    _send(client, "POST", "/api/tools", NEW_TOOL)
    document = client.get(f"{PATH}/draft").json()["document"]
    _send(client, "PUT", f"{PATH}/draft", {**document, "name": "Lost"}, "1.0")
    _send(client, "DELETE", f"{PATH}/draft")
    _send(client, "PUT", f"{PATH}/draft", {**document, "name": "Better"}, "1.2")
    _send(client, "POST", f"{PATH}/publish", {"note": "A better name"})
    _send(client, "PATCH", PATH, {"enabled": False}, "2")
    _send(client, "PATCH", PATH, {"enabled": True}, "3")
    _send(client, "POST", f"{PATH}/versions/1/restore")
    _send(client, "PUT", f"{PATH}/grants", {"people": [], "roles": ["editor"]})
    _send(client, "DELETE", PATH)


def test_every_change_is_listed_with_actor_before_and_after(alice: Person) -> None:
    browser = alice.browser()
    _story(browser)
    rows = browser.get("/api/activity").json()["results"]
    assert set(rows[0]) == set(PUBLISHED.value["results"][0])
    assert [row["action"] for row in reversed(rows)] == [
        *("created", "draft_saved", "draft_discarded", "draft_saved", "published"),
        *("disabled", "enabled", "restored", "granted", "deleted"),
    ]
    published = rows[5]
    assert published["actor_label"] == alice.principal.label
    assert published["note"] == "A better name"
    assert (published["before"], published["after"]) == (
        {"name": "Vendor grade"},
        {"name": "Better"},
    )
    assert rows[0]["before"]["name"] == "Better"
    assert rows[0]["after"] is None
    assert rows[1]["after"] == {"roles": ["editor"]}


def test_activity_is_filtered_and_paged(alice: Person, bob: Person) -> None:
    browser = alice.browser()
    _story(browser)
    with registered(sample()):
        _send(browser, "PATCH", "/api/tools/sample", {"name": "Ours"}, "0")

    def actions(query: str) -> list[str]:
        found = browser.get(f"/api/activity?{query}").json()["results"]
        return [row["action"] for row in found]

    assert actions("tool=sample") == ["overridden"]
    assert actions("action=published") == ["published"]
    assert actions(f"person={bob.user.pk}") == []
    first = browser.get("/api/activity?limit=9").json()
    assert len(browser.get(first["next"]).json()["results"]) == 2
    assert browser.get("/api/activity?action=nonsense").status_code == 400
    assert bob.browser().get("/api/activity").status_code == 403


def test_the_late_one_is_told_what_both_started_from(alice: Person, adam: Person) -> None:
    first, second = alice.browser(), adam.browser()
    _send(first, "POST", "/api/tools", NEW_TOOL)
    seen = second.get(f"{PATH}/draft").json()
    _send(first, "PUT", f"{PATH}/draft", {**seen["document"], "icon": "award"}, seen["etag"])
    late = second.generic(
        "PUT",
        f"{PATH}/draft",
        json.dumps({**seen["document"], "category": "buying"}),
        content_type="application/json",
        headers={"if-match": f'"{seen["etag"]}"'},
    )
    told = late.json()
    assert (late.status_code, told["conflicts"]) == (412, [])
    assert told["base"] == seen["document"]
    assert (told["merged"]["icon"], told["merged"]["category"]) == ("award", "buying")


def test_no_secret_is_a_default_and_none_gets_into_a_change(alice: Person) -> None:
    browser = alice.browser()
    with registered(sample(keep)):
        for value, status in (("hunter2-hunter2", 400), ("", 400)):
            refused = browser.generic(
                "PATCH",
                "/api/tools/sample",
                json.dumps({"default_input": {"code": value}}),
                content_type="application/json",
                headers={"if-match": '"0"'},
            )
            assert refused.status_code == status
            assert refused.json()["errors"][0]["pointer"] == "/default_input/code"
        note = "-".join(["sk", "live", "51H8xKq2eZvKYlo2C0aBcDeFgHi"])
        _send(browser, "PATCH", "/api/tools/sample", {"default_input": {"note": note}}, "0")
        assert note not in browser.get("/api/activity").content.decode()


def test_what_was_done_can_be_neither_changed_nor_cut_off(alice: Person) -> None:
    _story(alice.browser())
    with tenant_context("acme"):
        out = StringIO()
        call_command("verify_changes", "acme", stdout=out)
        assert "whole" in out.getvalue()
        for statement in ("UPDATE tool_changes SET note = 'x'", "DELETE FROM tool_changes"):
            with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement)
    for tampering, words in {
        "DELETE FROM tool_changes WHERE seq > 8": "change 9: changes are missing at the end",
        "UPDATE tool_changes SET note = 'x' WHERE seq = 3": "change 3: it was changed",
    }.items():
        with tenant_context("acme"), connection.cursor() as cursor:
            cursor.execute("ALTER TABLE tool_changes DISABLE TRIGGER USER")
            cursor.execute(tampering)
            cursor.execute("ALTER TABLE tool_changes ENABLE TRIGGER USER")
        with pytest.raises(CommandError, match=words):
            call_command("verify_changes", "acme")
