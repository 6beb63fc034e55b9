"""The inbox and the page of a proposal, without script."""

import html
import json
from typing import Any

import pytest

from tenants.context import tenant_context
from tests.conftest import Person
from tests.tools_app.approvals.changing import VALERY, ask, changing, marks, name_of
from tools_app.models import Proposal


@pytest.fixture(autouse=True)
def _tools() -> Any:
    with changing():
        yield


def _text(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def test_the_inbox_shows_what_waits_and_the_sidebar_counts_it(bob: Person, alice: Person) -> None:
    assert "Nothing waits" in _text(alice.browser().get("/approvals"))
    ask(bob)
    for person in (alice, bob):
        page = _text(person.browser().get("/approvals"))
        assert "Rename Charlie to Valery" in page
        assert "waiting</span>" in page


def test_a_proposal_shows_everything_and_is_agreed_to(bob: Person, alice: Person) -> None:
    asked = ask(bob, payload={**VALERY, "code": "hunter2"})
    browser = alice.browser()
    page = _text(browser.get(f"/approvals/{asked.id}"))
    for words in (
        "Rename Charlie to Valery",
        "test of Bob",
        "Changes data",
        "Allow always",
        "Valery",
    ):
        assert words in page
    assert "hunter2" not in page
    assert f"/approvals/{asked.id}" in _text(browser.get(f"/runs/{asked.run_id}"))
    done = browser.post(f"/approvals/{asked.id}/approve", follow=True)
    assert "You agreed" in _text(done)
    assert "See how it went" in _text(done)
    assert name_of() == "Valery"


def test_a_wrong_name_keeps_the_page_and_does_nothing(alice: Person) -> None:
    asked = ask(alice, "wipe", {"mark": "x"})
    browser = alice.browser()
    assert "Allow always" not in _text(browser.get(f"/approvals/{asked.id}"))
    answer = browser.post(f"/approvals/{asked.id}/approve", {"confirm": "something"})
    assert answer.status_code == 400
    assert "Type “Wipe the disk” to confirm." in _text(answer)
    browser.post(f"/approvals/{asked.id}/approve", {"confirm": "Wipe the disk"})
    with tenant_context("acme"):
        assert marks() == 1


def test_denying_says_why(bob: Person, alice: Person) -> None:
    asked = ask(bob)
    answer = alice.browser().post(
        f"/approvals/{asked.id}/decline", {"reason": "Not today"}, follow=True
    )
    assert "Declined" in _text(answer)
    assert "Not today" in _text(bob.browser().get(f"/approvals/{asked.id}"))
    late = alice.browser().post(f"/approvals/{asked.id}/approve")
    assert late.status_code == 409
    assert "This has been decided already" in _text(late)


def test_the_arguments_are_changed_in_the_tools_own_form(bob: Person, alice: Person) -> None:
    asked = ask(bob)
    browser = alice.browser()
    path = f"/approvals/{asked.id}/change"
    assert 'value="Valery"' in browser.get(path).content.decode()
    wrong = browser.post(path, {"_mode": "json", "_json": json.dumps({"name": "x" * 200})})
    assert wrong.status_code == 400
    assert "Nothing was proposed yet" in _text(wrong)
    sent = {"_mode": "form", "/email": VALERY["email"], "/name": "Valentina"}
    made = browser.post(path, sent, follow=True)
    assert "Rename Charlie to Valentina" in _text(made)
    assert "Arguments of Alice" in _text(made)
    with tenant_context("acme"):
        assert Proposal.objects.filter(status="replaced").count() == 1


def test_admins_set_the_rules(adam: Person) -> None:
    browser = adam.browser()
    sent = {"own": "never", "mail": "person", "webhook_url": "http://example.com/x"}
    assert "must begin with https" in _text(browser.post("/approvals/rules", sent))
    saved = browser.post(
        "/approvals/rules", {**sent, "webhook_url": "https://example.com/x"}, follow=True
    )
    assert "whs_" in _text(saved)
