"""Embeds: published by an admin, used by strangers, only where and as far as it was meant."""

import html
import json
import re
from typing import Any

import pytest
from django.test import Client
from pydantic import Field

from config.redis import client
from sessions_app.models import Session, SessionEvent
from tenants.context import tenant_context
from tests.conftest import Person
from tests.together.groups import send
from tests.tools_app.samples import Total, registered, sample
from together.origins import read_origin
from tools_app.definitions import ToolContext, ToolModel

SITE = "https://www.example.com"


class Guarded(ToolModel):
    a: int = Field(title="Number")
    b: int = 1
    model: str = Field("cheap", json_schema_extra={"x-audience": "internal"})


def guarded(input: Guarded, context: ToolContext) -> Total:  # noqa: A002 - as tools are written
    """Adds, with a field that is nobody's business. Use it in tests."""
    return Total(total=input.a + input.b + (1000 if input.model == "dear" else 0))


def _publish(person: Person, **options: Any) -> dict[str, Any]:
    body = {"tool": "sample", "name": "Sum", "origins": [SITE], **options}
    made = send(person.browser(), "POST", "/api/embeds", body)
    assert made.status_code == 201, made.content
    return dict(made.json())


def _visitor() -> Client:
    return Client(HTTP_HOST="acme.localhost", enforce_csrf_checks=True)


def _page(embed: dict[str, Any]) -> str:
    return f"/embed/{embed['token']}"


def _text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def _visit(page: str) -> str:
    found = re.search(r'name="_visit" value="([^"]+)"', page)
    assert found
    return found[1]


def _types() -> list[str]:
    with tenant_context("acme"):
        rows = SessionEvent.objects.order_by("created_at", "seq")
        return list(rows.values_list("type", flat=True))


def test_a_stranger_opens_and_sends_it_without_any_cookie(alice: Person) -> None:
    with registered(sample(guarded)):
        embed = _publish(alice)
        browser = _visitor()
        opened = browser.get(_page(embed), headers={"referer": f"{SITE}/contact"})
        assert opened.status_code == 200
        policy = opened["Content-Security-Policy"]
        assert f"frame-ancestors {SITE}" in policy.split("; ")
        assert "X-Frame-Options" not in opened
        sent = browser.post(_page(embed), {"_visit": _visit(_text(opened)), "/a": "2", "/b": "3"})
    assert '"total": 5' in _text(sent)
    assert not browser.cookies
    ran = ["tool.started", "tool.completed", "tool.embed_submitted"]
    assert _types() == ["tool.embed_opened", *ran]
    with tenant_context("acme"):
        session = Session.objects.get()
        opening, started, *_ = SessionEvent.objects.order_by("seq")
    assert (session.session_type, session.status) == ("mixed", "completed")
    assert opening.payload["origin"] == SITE
    assert (started.source, started.actor_kind) == ("embed", "embed")


def test_internal_fields_are_absent_and_ignored_when_sent(alice: Person) -> None:
    with registered(sample(guarded)):
        embed = _publish(alice, fields_shown=["a"], preset={"b": 10})
        page = _text(_visitor().get(_page(embed)))
        assert 'name="/a"' in page
        assert "model" not in page.lower()
        assert 'name="/b"' not in page
        sent = _visitor().post(
            _page(embed), {"/a": "1", "/b": "500", "/model": "dear", "_more:": '{"model": "dear"}'}
        )
    assert '"total": 11' in _text(sent)


def test_wrong_input_comes_back_into_the_form(alice: Person) -> None:
    with registered(sample(guarded)):
        embed = _publish(alice)
        refused = _visitor().post(_page(embed), {"/a": "many"})
    assert refused.status_code == 400
    assert 'value="many"' in _text(refused)
    assert "tool.started" not in _types()


@pytest.mark.parametrize("how", ["disable", "revoke"])
def test_what_was_turned_off_ends_at_once(alice: Person, how: str) -> None:
    with registered(sample(guarded)):
        embed = _publish(alice)
        browser = _visitor()
        visit = _visit(_text(browser.get(_page(embed))))
        path = f"/api/embeds/{embed['id']}"
        if how == "disable":
            send(alice.browser(), "PATCH", path, {"enabled": False})
        else:
            assert send(alice.browser(), "DELETE", path).status_code == 204
        assert browser.get(_page(embed)).status_code == 410
        assert browser.post(_page(embed), {"_visit": visit, "/a": "1"}).status_code == 410
        assert "tool.started" not in _types()
        back = send(alice.browser(), "PATCH", path, {"enabled": True})
        assert back.status_code == (200 if how == "disable" else 409)


def test_an_embed_outlives_its_tool_being_hidden_in_the_workspace(alice: Person) -> None:
    """The embed itself is the control: B9."""
    with registered(sample(guarded)):
        embed = _publish(alice)
        send(
            alice.browser(), "PATCH", "/api/tools/sample", {"enabled": False}, **{"if-match": '"0"'}
        )
        assert alice.browser().get("/tools/sample").status_code == 404
        assert '"total": 2' in _text(_visitor().post(_page(embed), {"/a": "1"}))


def test_an_embed_of_another_workspace_is_unknown(alice: Person) -> None:
    with registered(sample(guarded)):
        embed = _publish(alice)
        assert Client(HTTP_HOST="ims.localhost").get(_page(embed)).status_code == 404


def test_submissions_are_limited_and_nothing_typed_is_lost(alice: Person) -> None:
    with registered(sample(guarded)):
        embed = _publish(alice, per_minute=2, per_day=3)
        browser = _visitor()
        codes = [browser.post(_page(embed), {"/a": "77"}).status_code for _ in range(2)]
        refused = browser.post(_page(embed), {"/a": "77"})
        other = browser.post(_page(embed), {"/a": "77"}, REMOTE_ADDR="198.51.100.7")
        spent = browser.post(_page(embed), {"/a": "77"}, REMOTE_ADDR="198.51.100.8")
    assert codes == [200, 200]
    assert refused.status_code == 429
    assert 'value="77"' in _text(refused)
    assert "What you filled in is still here" in _text(refused)
    assert 0 < int(refused["Retry-After"]) <= 60
    assert other.status_code == 200, "somebody else's limit is their own"
    assert spent.status_code == 429, "that of the day is everybody's"
    assert int(spent["Retry-After"]) > 60


def test_each_visitor_has_a_budget_of_runs_and_no_address_is_kept(
    alice: Person, settings: Any
) -> None:
    settings.TOOL_CALLS_PER_MINUTE = 1
    with registered(sample(guarded)):
        embed = _publish(alice)

        def sent(address: str) -> Any:
            return _visitor().post(_page(embed), {"/a": "77"}, REMOTE_ADDR=address)

        assert sent("198.51.100.7").status_code == 200
        refused = sent("198.51.100.7")
        assert sent("198.51.100.8").status_code == 200, "of another visitor"
    assert (refused.status_code, "77" in _text(refused)) == (429, True)
    assert 0 < int(refused["Retry-After"]) <= 60
    with tenant_context("acme"):
        kept = str(list(SessionEvent.objects.values()))
    assert "198.51.100" not in kept
    assert not [key for key in client().scan_iter("*") if b"198.51.100" in key]


def test_a_page_of_somebody_else_cannot_send_the_form(alice: Person) -> None:
    with registered(sample(guarded)):
        embed = _publish(alice)
        refused = _visitor().post(_page(embed), {"/a": "1"}, headers={"origin": "https://evil.io"})
        assert refused.status_code == 403
        own = {"origin": "http://acme.localhost"}
        assert _visitor().post(_page(embed), {"/a": "1"}, headers=own).status_code == 200


def test_the_page_around_gets_result_and_origins_to_tell(alice: Person) -> None:
    with registered(sample(guarded)):
        embed = _publish(alice)
        page = _text(_visitor().post(_page(embed), {"/a": "1"}))
    found = re.search(r'data-result="(\{.*?\})">', page)
    assert found
    message = json.loads(found[1])
    assert (message["status"], message["output"]) == ("success", {"total": 2})
    assert f'data-origins="["{SITE}"]"' in page


@pytest.mark.parametrize("effect", ["mutate", "destructive"])
def test_a_tool_that_changes_data_cannot_be_published(alice: Person, effect: str) -> None:
    with registered(sample(guarded, effect=effect)):
        body = {"tool": "sample", "name": "x", "origins": [SITE]}
        refused = send(alice.browser(), "POST", "/api/embeds", body)
    assert refused.json()["errors"][0]["code"] == "effect"


@pytest.mark.parametrize(
    ("options", "pointer"),
    [
        ({"origins": ["https://*.example.com"]}, "/origins/0"),
        ({"origins": ["https://example.com/path"]}, "/origins/0"),
        ({"origins": ["http://example.com"]}, "/origins/0"),
        ({"origins": ["https://a.com; script-src *"]}, "/origins/0"),
        ({"fields_shown": ["model"]}, "/fields_shown"),
        ({"fields_shown": ["b"]}, "/fields_shown"),
        ({"preset": {"nonsense": 1}}, "/preset/nonsense"),
    ],
)
def test_faulty_settings_are_named(alice: Person, options: Any, pointer: str) -> None:
    with registered(sample(guarded)):
        body = {"tool": "sample", "name": "Sum", "origins": [SITE], **options}
        refused = send(alice.browser(), "POST", "/api/embeds", body)
    assert refused.status_code == 400
    assert refused.json()["errors"][0]["pointer"] == pointer


def test_origins_are_read_as_browsers_write_them() -> None:
    assert read_origin("HTTPS://Www.Example.com:443/") == SITE
    assert read_origin("http://localhost:8080") == "http://localhost:8080"
    assert read_origin("https://user@example.com") is None
    assert read_origin("javascript:alert(1)") is None


class TestPages:
    FORM = {
        "name": "Contact",
        "origins": f"{SITE}\nhttps://shop.example.com",
        "theme": "dark",
        "fields_shown": ["a", "b"],
        "per_minute": "5",
        "per_day": "50",
    }

    def test_an_admin_publishes_changes_and_revokes(self, alice: Person, bob: Person) -> None:
        with registered(sample(guarded)):
            browser = alice.browser()
            assert bob.browser().get("/embeds").status_code == 403
            assert "No embeds yet" in _text(browser.get("/embeds"))
            assert "Sample" in _text(browser.get("/embeds/new"))
            made = browser.post("/embeds/new?tool=sample", self.FORM)
            assert made.status_code == 302, _text(made)
            page = _text(browser.get(made["Location"]))
            assert "/embed.js" in page
            assert "<iframe src=" in page
            assert "https://shop.example.com" in _text(browser.get("/embeds"))
            changed = browser.post(made["Location"], {**self.FORM, "origins": "nonsense"})
            assert changed.status_code == 400
            browser.post(f"{made['Location']}/disable")
            assert "Disabled" in _text(browser.get("/embeds"))
            browser.post(f"{made['Location']}/enable")
            browser.post(f"{made['Location']}/revoke")
            assert "Revoked" in _text(browser.get("/embeds"))


def test_the_script_for_other_pages_is_everybodys(visitor: Client) -> None:
    answer = visitor.get("/embed.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert not answer.cookies
